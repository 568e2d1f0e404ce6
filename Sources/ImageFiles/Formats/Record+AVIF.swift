extension ImageFileFormat.Record {
    /// The loader is that of HEIF. The coding inside the file decides between the two formats.
    static let avif = Self(
        displayName: "AVIF", extensions: ["avif"], typeIdentifier: "public.avif", module: .heif,
        metadata: .heifItems,
        encoding: .init(
            encoder: VipsSaver(
                nickname: "heifsave_target",
                // Speed 6 of the AV1 encoder. libvips' default, 5, takes two to three times as long for files of the
                // same size.
                options: { [("compression", "av1"), $0.heifDepth, $0.losslessOrQuality, ("effort", "3")] },
                hasCodec: { hasAV1 }),
            kept: .heif, defaultQuality: 0.65, maximumSide: 16384))

    private static let hasAV1 = VipsEncoder.encodesSample(as: .avif)
}
