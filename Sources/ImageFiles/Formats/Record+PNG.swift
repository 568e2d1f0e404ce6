extension ImageFileFormat.Record {
    static let png = Self(
        displayName: "PNG", extensions: ["png"], typeIdentifier: "public.png", loader: "Png", metadata: .pngChunks,
        encoding: .init(
            encoder: VipsSaver(nickname: "pngsave_target") { request in
                // Level 3 takes half the time of zlib's default, 6. Photographs grow by a few percent.
                [("compression", String(min(max(request.options.compressionLevel ?? 3, 0), 9)))]
            },
            // The orientation could be in the Exif chunk, but few programs read it there.
            kept: .init(orientation: .upright, depths: [.bits8, .bits16])))
}
