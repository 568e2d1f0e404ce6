extension ImageFileFormat.Record {
    static let gif = Self(
        displayName: "GIF", extensions: ["gif"], typeIdentifier: "com.compuserve.gif", loader: "Nsgif",
        // The decoder holds its whole canvas in memory, and a file of fifty bytes can claim any size.
        maximumPixelCount: 1 << 26,
        encoding: .init(
            encoder: VipsSaver(nickname: "gifsave_target") { request in
                // Effort 3 of the palette search takes less than half of the time of libvips' default, 7. An animation
                // needs one search for each frame. The dithered frames look the same, and the file grows by three
                // percent.
                request.picture.animation == nil ? [] : [("effort", "3")]
            },
            kept: .init(
                profile: .appliedToPixels("sRGB"), orientation: .upright, exif: .dropped, xmp: .dropped,
                resolution: .dropped, alpha: .appliedToPixels("all or nothing"), depths: [.bits8]),
            maximumSide: 65535, holdsAnimations: true,
            source: "a libvips built with cgif, such as Debian's libvips42"))
}
