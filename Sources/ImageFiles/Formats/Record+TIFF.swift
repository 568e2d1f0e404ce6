extension ImageFileFormat.Record {
    static let tiff = Self(
        displayName: "TIFF", extensions: ["tif", "tiff"], typeIdentifier: "public.tiff", loader: "Tiff",
        metadata: .tiffDirectories, hasBilevelCoding: true,
        encoding: .init(
            encoder: VipsSaver(nickname: "tiffsave_target", options: tiffOptions),
            kept: .init(iptc: .stored, depths: [.bits8, .bits16, .float])))

    @Sendable private static func tiffOptions(_ request: VipsSaver.Request) -> [VipsSaver.Option] {
        let picture = request.picture
        let compression = request.options.compression ?? "lzw"
        var list: [VipsSaver.Option] = [
            ("compression", compression), ("bigtiff", picture.needsBigTIFF ? "true" : "false"),
            ("tile-height", String(picture.stripHeight)),
        ]
        if compression == "lzw" || compression == "deflate" {
            list.append(("predictor", picture.pixelFormat.isFloat ? "float" : "horizontal"))
        }
        // The quality is only for JPEG compression.
        if compression == "jpeg" { list.append(("Q", request.percent)) }
        return list
    }
}

extension EncodedPicture {
    /// The number of rows in a TIFF strip: about a mebibyte, since writers and readers hold several strips in memory.
    fileprivate var stripHeight: Int { max(16, min(128, (1 << 20) / max(1, width * pixelFormat.bytesPerPixel) & ~15)) }

    /// Whether the uncompressed pixels might exceed the four gigabytes that a classic TIFF can address.
    fileprivate var needsBigTIFF: Bool { width * height * pixelFormat.bytesPerPixel > 3 << 30 }
}
