extension ImageFileFormat.Record {
    static let jpeg = Self(
        displayName: "JPEG", extensions: ["jpg", "jpeg", "jpe"], typeIdentifier: "public.jpeg",
        opener: JPEGOpener(), signature: [0xFF, 0xD8], metadata: .jpegSegments, hasAlpha: false,
        encoding: .init(
            encoder: JPEGSaver(),
            kept: .init(iptc: .stored, alpha: .appliedToPixels("on black"), depths: [.bits8]),
            defaultQuality: 0.85, maximumSide: 65535))
}
