import CoreImage
import Foundation
import Testing

/// Every Exif orientation on a picture of 3 × 2 different pixels. The oracle is the definition of the tag: which side
/// of the upright picture row 0 and column 0 of the stored one are.
@Suite("Orientation")
struct OrientationTests {
    private static let width = 3
    private static let height = 2

    /// Stored pixel (row from the top, column from the left) as a number.
    private static func stored(_ row: Int, _ column: Int) -> Float { Float(1 + row * width + column) }

    /// Row and column of the upright picture at which a stored pixel is seen.
    private static func seen(_ orientation: Int, _ r: Int, _ c: Int) -> (row: Int, column: Int) {
        let (w, h) = (width, height)
        switch orientation {
        case 1: return (r, c)
        case 2: return (r, w - 1 - c)
        case 3: return (h - 1 - r, w - 1 - c)
        case 4: return (h - 1 - r, c)
        case 5: return (c, r)
        case 6: return (c, h - 1 - r)
        case 7: return (w - 1 - c, h - 1 - r)
        default: return (w - 1 - c, r)
        }
    }

    private func image() -> CIImage {
        makePicture(Self.width, Self.height) { x, y in
            SIMD4(Self.stored(Self.height - 1 - y, x), 0, 0, 1)
        }
    }

    @Test("Pixels", arguments: 1...8)
    func pixels(orientation: Int) throws {
        let value = try #require(CGImagePropertyOrientation(rawValue: UInt32(orientation)))
        let size = orientation < 5 ? CGSize(width: 3, height: 2) : CGSize(width: 2, height: 3)
        for origin in [CGPoint.zero, CGPoint(x: 5, y: -4)] {
            let source = image().transformed(by: CGAffineTransform(translationX: origin.x, y: origin.y))
            for turned in [source.oriented(value), source.oriented(forExifOrientation: Int32(orientation))] {
                #expect(turned.extent == CGRect(origin: origin, size: size))
                let pixels = try RenderedPixels(turned, turned.extent)
                for r in 0..<Self.height {
                    for c in 0..<Self.width {
                        let (row, column) = Self.seen(orientation, r, c)
                        let found = pixels[Int(origin.x) + column, Int(origin.y + size.height) - 1 - row]
                        #expect(found == SIMD4(Self.stored(r, c), 0, 0, 1))
                    }
                }
            }
            #expect(
                source.orientationTransform(for: value)
                    == source.orientationTransform(forExifOrientation: Int32(orientation)))
        }
    }

    @Test("Numbers that are no orientation change nothing", arguments: [0, 9, -1, 1000] as [Int32])
    func unknown(orientation: Int32) {
        let source = image()
        #expect(source.orientationTransform(forExifOrientation: orientation) == .identity)
        #expect(source.oriented(forExifOrientation: orientation).extent == source.extent)
    }

    @Test("The orientation property is applied on request", arguments: 1...8)
    func property(orientation: Int) throws {
        let bytes = Data((0..<6).map { UInt8($0 * 40) })
        let provider = try #require(CGDataProvider(data: bytes))
        let stored = try CGImage(
            checkingWidth: 3, height: 2, bitsPerComponent: 8, bitsPerPixel: 8, bytesPerRow: 3,
            space: CGColorSpaceCreateDeviceGray(), bitmapInfo: [], provider: provider)
        let properties: [String: Any] = [
            "Orientation": orientation, "{TIFF}": ["Orientation": orientation, "Make": "M"],
        ]
        let plain = CIImage(cgImage: stored, options: [.properties: properties])
        #expect(plain.extent.size == CGSize(width: 3, height: 2))
        #expect(plain.properties["Orientation"] as? Int == orientation)
        let turned = CIImage(cgImage: stored, options: [.properties: properties, .applyOrientationProperty: true])
        #expect(turned.extent.size == (orientation < 5 ? CGSize(width: 3, height: 2) : CGSize(width: 2, height: 3)))
        #expect(turned.properties["Orientation"] as? Int == 1)
        let tiff = turned.properties["{TIFF}"] as? [String: Any]
        #expect(tiff?["Orientation"] as? Int == 1)
        #expect(tiff?["Make"] as? String == "M")
        let expected = try RenderedPixels(plain.oriented(forExifOrientation: Int32(orientation)), turned.extent)
        #expect(try RenderedPixels(turned, turned.extent).all == expected.all)
    }
}
