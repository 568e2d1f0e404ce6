extension ImageFileFormat.Record {
    static let webp = Self(
        displayName: "WebP", extensions: ["webp"], typeIdentifier: "org.webmproject.webp", loader: "Webp",
        encoding: .init(
            encoder: VipsSaver(nickname: "webpsave_target") { [$0.losslessOrQuality] }, kept: .init(depths: [.bits8]),
            defaultQuality: 0.85, maximumSide: 16383, holdsAnimations: true))
}
