import CoreImage
import TestSupport
import Testing

/// A rectangle of premultiplied linear pixels, as the input of a filter or the expected result.
struct PixelGrid {
    let x: Int
    let y: Int
    let width: Int
    let height: Int
    /// Row by row from the bottom.
    private var pixels: [SIMD4<Float>]

    /// Pixels by formula; columns count to the right and rows upwards.
    init(x: Int = 0, y: Int = 0, width: Int, height: Int, color: (_ x: Int, _ y: Int) -> SIMD4<Float>) {
        (self.x, self.y, self.width, self.height) = (x, y, width, height)
        pixels = (0..<width * height).map { color(x + $0 % width, y + $0 / width) }
    }

    /// Renders a part of an image. The bounds are whole pixels.
    init(rendering image: CIImage, in bounds: CGRect, context: CIContext = CIContext()) throws {
        (x, y, width, height) = (Int(bounds.minX), Int(bounds.minY), Int(bounds.width), Int(bounds.height))
        var topDown = [SIMD4<Float>](repeating: SIMD4(repeating: .nan), count: width * height)
        let rowBytes = width * 16
        try topDown.withUnsafeMutableBytes { buffer in
            try context.renderBitmap(
                image, to: try #require(buffer.baseAddress), rowBytes: rowBytes, bounds: bounds, format: .RGBAf,
                colorSpace: CGColorSpace(name: CGColorSpace.extendedLinearSRGB))
        }
        pixels = []
        pixels.reserveCapacity(topDown.count)
        for row in (0..<height).reversed() { pixels += topDown[row * width..<(row + 1) * width] }
    }

    /// Colours from below 0 to above 1, with opaque, half transparent and transparent pixels.
    static func colorful(x: Int = 0, y: Int = 0, width: Int, height: Int) -> PixelGrid {
        PixelGrid(x: x, y: y, width: width, height: height) { column, row in
            let alpha: Float = [1, 1, 0.5, 0.25, 1, 0, 1][abs(column * 3 + row * 5) % 7]
            let red = Float(abs(column * 7 + row * 3) % 11) / 10
            let green = Float(abs(column * 5 + row * 13) % 17) / 8 - 0.25
            let blue = Float(abs(column + row * 2) % 5) / 4
            return SIMD4(red * alpha, green * alpha, blue * alpha, alpha)
        }
    }

    /// The pixel, transparent outside the grid.
    subscript(column: Int, row: Int) -> SIMD4<Float> {
        guard column >= x, row >= y, column < x + width, row < y + height else { return .zero }
        return pixels[(row - y) * width + column - x]
    }

    /// The nearest pixel of the grid.
    func clamped(_ column: Int, _ row: Int) -> SIMD4<Float> {
        self[min(max(column, x), x + width - 1), min(max(row, y), y + height - 1)]
    }

    /// Returns the bilinear mean of the four pixels around a point. `pixel` returns the pixels to use, by default those
    /// of this grid, transparent outside.
    func bilinear(at point: CGPoint, pixel: ((Int, Int) -> SIMD4<Float>)? = nil) -> SIMD4<Float> {
        let read = pixel ?? { self[$0, $1] }
        let (left, bottom) = ((point.x - 0.5).rounded(.down), (point.y - 0.5).rounded(.down))
        let (u, v) = (Float(point.x - 0.5 - left), Float(point.y - 0.5 - bottom))
        let (i, j) = (Int(left), Int(bottom))
        let low = read(i, j) * (1 - u) + read(i + 1, j) * u
        let high = read(i, j + 1) * (1 - u) + read(i + 1, j + 1) * u
        return low * (1 - v) + high * v
    }

    /// The first pixel for which the condition holds.
    func first(where condition: (SIMD4<Float>) -> Bool) -> SIMD4<Float>? { pixels.first(where: condition) }

    /// Returns the mean absolute difference of the components of all pixels of this grid and another of the same size.
    func meanDifference(to other: PixelGrid) -> Float {
        precondition(width == other.width && height == other.height)
        let count = 4 * width * height
        var sum: Float = 0
        pixels.withUnsafeBytes { first in
            other.pixels.withUnsafeBytes { second in
                guard let left = first.baseAddress?.assumingMemoryBound(to: Float.self),
                    let right = second.baseAddress?.assumingMemoryBound(to: Float.self)
                else { return }
                var index = 0
                while index < count {
                    sum += abs(left[index] - right[index])
                    index += 1
                }
            }
        }
        return sum / Float(count)
    }

