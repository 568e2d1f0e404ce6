import Foundation
import Pixels

/// A weighted sum of pixels around each pixel: `out(x, y) = Σ weight · in(x + column, y + row)` over a list of taps.
///
/// All four components are treated alike. The input is transparent outside of its extent.
package struct SparseConvolution: NativeOperator {
    /// One pixel of the sum.
    package struct Tap: Sendable, Hashable {
        /// Offset in pixels to the right.
        package var column: Int
        /// Offset in pixels upwards.
        package var row: Int
        /// The pixel's weight.
        package var weight: Float

        /// Creates a tap.
        package init(column: Int, row: Int, weight: Float) {
            (self.column, self.row, self.weight) = (column, row, weight)
        }
    }

    /// Name for descriptions and error messages.
    package let name: String
    /// The image to convolve.
    package let input: ImageNode
    /// The pixels to add, in this order.
    package let taps: [Tap]
    private let columns: ClosedRange<Int>
    private let rows: ClosedRange<Int>

    /// Creates a sum of at least one tap.
    package init(name: String, input: ImageNode, taps: [Tap]) {
        precondition(!taps.isEmpty, "taps must not be empty")
        (self.name, self.input, self.taps) = (name, input, taps)
        columns = (taps.map(\.column).min() ?? 0)...(taps.map(\.column).max() ?? 0)
        rows = (taps.map(\.row).min() ?? 0)...(taps.map(\.row).max() ?? 0)
    }

    /// The image to convolve.
    package var inputs: [ImageNode] { [input] }
    /// Returns a convolution of another image with the same taps.
    package func replacingInputs(by images: [ImageNode]) -> any NativeOperator {
        SparseConvolution(name: name, input: images[0], taps: taps)
    }
    /// One step for each tap.
    package var workPerPixel: Double { Double(taps.count) }
    /// The taps.
    package var identity: AnyHashable? { taps }

    /// Returns the pixels at the taps' offsets from all pixels of `output`.
    package func regionOfInterest(ofInput index: Int, for output: CGRect) -> CGRect {
        if output.isNull || output.isInfinite { return output }
        let part = PixelRect(enclosing: output)
        return part.isEmpty ? .null : reach(of: part).cgRect
    }

    /// Returns the pixels at the taps' offsets from all pixels of `part`.
    package func reach(of part: PixelRect) -> PixelRect {
        PixelRect(
            x: part.x + columns.lowerBound, y: part.y + rows.lowerBound, width: part.width + columns.count - 1,
            height: part.height + rows.count - 1)
    }

    /// Returns the smallest rectangle of whole pixels around all results that depend on pixels in `extent`.
    package func extent(of extent: CGRect) -> CGRect {
        if extent.isInfinite || extent.isNull { return extent }
        let box = extent.enclosingWholePixels
        return CGRect(
            x: box.minX - CGFloat(columns.upperBound), y: box.minY - CGFloat(rows.upperBound),
            width: box.width + CGFloat(columns.count - 1), height: box.height + CGFloat(rows.count - 1))
    }

    /// Computes `region`. Products are added in the order of the taps, so that a pixel doesn't depend on the region.
    package func render(inputs: [Raster], region: PixelRect, into output: Raster) throws {
        guard let image = inputs.first, !image.bounds.isEmpty else { return output.fill(region, with: .zero) }
        let whole = image.covering(reach(of: region))
        var steps = taps.map { (offset: $0.row * whole.stride + $0.column, weight: $0.weight) }
        let meter = WorkMeter.current
        try steps.withUnsafeMutableBufferPointer { steps in
            for y in region.y..<region.maxY {
                try meter?.check()
                let source = UnsafePointer(whole.row(y)) + (region.x - whole.bounds.x)
                let target = output.row(y) + (region.x - output.bounds.x)
                var x = 0
                while x + 4 <= region.width {
                    var (a, b, c, d) = (SIMD4<Float>.zero, SIMD4<Float>.zero, SIMD4<Float>.zero, SIMD4<Float>.zero)
                    for step in steps {
                        let pixel = source + (x + step.offset)
                        a += pixel[0] * step.weight
                        b += pixel[1] * step.weight
                        c += pixel[2] * step.weight
                        d += pixel[3] * step.weight
                    }
                    (target[x], target[x + 1], target[x + 2], target[x + 3]) = (a, b, c, d)
                    x += 4
                }
                while x < region.width {
                    var sum = SIMD4<Float>.zero
                    for step in steps { sum += source[x + step.offset] * step.weight }
                    target[x] = sum
                    x += 1
                }
            }
        }
    }
}
