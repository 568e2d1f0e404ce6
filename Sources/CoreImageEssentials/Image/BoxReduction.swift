import Foundation
import ImageGraph
import Pixels

/// An image reduced by whole factors. Every pixel is the average of a block of `columns` × `rows` pixels.
///
/// Blocks start at the lower left corner of the source's extent, and the result's extent starts at the origin. A block
/// that crosses the right or upper edge averages the pixels inside the image.
package struct BoxReduction: NativeOperator {
    /// The number of pixels side by side in a block.
    package let columns: Int
    /// The number of pixels on top of each other in a block.
    package let rows: Int
    /// The extent of the result.
    package let extent: CGRect
    private var image: ImageNode
    private let source: PixelRect

    package let name = "box reduction"
    package var inputs: [ImageNode] { [image] }
    package var identity: AnyHashable? { [source.x, source.y, source.width, source.height, columns, rows] }
    /// One step for each pixel of a block.
    package var workPerPixel: Double { Double(columns * rows) }
    package func replacingInputs(by images: [ImageNode]) -> any NativeOperator {
        var result = self
        result.image = images[0]
        return result
    }

    /// The largest reduction after which the rest of `matrix` still doesn't enlarge the image. nil if both factors are
    /// 1, or if the image is infinite.
    package init?(of image: ImageNode, under matrix: CGAffineTransform) {
        guard matrix.isInvertible, !image.extent.isNull, !image.extent.isInfinite else { return nil }
        let source = PixelRect(enclosing: image.extent)
        let columns = Self.factor(hypot(matrix.a, matrix.b), limit: source.width)
        let rows = Self.factor(hypot(matrix.c, matrix.d), limit: source.height)
        guard columns > 1 || rows > 1 else { return nil }
        self.init(of: image, columns: columns, rows: rows)
    }

    /// A reduction by given factors. nil for an image that is infinite or smaller than a block.
    package init?(of image: ImageNode, columns: Int, rows: Int) {
        guard columns > 0, rows > 0, !image.extent.isNull, !image.extent.isInfinite else { return nil }
        let source = PixelRect(enclosing: image.extent)
        guard columns <= source.width, rows <= source.height else { return nil }
        (self.columns, self.rows) = (columns, rows)
        let (width, height) = ((source.width + columns - 1) / columns, (source.height + rows - 1) / rows)
        (self.image, self.source) = (image, source)
        extent = CGRect(x: 0, y: 0, width: width, height: height)
    }

    /// Returns the transform that remains to be applied to the reduced image.
    func remainder(of matrix: CGAffineTransform) -> CGAffineTransform {
        CGAffineTransform(scaleX: CGFloat(columns), y: CGFloat(rows))
            .concatenating(CGAffineTransform(translationX: CGFloat(source.x), y: CGFloat(source.y)))
            .concatenating(matrix)
    }

    package func regionOfInterest(ofInput index: Int, for output: CGRect) -> CGRect {
        if output.isInfinite { return source.cgRect }
        return block(PixelRect(enclosing: output)).cgRect
    }

    package func render(inputs: [Raster], region: PixelRect, into output: Raster) throws {
        let pixels = inputs[0]
        let meter = WorkMeter.current
        for y in region.y..<region.maxY {
            for x in region.x..<region.maxX {
                let part = block(PixelRect(x: x, y: y, width: 1, height: 1))
                output[x, y] = try average(of: part, in: pixels, meter)
            }
        }
    }

    /// Returns the source pixels of a rectangle of result pixels.
    private func block(_ part: PixelRect) -> PixelRect {
        PixelRect(
            x: source.x + part.x * columns, y: source.y + part.y * rows, width: part.width * columns,
            height: part.height * rows
        ).intersection(source)
    }

    // Sums are doubles because a block may hold millions of pixels.
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
