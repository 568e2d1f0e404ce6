import Foundation
import Pixels

/// The median of each component over the 3 × 3 pixels around each pixel. The pixels at the edge of the input's extent
/// are repeated outwards.
///
/// The columns are sorted, three pixels each. The median of nine is the median of three numbers: the largest minimum of
/// a column, the median of the columns' medians, and the smallest maximum.
package struct Median: NativeOperator {
    /// The image to smooth. Its extent must not be null.
    package let input: ImageNode

    /// Creates the median of an image.
    package init(of input: ImageNode) { self.input = input }

    /// Name for descriptions and error messages.
    package var name: String { "median" }
    /// The image to smooth.
    package var inputs: [ImageNode] { [input] }
    /// Returns the median of another image.
    package func replacingInputs(by images: [ImageNode]) -> any NativeOperator { Median(of: images[0]) }
    /// One step for each pixel.
    package var workPerPixel: Double { 9 }
    /// The rectangle whose edge is repeated.
    package var identity: AnyHashable? { edge }

    /// The rectangle whose edge is repeated.
    package var edge: PixelRect { PixelRect(enclosing: input.extent) }

    /// Returns the pixels around all pixels of `output`, without those that repeat others.
    package func regionOfInterest(ofInput index: Int, for output: CGRect) -> CGRect {
        if output.isNull || output.isInfinite { return output }
        let part = PixelRect(enclosing: output)
        return part.isEmpty ? .null : part.outset(by: 1).intersection(edge).cgRect
    }

    /// Computes the medians of `region`, which lies in the input's extent.
    package func render(inputs: [Raster], region: PixelRect, into output: Raster) throws {
        let image = (inputs.first ?? .transparent).view.repeatingEdge(of: edge, in: region.outset(by: 1))
        guard let whole = image.raster else { return }
        let meter = WorkMeter.current
        for y in region.y..<region.maxY {
            try meter?.check()
            let rows = (-1...1).map { UnsafePointer(whole.row(y + $0)) + (region.x - whole.bounds.x) }
            let target = output.row(y) + (region.x - output.bounds.x)
            for x in 0..<region.width {
                let columns = (-1...1).map { Column(rows[0][x + $0], rows[1][x + $0], rows[2][x + $0]) }
                target[x] =
                    Column(
                        columns.map(\.least).reduce(columns[0].least, LargestFold.combine),
                        Column(columns[0].middle, columns[1].middle, columns[2].middle).middle,
                        columns.map(\.most).reduce(columns[0].most, SmallestFold.combine)
                    ).middle
            }
        }
    }

    /// Three pixels, sorted component by component.
    private struct Column {
        let least: SIMD4<Float>
        let middle: SIMD4<Float>
        let most: SIMD4<Float>

        @inline(__always)
        init(_ a: SIMD4<Float>, _ b: SIMD4<Float>, _ c: SIMD4<Float>) {
            let (low, high) = (SmallestFold.combine(a, b), LargestFold.combine(a, b))
            least = SmallestFold.combine(low, c)
            most = LargestFold.combine(high, c)
            middle = LargestFold.combine(low, SmallestFold.combine(high, c))
        }
    }
}

extension ImageNode {
    /// Returns the median of each component over the 3 × 3 pixels around each pixel. The extent stays.
    package var median: ImageNode {
        if extent.isNull { return self }
        return .native(Median(of: self), extent: extent.isInfinite ? extent : extent.enclosingWholePixels)
    }
}
