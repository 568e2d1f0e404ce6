import Foundation
import ImageGraph
import Pixels

/// An image made smaller by whole factors: every pixel is the average of a block of `columns` × `rows` pixels.
///
/// Blocks start at the extent's lower left corner, so that the result's extent starts at the origin. A block on the
/// right or upper edge averages the pixels that it has.
struct BoxReduction: NativeOperator {
    /// Pixels side by side in a block.
    let columns: Int
    /// Pixels on top of each other in a block.
    let rows: Int
    /// Extent of the result.
    let extent: CGRect
    private var image: ImageNode
    private let source: PixelRect

    let name = "box reduction"
    var inputs: [ImageNode] { [image] }
    var identity: AnyHashable? { [source.x, source.y, source.width, source.height, columns, rows] }
    /// A step for each pixel of a block.
    var stepsPerPixel: Double { Double(columns * rows) }
    func replacingInputs(by images: [ImageNode]) -> any NativeOperator {
        var result = self
        result.image = images[0]
        return result
    }

    /// The largest reduction that leaves no enlargement for `matrix` to do; nil when there is none, or the image has no
    /// edges.
    init?(of image: ImageNode, under matrix: CGAffineTransform) {
        guard matrix.isInvertible, !image.extent.isNull, !image.extent.isInfinite else { return nil }
        let source = PixelRect(enclosing: image.extent)
        let columns = Self.factor(hypot(matrix.a, matrix.b), limit: source.width)
        let rows = Self.factor(hypot(matrix.c, matrix.d), limit: source.height)
        guard columns > 1 || rows > 1 else { return nil }
        self.init(of: image, columns: columns, rows: rows)
    }

    /// Blocks of so many pixels; nil for an image that has no edges or is smaller than a block.
    init?(of image: ImageNode, columns: Int, rows: Int) {
        guard columns > 0, rows > 0, !image.extent.isNull, !image.extent.isInfinite else { return nil }
        let source = PixelRect(enclosing: image.extent)
        guard columns <= source.width, rows <= source.height else { return nil }
        (self.columns, self.rows) = (columns, rows)
        let (width, height) = ((source.width + columns - 1) / columns, (source.height + rows - 1) / rows)
        (self.image, self.source) = (image, source)
        extent = CGRect(x: 0, y: 0, width: width, height: height)
    }

    /// What is left of `matrix` to do with the reduced image.
    func remainder(of matrix: CGAffineTransform) -> CGAffineTransform {
        CGAffineTransform(scaleX: CGFloat(columns), y: CGFloat(rows))
            .concatenating(CGAffineTransform(translationX: CGFloat(source.x), y: CGFloat(source.y)))
            .concatenating(matrix)
    }

    func regionOfInterest(ofInput index: Int, for output: CGRect) -> CGRect {
        if output.isInfinite { return source.cgRect }
        return block(PixelRect(enclosing: output)).cgRect
    }

    func render(inputs: [Raster], region: PixelRect, into output: Raster) throws {
        let pixels = inputs[0]
        let meter = WorkMeter.current
        for y in region.y..<region.maxY {
            for x in region.x..<region.maxX {
                let part = block(PixelRect(x: x, y: y, width: 1, height: 1))
                output[x, y] = try average(of: part, in: pixels, meter)
            }
        }
    }

    /// The source pixels of these result pixels.
    private func block(_ part: PixelRect) -> PixelRect {
        PixelRect(
            x: source.x + part.x * columns, y: source.y + part.y * rows, width: part.width * columns,
            height: part.height * rows
        ).intersection(source)
    }

    // Sums are doubles, as blocks may hold millions of pixels.
    private func average(of part: PixelRect, in pixels: Raster, _ meter: WorkMeter?) throws -> SIMD4<Float> {
        guard !part.isEmpty, pixels.bounds.contains(part) else { return .zero }
        var sum = SIMD4<Double>.zero
        for y in part.y..<part.maxY {
            try meter?.check()
            let row = pixels.row(y) + (part.x - pixels.bounds.x)
            for x in 0..<part.width { sum += SIMD4<Double>(row[x]) }
        }
        return SIMD4<Float>(sum / Double(part.area))
    }

    private static func factor(_ scale: CGFloat, limit: Int) -> Int {
        // A scale of exactly 1/3 must give 3 in spite of rounding.
        let factor = (1 / scale + 1e-6).rounded(.down)
        return Int(min(max(factor, 1), CGFloat(max(limit, 1))))
    }
}
