import CoreImage
import Testing

/// An image's pixels as sRGB bytes, premultiplied, counted from the lower left corner of a region.
struct PixelGrid: Equatable {
    let width: Int
    let height: Int
    private let bytes: [UInt8]

    init(_ image: CIImage, in region: CGRect? = nil) throws {
        let region = region ?? image.extent
        (width, height) = (Int(region.width), Int(region.height))
        var bytes = [UInt8](repeating: 0, count: width * height * 4)
        let rowBytes = width * 4
        try bytes.withUnsafeMutableBytes { buffer in
            try CIContext(options: [.workingFormat: CIFormat.RGBAf]).renderBitmap(
                image, to: try #require(buffer.baseAddress), rowBytes: rowBytes, bounds: region, format: .RGBA8,
                colorSpace: CGColorSpace(name: CGColorSpace.sRGB))
        }
        self.bytes = bytes
    }

    subscript(x: Int, y: Int) -> SIMD4<UInt8> {
        let start = ((height - 1 - y) * width + x) * 4
        return SIMD4(bytes[start], bytes[start + 1], bytes[start + 2], bytes[start + 3])
    }

    /// Coordinates of the pixels whose centres lie within `radius` of a point.
    func coordinates(within radius: CGFloat, of center: CGPoint) -> [(x: Int, y: Int)] {
        coordinates { hypot($0.x - center.x, $0.y - center.y) <= radius }
    }

    /// Coordinates of the pixels whose centres meet a condition.
    func coordinates(where condition: (CGPoint) -> Bool) -> [(x: Int, y: Int)] {
        (0..<height).flatMap { y in
            (0..<width).filter { condition(CGPoint(x: CGFloat($0) + 0.5, y: CGFloat(y) + 0.5)) }.map { (x: $0, y: y) }
        }
    }

    /// The mean of green in the square of `2 · reach + 1` pixels around a place, as far as it is in the grid.
    func mean(around place: (x: Int, y: Int), reach: Int) -> Double {
        let columns = max(0, place.x - reach)...min(width - 1, place.x + reach)
        let rows = max(0, place.y - reach)...min(height - 1, place.y + reach)
        let sum = rows.reduce(0) { sum, y in columns.reduce(sum) { $0 + Int(self[$1, y].y) } }
        return Double(sum) / Double(columns.count * rows.count)
    }
}
