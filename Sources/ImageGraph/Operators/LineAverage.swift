import Foundation
import Pixels

/// The mean of a run of pixels along rows or columns. Output pixel i averages input pixels i + `first` … i + `first` +
/// `count` − 1.
///
/// The cost hardly depends on the length. Lines are cut at multiples of `count`, so that every run is the end of one
/// piece and the start of the next. Sums from each cut outwards, in double precision, give all runs around it. A run's
/// sum contains only pixels of the run, always added in the same order, so a pixel doesn't depend on the region. The
/// input is transparent outside of its extent.
package struct LineAverage: NativeOperator {
    /// Name for descriptions and error messages.
    package let name: String
    /// The image to average.
    package let input: ImageNode
    /// Direction of the runs.
    package let axis: LineConvolution.Axis
    /// Offset in pixels from an output pixel to the start of its run.
    package let first: Int
    /// Number of pixels in a run, at least 1.
    package let count: Int

    /// Creates an average; `count` must be positive.
    package init(name: String, input: ImageNode, axis: LineConvolution.Axis, first: Int, count: Int) {
        precondition(count > 0, "count must be positive")
        (self.name, self.input, self.axis, self.first, self.count) = (name, input, axis, first, count)
    }

    /// The image to average.
    package var inputs: [ImageNode] { [input] }
    /// Returns the same average of another image.
    package func replacingInputs(by images: [ImageNode]) -> any NativeOperator {
        LineAverage(name: name, input: images[0], axis: axis, first: first, count: count)
    }
    /// Two sums per pixel, whatever the length.
    package var workPerPixel: Double { 2 }
    /// Axis, start and length of the runs.
    package var identity: AnyHashable? { [axis == .horizontal ? 0 : 1, first, count] }

    /// Returns the runs of all pixels of `output`.
    package func regionOfInterest(ofInput index: Int, for output: CGRect) -> CGRect {
        if output.isNull || output.isInfinite { return output }
        let part = PixelRect(enclosing: output)
        if part.isEmpty { return .null }
        return axis == .horizontal
            ? CGRect(x: part.x + first, y: part.y, width: part.width + count - 1, height: part.height)
            : CGRect(x: part.x, y: part.y + first, width: part.width, height: part.height + count - 1)
    }

    /// Computes the averages of `region`.
    package func render(inputs: [Raster], region: PixelRect, into output: Raster) throws {
        guard let image = inputs.first, !image.bounds.isEmpty else { return output.fill(region, with: .zero) }
        let line = axis == .horizontal ? region.x..<region.maxX : region.y..<region.maxY
        let across = axis == .horizontal ? region.y..<region.maxY : region.x..<region.maxX
        var ends = [SIMD4<Double>](repeating: .zero, count: min(count, line.count))
        let meter = WorkMeter.current
        for part in parts(of: line) {
            for position in across {
                try meter?.check()
                average(part, at: position, image, &ends) { i, value in
                    if axis == .horizontal {
                        output.row(position)[i - output.bounds.x] = value
                    } else {
                        output.row(i)[position - output.bounds.x] = value
                    }
                }
            }
        }
    }

    /// Runs around one cut.
    package struct Part: Sendable, Hashable {
        /// Position of the first pixel after the cut.
        package let cut: Int
        /// Positions of the first pixels of the runs: at most `count` − 1 before the cut, and at most the cut itself.
        package let starts: ClosedRange<Int>
    }

    /// Returns all runs of the output pixels `line`, cut by cut.
    package func parts(of line: Range<Int>) -> [Part] {
        if line.isEmpty { return [] }
        let starts = line.lowerBound + first...line.upperBound - 1 + first
        let cuts = stride(
            from: -(-starts.lowerBound).flooredQuotient(by: count) * count,
            through: -(-starts.upperBound).flooredQuotient(by: count) * count, by: count)
        return cuts.map { cut in
            Part(cut: cut, starts: max(starts.lowerBound, cut - count + 1)...min(starts.upperBound, cut))
        }
    }

    private func average(
        _ part: Part, at position: Int, _ image: Raster, _ ends: inout [SIMD4<Double>],
        store: (Int, SIMD4<Float>) -> Void
    ) {
        func pixel(_ i: Int) -> SIMD4<Double> {
            SIMD4<Double>(axis == .horizontal ? image[i, position] : image[position, i])
        }
        let (low, high) = (part.starts.lowerBound, part.starts.upperBound)
        var sum = SIMD4<Double>.zero
        for i in stride(from: part.cut - 1, through: low, by: -1) {
            sum += pixel(i)
            if i <= high { ends[i - low] = sum }
        }
        if high == part.cut { ends[high - low] = .zero }
        sum = .zero
        let scale = 1 / Double(count)
        for i in part.cut..<high + count {
            sum += pixel(i)
            let start = i - count + 1
            if start >= low { store(start - first, SIMD4<Float>((ends[start - low] + sum) * scale)) }
        }
    }
}
