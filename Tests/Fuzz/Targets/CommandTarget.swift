import CoreImage
import Foundation

@testable import CommandOutput
@testable import FilterChains
@testable import PictureBatches

extension FuzzTarget {
    /// The parsers of the command's values. The first byte selects the parser of the following text.
    static let commandValues = FuzzTarget(name: "command-values", longestInput: 512, changesPerSeed: 300) { bytes in
        let text = String(decoding: bytes.dropFirst(), as: UTF8.self)
        let readers = CommandValueReaders.all
        try readers[Int(bytes.first ?? 0) % readers.count](text)
    }

    /// Filter chains as in the arguments after `--`, one word per line. The chain is built for a small picture, and a
    /// few pixels are rendered.
    static let chains = FuzzTarget(name: "chains", longestInput: 512, changesPerSeed: 6) { bytes in
        let words = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
        let input = CIImage(color: CIColor(red: 0.2, green: 0.4, blue: 0.6, alpha: 0.8))
            .cropped(to: CGRect(x: 0, y: 0, width: 24, height: 16))
        do {
            let steps = try ChainStep.parse(words)
            // Longer chains take longer without finding more.
            guard steps.count <= 3 else { return }
            let image = try ChainBuilder(input: input, folder: CommandValueReaders.nowhere).image(for: steps)
            try renderCorner(of: image)
        } catch let finding as FuzzFinding {
            throw finding
        } catch {
            try expectText(StandardError.text(of: error))
        }
    }

    /// Renders a few pixels. An error must have a description.
    static func renderCorner(of image: CIImage) throws {
        let extent = image.extent
        let isPlaced = extent.minX.isFinite && extent.minY.isFinite && abs(extent.minX) < 1e6 && abs(extent.minY) < 1e6
        // On whole pixels, because a region between them has one more row.
        let corner = isPlaced ? CGPoint(x: extent.minX.rounded(.down), y: extent.minY.rounded(.down)) : .zero
        var pixels = [Float](repeating: 0, count: 4 * 4 * 4)
        do {
            try pixels.withUnsafeMutableBytes { memory in
                guard let base = memory.baseAddress else { return }
                try context.renderBitmap(
                    image, to: base, rowBytes: 64, bounds: CGRect(origin: corner, size: CGSize(width: 4, height: 4)),
                    format: .RGBAf, colorSpace: nil)
            }
        } catch {
            try expectText(StandardError.text(of: error))
        }
    }

    static func expectText(_ text: String) throws {
        try FuzzFinding.expect(!text.isEmpty, "an error without words")
    }

    private static let context = CIContext(options: [.cacheIntermediates: false])
}

/// The parsers of the command's arguments. Each throws only findings.
enum CommandValueReaders {
    /// A folder that doesn't exist.
    static let nowhere = URL(fileURLWithPath: "/nonexistent/coreimage-fuzz")

    static let all: [@Sendable (String) throws -> Void] =
        [
            "NSNumber", "CIVector", "CIColor", "CIImage", "CIBarcodeDescriptor", "AVCameraCalibrationData", "NSArray",
            "NSAffineTransform", "NSString", "NSAttributedString", "NSData", "CGColorSpace", "NSDate",
        ].map { name in { text in try readValue(text, as: name) } } + [
            { text in try readMemorySize(text) },
            { text in try readPictureSize(text) },
            { text in try readChain(text) },
        ]

    private static func readValue(_ text: String, as attributeClass: String) throws {
        // A path would access files of this machine.
        if ["CIImage", "NSData"].contains(attributeClass), text.contains("/") || text.contains("~") { return }
        let reader = ValueReader(folder: nowhere) { label in throw Refusal("@\(label): there is no such label") }
        do {
            let value = try reader.value(text, forKey: "inputFuzzed", attributeClass: attributeClass)
            _ = "\(value)"
        } catch {
            try FuzzTarget.expectText(StandardError.text(of: error))
        }
    }

    private static func readMemorySize(_ text: String) throws {
        if let size = MemorySize(argument: text) {
            try FuzzFinding.expect(size.bytes > 0, "--memory \(text) is \(size.bytes) bytes")
            try FuzzFinding.expect(
                MemorySize(argument: "\(size.bytes)") == size || size.bytes > 1 << 53, "\(size.bytes) bytes change")
        }
    }

    private static func readPictureSize(_ text: String) throws {
        guard let size = PictureSize(argument: text) else { return }
        try FuzzFinding.expect(size.width > 0 && size.height > 0, "--size \(text) is \(size.rectangle)")
        let again = PictureSize(argument: "\(size.width)x\(size.height)")
        try FuzzFinding.expect(again?.rectangle == size.rectangle, "--size \(text) changes when it is written again")
    }

    private static func readChain(_ text: String) throws {
        let steps: [ChainStep]
        do throws(ChainSyntaxError) {
            steps = try ChainStep.parse(text.split(separator: "\n").map(String.init))
        } catch {
            return try FuzzTarget.expectText(error.description)
        }
        try FuzzFinding.expect(!steps.isEmpty, "a chain without a step")
        for step in steps { try FuzzFinding.expect(!step.filter.isEmpty, "a step without a filter") }
    }
}
