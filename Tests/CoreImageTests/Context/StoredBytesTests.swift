import CoreImage
import Foundation
import TestSupport
import Testing

/// Filters that read 8-bit pixels as they are stored, beside the same filters on the same values as floats.
@Suite("8-bit pictures without colour management")
struct StoredBytesTests {
    private static let (width, height) = (300, 170)

    /// Random bytes as an image of bytes, and as one of floats.
    private static func pictures(_ format: CIFormat) throws -> (bytes: CIImage, floats: CIImage) {
        var random = SeededGenerator(seed: 5)
        let count = width * height
        let bytes = (0..<4 * count).map { _ in UInt8.random(in: 0...255, using: &random) }
        let places = format == .BGRA8 ? [2, 1, 0, 3] : [0, 1, 2, 3]
        let floats = (0..<count).flatMap { pixel in places.map { Float(bytes[4 * pixel + $0]) / 255 } }
        func image(_ data: Data, _ format: CIFormat, _ pixelBytes: Int) -> CIImage {
            CIImage(
                bitmapData: data, bytesPerRow: width * pixelBytes, size: CGSize(width: width, height: height),
                format: format, colorSpace: nil)
        }
        return (image(Data(bytes), format, 4), image(floats.withUnsafeBytes { Data($0) }, .RGBAf, 16))
    }

    private static let filters: [(name: String, values: [String: Double])] = [
        ("CIMorphologyMaximum", ["inputRadius": 3]), ("CIMorphologyMinimum", ["inputRadius": 20]),
        ("CIMorphologyGradient", ["inputRadius": 2]),
        ("CIMorphologyRectangleMaximum", ["inputWidth": 5, "inputHeight": 9]),
        ("CIMorphologyRectangleMinimum", ["inputWidth": 31, "inputHeight": 1]),
        ("CIAreaMinimum", [:]), ("CIAreaMaximum", [:]), ("CIAreaMinMax", [:]), ("CIAreaMinMaxRed", [:]),
        ("CIAreaAverage", [:]), ("CIAreaBoundsRed", [:]), ("CIAreaHistogram", ["inputCount": 64]),
        ("CIRowAverage", [:]), ("CIColumnAverage", [:]),
    ]

    @Test("look as floats with the same values do", arguments: [CIFormat.RGBA8, .BGRA8])
    func sameValues(format: CIFormat) throws {
        let (bytes, floats) = try Self.pictures(format)
        // Whole, cropped, moved, and cropped to less than a pixel's row.
        let changes: [(CIImage) -> CIImage] = [
            { $0 }, { $0.cropped(to: CGRect(x: 17, y: 5, width: 201, height: 90)) },
            { $0.transformed(by: CGAffineTransform(translationX: -150, y: 40)) },
            { $0.cropped(to: CGRect(x: 299, y: 0, width: 1, height: 170)) },
        ]
        for (name, values) in Self.filters {
            for (number, change) in changes.enumerated() {
                func result(_ image: CIImage) throws -> CIImage {
                    let filter = try #require(CIFilter(name: name))
                    let image = change(image)
                    filter.setValue(image, forKey: kCIInputImageKey)
                    for (key, value) in values { filter.setValue(value, forKey: key) }
                    if filter.inputKeys.contains(kCIInputExtentKey) {
                        filter.setValue(CIVector(cgRect: image.extent), forKey: kCIInputExtentKey)
                    }
                    return try filter.renderableOutput()
                }
                let (one, other) = (try result(bytes), try result(floats))
                #expect(one.extent == other.extent)
                let context = CIContext(options: [.workingColorSpace: NSNull(), .workingFormat: CIFormat.RGBAf])
                let found = try RenderedPixels(one, one.extent, in: context)
                let expected = try RenderedPixels(other, other.extent, in: context)
                for (a, b) in zip(found.all, expected.all) where !isClose(a, b, 1e-6) {
                    Issue.record("\(name), change \(number): \(a) instead of \(b)")
                    break
                }
                #expect(
                    try Self.stored(one, context) == Self.stored(other, context), "\(name), change \(number), stored")
            }
        }
    }

    /// The result as the bytes of an 8-bit bitmap.
    private static func stored(_ image: CIImage, _ context: CIContext) throws -> [UInt8] {
        let extent = image.extent
        var bytes = [UInt8](repeating: 7, count: 4 * Int(extent.width * extent.height))
        try context.renderBitmap(
            image, to: &bytes, rowBytes: 4 * Int(extent.width), bounds: extent, format: .RGBA8, colorSpace: nil)
        return bytes
    }
}
