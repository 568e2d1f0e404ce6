import PixelBuffers
import Pixels
import Testing

/// Buffers for tests.
enum Buffers {
    static func make(
        _ width: Int, _ height: Int, _ type: OSType, _ attributes: CFDictionary? = nil
    ) throws -> CVPixelBuffer {
        var buffer: CVPixelBuffer?
        try #require(CVPixelBufferCreate(nil, width, height, type, attributes, &buffer) == kCVReturnSuccess)
        return try #require(buffer)
    }

    static func locked(_ buffer: CVPixelBuffer, _ body: () throws -> Void) throws {
        try #require(CVPixelBufferLockBaseAddress(buffer, []) == kCVReturnSuccess)
        defer { CVPixelBufferUnlockBaseAddress(buffer, []) }
        try body()
    }
}

/// What a format is, written down from Core Video's names and the comments of its header.
struct FormatFact: Sendable, CustomTestStringConvertible {
    struct Plane: Sendable {
        var bytes: Int
        var pixels = 1
        var horizontal = 1
        var vertical = 1
    }

    let type: OSType
    let planes: [Plane]
    let bits: Int
    var range = PixelBufferFormat.Range.full
    var hasAlpha = false

    var testDescription: String { PixelBufferFormat.description(of: type) }

    private static func code(_ text: String) -> OSType { text.utf8.reduce(0) { $0 * 256 + OSType($1) } }

    private static func simple(_ text: String, _ bytes: Int, _ bits: Int, alpha: Bool = false) -> FormatFact {
        FormatFact(type: code(text), planes: [Plane(bytes: bytes)], bits: bits, hasAlpha: alpha)
    }

    private static func biPlanar(_ texts: [String], _ bits: Int, _ horizontal: Int, _ vertical: Int) -> [FormatFact] {
        let bytes = bits == 8 ? 1 : 2
        return zip(texts, [PixelBufferFormat.Range.video, .full]).map { text, range in
            FormatFact(
                type: code(text),
                planes: [Plane(bytes: bytes), Plane(bytes: 2 * bytes, horizontal: horizontal, vertical: vertical)],
                bits: bits, range: range)
        }
    }

    private static func threePlanes(_ text: String, _ range: PixelBufferFormat.Range) -> FormatFact {
        let chroma = Plane(bytes: 1, horizontal: 2, vertical: 2)
        return FormatFact(type: code(text), planes: [Plane(bytes: 1), chroma, chroma], bits: 8, range: range)
    }

    private static func pairs(_ text: String, _ range: PixelBufferFormat.Range) -> FormatFact {
        FormatFact(type: code(text), planes: [Plane(bytes: 4, pixels: 2)], bits: 8, range: range)
    }

    static let all: [FormatFact] =
        [
            FormatFact(type: 24, planes: [Plane(bytes: 3)], bits: 8),
            FormatFact(type: 32, planes: [Plane(bytes: 4)], bits: 8, hasAlpha: true),
            simple("24BG", 3, 8), simple("BGRA", 4, 8, alpha: true), simple("ABGR", 4, 8, alpha: true),
            simple("RGBA", 4, 8, alpha: true), simple("b64a", 8, 16, alpha: true), simple("l64r", 8, 16, alpha: true),
            simple("RGhA", 8, 16, alpha: true), simple("RGfA", 16, 32, alpha: true),
            simple("L008", 1, 8), simple("L016", 2, 16), simple("L00h", 2, 16), simple("L00f", 4, 32),
            simple("2C08", 2, 8), simple("2C16", 4, 16), simple("2C0h", 4, 16), simple("2C0f", 8, 32),
            simple("hdis", 2, 16), simple("fdis", 4, 32), simple("hdep", 2, 16), simple("fdep", 4, 32),
            threePlanes("y420", .video), threePlanes("f420", .full),
            pairs("2vuy", .video), pairs("yuvs", .video), pairs("yuvf", .full),
        ] + biPlanar(["420v", "420f"], 8, 2, 2) + biPlanar(["422v", "422f"], 8, 2, 1)
        + biPlanar(["444v", "444f"], 8, 1, 1) + biPlanar(["x420", "xf20"], 10, 2, 2)
        + biPlanar(["x422", "xf22"], 10, 2, 1) + biPlanar(["x444", "xf44"], 10, 1, 1)
}
