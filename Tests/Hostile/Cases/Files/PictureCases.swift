import CoreImage
import Foundation
import ImageFiles
import Pixels

extension HostileCase {
    /// Truncated or corrupted pictures of every writable format. The result must be a picture, or a refusal that names
    /// the file.
    static let damagedPictures: [HostileCase] = ImageFileFormat.writable.flatMap { damages(of: $0) { $0 } }

    /// One file of each of `damagedPictures`. It is another damage for each format, so that all damages occur.
    static let someDamagedPictures: [HostileCase] = ImageFileFormat.writable.enumerated().flatMap { number, format in
        damages(of: format) { all in [all[number % all.count]] }
    }

    private static func damages(
        of format: ImageFileFormat, _ choose: @escaping @Sendable ([Data]) -> [Data]
    ) -> [HostileCase] {
        [
            damaged("\(format.displayName): cut off", format, choose) { whole in
                // Most cuts are near the start, where the file's structure is.
                [1, 9, 33, 129, whole.count / 3, whole.count - 1].map { whole.prefix($0) }
            },
            damaged("\(format.displayName): flipped bits", format, choose) { whole in
                (0..<6).map { round in
                    var bytes = whole
                    // The strides have no common divisor with sizes in the format.
                    for place in stride(from: 3 + round * 7, to: bytes.count, by: 61 + round * 13) {
                        bytes[bytes.startIndex + place] ^= 1 << UInt8(round % 8)
                    }
                    return bytes
                }
            },
            damaged("\(format.displayName): 0xFF in the header", format, choose) { whole in
                (0..<3).map { round in
                    var bytes = whole
                    for place in (8 + round * 6)..<min(bytes.count, 14 + round * 6) {
                        bytes[bytes.startIndex + place] = 0xFF
                    }
                    return bytes
                }
            },
        ]
    }

    private static func damaged(
        _ name: String, _ format: ImageFileFormat, _ choose: @escaping @Sendable ([Data]) -> [Data],
        _ damage: @escaping @Sendable (_ whole: Data) -> [Data]
    ) -> HostileCase {
        HostileCase(
            name, .picture, expected: .acceptanceOrRefusal(["evil-"]),
            prepare: { folder in
                let whole = try ImageFileWriter.encode(format == .openEXR ? ramp : gradient, as: format)
                return try choose(damage(whole)).enumerated().map { index, bytes in
                    let file = "evil-\(index).\(format.extensions[0])"
                    try Data(bytes).write(to: folder.appendingPathComponent(file))
                    return HostileInvocation(["apply", file, "-o", "out-\(index).png", "--", "ColorInvert"])
                }
            })
    }

    private static let gradient = EncodedPicture(
        width: 40, height: 30, pixelFormat: .RGB8, colorSpace: CGColorSpace(name: CGColorSpace.sRGB)
    ) { strip, buffer, bytesPerRow in
        for y in 0..<strip.height {
            for x in 0..<strip.width {
                for channel in 0..<3 {
                    buffer.storeBytes(
                        of: UInt8(truncatingIfNeeded: x &* 73 ^ (strip.y + y) &* 19 ^ channel &* 83),
                        toByteOffset: y * bytesPerRow + x * 3 + channel, as: UInt8.self)
                }
            }
        }
    }

    /// A picture with float pixels for OpenEXR, which has no integer format.
    private static let ramp = EncodedPicture(
        width: 40, height: 30, pixelFormat: .RGBAf, colorSpace: CGColorSpace(name: CGColorSpace.extendedLinearSRGB)
    ) { strip, buffer, bytesPerRow in
        for y in 0..<strip.height {
            for x in 0..<strip.width {
                for channel in 0..<4 {
                    buffer.storeBytes(
                        of: Float(x * (strip.y + y) + channel) / 1300,
                        toByteOffset: y * bytesPerRow + x * 16 + channel * 4,
                        as: Float.self)
                }
            }
        }
    }

    /// Files whose extension doesn't match their format, or that aren't pictures.
    static let misnamedPictures: [HostileCase] = [
        HostileCase(
            "a PNG called .jpg", .picture, expected: .acceptance([]),
            prepare: { folder in
                try ImageFileWriter.encode(gradient, as: .png).write(to: folder.appendingPathComponent("evil.jpg"))
                return [HostileInvocation(["apply", "evil.jpg", "-o", "out.png", "--", "ColorInvert"])]
            }),
        noPicture("a shell script called .png", "#!/bin/sh\ntouch owned\n"),
        noPicture("a PDF called .tif", "%PDF-1.7\n1 0 obj <</Type/Catalog>> endobj\n"),
        noPicture("PostScript called .jpg", "%!PS-Adobe-3.0\n(owned) (w) file\n"),
        noPicture(
            "an ImageMagick script called .svg",
            "push graphic-context\nviewbox 0 0 640 480\nfill 'url(https://127.0.0.1:1/x)'\npop graphic-context\n"),
        noPicture("a CSV called .png", "1,2\n3,4\n"),
        noPicture("a text called .exr", "v/1\u{1}"),
        HostileCase(
            "a pipe called .png", .picture, expected: .refusal(["evil.png", "regular file"]),
            prepare: { folder in
                guard mkfifo(folder.appendingPathComponent("evil.png").path, 0o600) == 0 else {
                    throw HostileSetupError("mkfifo", errno)
                }
                return [HostileInvocation(["apply", "evil.png", "-o", "out.png", "--", "ColorInvert"])]
            }),
        HostileCase(
            "/dev/zero as a picture", .picture, expected: .refusal(["/dev/zero", "regular file"]),
            prepare: { _ in [HostileInvocation(["apply", "/dev/zero", "-o", "out.png", "--", "ColorInvert"])] }),
        HostileCase(
            "an empty file of 1 TB", .picture, expected: .refusal(["evil.png"]),
            prepare: { folder in
                let file = folder.appendingPathComponent("evil.png").path
                guard FileManager.default.createFile(atPath: file, contents: nil), truncate(file, 1 << 40) == 0 else {
                    throw HostileSetupError("truncate", errno)
                }
                return [HostileInvocation(["apply", "evil.png", "-o", "out.png", "--", "ColorInvert"])]
            }),
        HostileCase(
            "a name that libvips could take for options", .picture, expected: .refusal(["evil.png"]),
            prepare: { folder in
                try Data("no picture".utf8).write(to: folder.appendingPathComponent("evil.png[access=random]"))
                return [HostileInvocation(["apply", "evil.png[access=random]", "-o", "out.png", "--", "ColorInvert"])]
            }),
    ]

    private static func noPicture(_ name: String, _ text: String) -> HostileCase {
        let suffix = name.split(separator: ".").last ?? "png"
        return HostileCase(
            name, .picture, expected: .refusal(["evil.\(suffix)"]),
            prepare: { folder in
                try Data(text.utf8).write(to: folder.appendingPathComponent("evil.\(suffix)"))
                return [HostileInvocation(["apply", "evil.\(suffix)", "-o", "out.png", "--", "ColorInvert"])]
            },
            inspect: { folder in
                FileManager.default.fileExists(atPath: folder.appendingPathComponent("owned").path)
                    ? "the script was run" : nil
            })
    }
}
