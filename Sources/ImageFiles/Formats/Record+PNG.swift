extension ImageFileFormat.Record {
    static let png = Self(
        displayName: "PNG", extensions: ["png"], typeIdentifier: "public.png", opener: PNGOpener(),
        signature: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], metadata: .pngChunks,
        encoding: .init(
            encoder: PNGSaver(),
            // The orientation could be in the Exif chunk, but few programs read it there.
            kept: .init(orientation: .upright, depths: [.bits8, .bits16])))
}
