extension ImageFileFormat.Record {
    /// libvips doesn't read or write this format; see the folder OpenEXR.
    static let openEXR = Self(
        displayName: "OpenEXR", extensions: ["exr"], typeIdentifier: "com.ilm.openexr-image",
        encoding: .init(
            encoder: OpenEXRSaver(),
            kept: .init(
                profile: .appliedToPixels("linear sRGB"), orientation: .upright, exif: .dropped, xmp: .dropped,
                depths: [.half, .float]),
            storesLinearLight: true))
}
