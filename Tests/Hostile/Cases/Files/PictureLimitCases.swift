import Foundation

extension HostileCase {
    /// Small files that need much time or memory to decode.
    static let pictureLimits: [HostileCase] = [
        limit(
            "JPEG: 65 500 × 65 500 pixels in 236 KB", "a.jpg", ["damaged", "take at least"],
            PictureLimitFiles.jpeg(
                width: 65_500, height: 65_500, isProgressive: false,
                scans: [(first: 0, last: 63, approximation: 0, byteCount: 1000)], padding: 235_000)),
        limit(
            "JPEG: 11 000 × 11 000 pixels that end early", "a.jpg", ["damaged", "take at least"],
            PictureLimitFiles.jpeg(
                width: 11_000, height: 11_000, isProgressive: false,
                scans: [(first: 0, last: 63, approximation: 0, byteCount: 1000)])),
        limit(
            "JPEG: 20 000 × 20 000 pixels that end early, before zeros", "a.jpg", ["--pixel-limit"],
            PictureLimitFiles.jpeg(
                width: 20_000, height: 20_000, isProgressive: true,
                scans: [(first: 0, last: 0, approximation: 0, byteCount: 1000)], padding: 900_000)),
        limit("JPEG: 694 scans", "a.jpg", ["100 scans"], PictureLimitFiles.scans),
        limit(
            "PNG: texts that expand to a gigabyte", "a.png", ["compressed texts"],
            PictureLimitFiles.png(texts: 19, expandingTo: 50 << 20)),
        limit(
            "PNG: 20 000 × 20 000 pixels that aren't there", "a.png", ["take at least"],
            PictureBombFiles.png(width: 20_000, height: 20_000, rows: 100)),
        limit(
            "TIFF: 60 000 × 60 000 pixels of one strip", "a.tif", ["--pixel-limit"],
            PictureLimitFiles.sharing(
                width: 60_000, height: 60_000, tile: nil, data: PictureBombFiles.zeros(60_000 * 1024), compression: 8)),
        limit(
            "TIFF: 100 000 × 100 000 pixels of one tile", "a.tif", ["--pixel-limit"],
            PictureLimitFiles.sharing(
                width: 100_000, height: 100_000, tile: 4096, data: PictureBombFiles.zeros(4096 * 4096), compression: 8)),
        HostileCase(
            "TIFF: a thousand tags that share a megabyte", .picture, timeLimit: .seconds(20), memoryLimit: 256 << 20,
            expected: .acceptance(["4 × 4"]),
            prepare: { folder in
                try PictureLimitFiles.metadata.write(to: folder.appendingPathComponent("a.tif"))
                return [HostileInvocation(["info", "a.tif"])]
            }),
        limit(
            "WebP: 16 383 × 16 383 pixels in 40 bytes", "a.webp", ["--pixel-limit"],
            PictureLimitFiles.webp(width: 16_383, height: 16_383)),
        limit("JPEG XL: 2^30 × 2^30 pixels in 15 bytes", "a.jxl", [], PictureLimitFiles.hugeJXL),
        limit(
            "OpenEXR: a chunk of 500 000 × 256 pixels", "a.exr", ["chunks of 500000 × 256"], PictureLimitFiles.wideEXR),
        limit(
            "SVGZ: 100 MB of nothing", "a.svgz", ["its text is more than"], PictureLimitFiles.gzip(spaces: 100 << 20)),
        HostileCase(
            "a limit that the caller raises", .picture, expected: .acceptance(["12000 × 12000"]),
            prepare: { folder in
                try PictureBombFiles.png(width: 12_000, height: 12_000).write(
                    to: folder.appendingPathComponent("a.png"))
                return [HostileInvocation(["info", "a.png", "--pixel-limit", "144M"])]
            }),
        HostileCase(
            "a unit's default image of 60 000 × 60 000 pixels", .picture, timeLimit: .seconds(5),
            memoryLimit: 256 << 20, expected: .refusal(["bomb.png", "more than the limit"]),
            prepare: { folder in
                let unit = HostileUnit(folder: folder, name: "Hostile")
                try unit.write(kernel: "kernel vec4 same(__sample s) { return s; }", filter: "HostileDefault")
                let input = "<key>CIAttributeClass</key><string>CIImage</string>"
                let description = HostileUnit.oneFilter("HostileDefault").replacingOccurrences(
                    of: input, with: input + "<key>CIAttributeDefault</key><string>bomb.png</string>")
                try unit.write(description, to: HostileUnit.description)
                try unit.write(
                    PictureBombFiles.png(width: 60_000, height: 60_000), to: "Contents/Resources/bomb.png")
                return [
                    HostileInvocation([
                        "apply", "-o", "out.png", "--size", "16x16", "--units", folder.path, "--", "HostileDefault",
                    ])
                ]
            }),
    ]

    private static func limit(_ name: String, _ file: String, _ words: [String], _ data: Data) -> HostileCase {
        HostileCase(
            name, .picture, timeLimit: .seconds(5), memoryLimit: 320 << 20, expected: .refusal([file] + words),
            prepare: { folder in
                try data.write(to: folder.appendingPathComponent(file))
                return [HostileInvocation(["apply", file, "-o", "out.png", "--size", "16x16", "--", "ColorInvert"])]
            })
    }
}