    var bounds: CGRect { CGRect(x: x, y: y, width: width, height: height) }

    /// The grid as an image.
    var image: CIImage {
        var topDown: [SIMD4<Float>] = []
        topDown.reserveCapacity(pixels.count)
        for row in (0..<height).reversed() { topDown += pixels[row * width..<(row + 1) * width] }
        let picture = CIImage(
            bitmapData: topDown.withUnsafeBytes { Data($0) }, bytesPerRow: width * 16,
            size: CGSize(width: width, height: height), format: .RGBAf,
            colorSpace: CGColorSpace(name: CGColorSpace.extendedLinearSRGB))
        return picture.transformed(by: CGAffineTransform(translationX: CGFloat(x), y: CGFloat(y)))
    }
}

/// Checks every pixel of a part of an image against a formula, in premultiplied linear colour.
///
/// - Parameter relativeTolerance: A part of each expected component, by which it may differ in addition to `tolerance`.
func expect(
    _ image: CIImage?, in bounds: CGRect, tolerance: Float = 1e-4, relativeTolerance: Float = 0,
    sourceLocation: SourceLocation = #_sourceLocation, formula: (_ x: Int, _ y: Int) -> SIMD4<Float>
) throws {
    let image = try #require(image, sourceLocation: sourceLocation)
    let actual = try PixelGrid(rendering: image, in: bounds)
    for row in actual.y..<actual.y + actual.height {
        for column in actual.x..<actual.x + actual.width {
            let (found, wanted) = (actual[column, row], formula(column, row))
            let limit = wanted.replacing(with: -wanted, where: wanted .< 0) * relativeTolerance + tolerance
            // A component that isn't a number differs.
            guard abs(found.x - wanted.x) <= limit.x, abs(found.y - wanted.y) <= limit.y,
                abs(found.z - wanted.z) <= limit.z, abs(found.w - wanted.w) <= limit.w
            else {
                Issue.record(
                    "pixel (\(column), \(row)) is \(found), expected \(wanted)", sourceLocation: sourceLocation)
                return
            }
        }
    }
}

/// Checks that an image rendered in small parts has the same pixels as rendered at once, which needs regions of
/// interest that are large enough.
///
/// - Parameters:
///   - part: The width and height of the parts.
///   - every: Only every n-th part is rendered, row by row. A region that is too small shows in nearly every part.
func expectSameInParts(
    _ image: CIImage?, in bounds: CGRect, part: Int = 5, every: Int = 1,
    sourceLocation: SourceLocation = #_sourceLocation
) throws {
    let image = try #require(image, sourceLocation: sourceLocation)
    let whole = try PixelGrid(rendering: image, in: bounds)
    var index = 0
    for row in stride(from: whole.y, to: whole.y + whole.height, by: part) {
        for column in stride(from: whole.x, to: whole.x + whole.width, by: part) {
            defer { index += 1 }
            guard index.isMultiple(of: every) else { continue }
            let box = CGRect(x: column, y: row, width: part, height: part).intersection(bounds)
            let piece = try PixelGrid(rendering: image, in: box)
            for j in piece.y..<piece.y + piece.height {
                for i in piece.x..<piece.x + piece.width where piece[i, j] != whole[i, j] {
                    Issue.record(
                        "pixel (\(i), \(j)) is \(piece[i, j]) in a part and \(whole[i, j]) in the whole",
                        sourceLocation: sourceLocation)
                    return
                }
            }
        }
    }
}

/// The centre of a pixel.
func pixelCenter(_ column: Int, _ row: Int) -> CGPoint { CGPoint(x: CGFloat(column) + 0.5, y: CGFloat(row) + 0.5) }

/// Returns the linear light of an sRGB component, as a component of a pixel.
func linearFromSRGB(_ encoded: Double) -> Float { Float(SRGBFormula.decoded(encoded)) }
