extension ImageFileFormat.Record {
    static let jpeg = Self(
        displayName: "JPEG", extensions: ["jpg", "jpeg", "jpe"], typeIdentifier: "public.jpeg", loader: "Jpeg",
        metadata: .jpegSegments, hasAlpha: false,
        encoding: .init(
            encoder: VipsSaver(nickname: "jpegsave_target") { request in
                // Chroma keeps the full resolution if quality matters more than size. Optimised Huffman tables would
                // save a tenth of the file, but need the whole picture in memory, and twice the time.
                [
                    ("Q", request.percent), ("optimize-coding", "false"),
                    ("subsample-mode", request.quality >= 0.9 ? "off" : "auto"),
                ]
            },
            kept: .init(iptc: .stored, alpha: .appliedToPixels("on black"), depths: [.bits8]),
            defaultQuality: 0.85, maximumSide: 65535))
}
