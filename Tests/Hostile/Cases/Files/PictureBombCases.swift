import Foundation

extension HostileCase {
    /// Small files that claim to be huge pictures.
    static let pictureBombs: [HostileCase] = [
        HostileCase(
            "PNG: 60 000 × 60 000 pixels of one colour in 3 MB", .picture, timeLimit: .seconds(5),
            memoryLimit: 256 << 20, expected: .refusal(["bomb.png", "--pixel-limit"]),
            prepare: { folder in
                try PictureBombFiles.png(width: 60_000, height: 60_000).write(
                    to: folder.appendingPathComponent("bomb.png"))
                return [
                    HostileInvocation(["apply", "bomb.png", "-o", "out.png", "--size", "16x16", "--", "ColorInvert"])
                ]
            }),
        header(
            "PNG: 2 000 000 000 × 2 000 000 000 pixels", "bomb.png",
            PictureBombFiles.png(width: 2_000_000_000, height: 2_000_000_000, rows: 0)),
        header(
            "PNG: 100 000 × 100 000 pixels without data", "bomb.png",
            PictureBombFiles.png(width: 100_000, height: 100_000, rows: 0)),
        header(
            "TIFF: 4 294 967 295 × 4 294 967 295 pixels", "bomb.tif",
            PictureBombFiles.tiff(width: .max, height: .max, isTiled: false)),
        header(
            "TIFF: 9 000 000 × 9 000 000 pixels in tiles that aren't there", "bomb.tif",
            PictureBombFiles.tiff(width: 9_000_000, height: 9_000_000, isTiled: true)),
        header("TIFF: a directory that leads to itself", "bomb.tif", PictureBombFiles.loopingTIFF),
        header("GIF: 65 535 × 65 535 pixels", "bomb.gif", PictureBombFiles.gif),
        header("OpenEXR: a data window of 2^32 × 2^32", "bomb.exr", PictureBombFiles.exr),
        header("JPEG XL: only the mark", "bomb.jxl", Data([0xFF, 0x0A])),
        header("HEIF: a box of 2^64 - 1 bytes", "bomb.heic", PictureBombFiles.heif),
    ]

    private static func header(_ name: String, _ file: String, _ data: Data) -> HostileCase {
        HostileCase(
            name, .picture, expected: .refusal([file]),
            prepare: { folder in
                try data.write(to: folder.appendingPathComponent(file))
                return [HostileInvocation(["apply", file, "-o", "out.png", "--size", "16x16", "--", "ColorInvert"])]
            })
    }
}
