import Foundation
import Pixels

/// The largest or smallest value of each component in a run of pixels along rows or columns. Output pixel i depends on
/// input pixels i − `reach` … i + `reach`.
///
/// Runs of 2, 4, 8 … pixels are combined from two of half the length, and the final run from two overlapping ones, so
/// the cost grows with the logarithm of the length. The input is transparent outside of its extent.
package struct LineExtremum: NativeOperator {
    /// Name for descriptions and error messages.
    package let name: String
    /// The image to examine.
    package let input: ImageNode
    /// Direction of the runs.
    package let axis: LineConvolution.Axis
    /// Whether the maximum or the minimum is computed.
    package let extremum: Extremum
    /// Number of pixels on either side, at least 1.
    package let reach: Int

    /// Creates an extremum; `reach` must be positive.
    package init(name: String, input: ImageNode, axis: LineConvolution.Axis, extremum: Extremum, reach: Int) {
        precondition(reach > 0, "reach must be positive")
        (self.name, self.input, self.axis, self.extremum, self.reach) = (name, input, axis, extremum, reach)
    }

    /// The image to examine.
    package var inputs: [ImageNode] { [input] }
    /// Returns the same extremum of another image.
    package func replacingInputs(by images: [ImageNode]) -> any NativeOperator {
        LineExtremum(name: name, input: images[0], axis: axis, extremum: extremum, reach: reach)
    }
    /// One step for each doubling of the length.
    package var workPerPixel: Double { log2(Double(2 * reach + 1)) + 1 }
    /// The axis, the kind of extremum, and the length.
    package var identity: AnyHashable? { [axis == .horizontal ? 0 : 1, extremum == .maximum ? 1 : 0, reach] }

    /// Returns the runs of all pixels of `output`.
    package func regionOfInterest(ofInput index: Int, for output: CGRect) -> CGRect {
        if output.isNull || output.isInfinite { return output }
        let part = PixelRect(enclosing: output)
        return part.isEmpty ? .null : runs(of: part).cgRect
    }

    private func runs(of part: PixelRect) -> PixelRect {
        axis == .horizontal
            ? PixelRect(x: part.x - reach, y: part.y, width: part.width + 2 * reach, height: part.height)
            : PixelRect(x: part.x, y: part.y - reach, width: part.width, height: part.height + 2 * reach)
    }

    /// Computes the extrema of `region`.
    package func render(inputs: [Raster], region: PixelRect, into output: Raster) throws {
        guard let image = inputs.first, !image.bounds.isEmpty else { return output.fill(region, with: .zero) }
        let whole = image.covering(runs(of: region))
        switch extremum {
        case .maximum: try fold(LargestFold.self, whole, region, output)
        case .minimum: try fold(SmallestFold.self, whole, region, output)
        }
    }

    // A block of this many columns stays in the processor's second-level cache for all rows of a tile.
    private static let block = 16

    private func fold<Fold: PixelFold>(_: Fold.Type, _ image: Raster, _ region: PixelRect, _ output: Raster) throws {
        let isRow = axis == .horizontal
        let (across, step) = isRow ? (1, 1) : (Self.block, Self.block)
        let length = (isRow ? region.width : region.height) + 2 * reach
        let meter = WorkMeter.current
        try withUnsafeTemporaryAllocation(of: SIMD4<Float>.self, capacity: length * across) { buffer in
            guard let line = buffer.baseAddress else { return }
            line.initialize(repeating: .zero, count: buffer.count)
            if isRow {
                for y in region.y..<region.maxY {
                    try meter?.check()
                    line.update(from: image.row(y) + (region.x - reach - image.bounds.x), count: length)
                    run(Fold.self, line, count: length, step: step) { i, first, second in
                        output.row(y)[region.x + i - output.bounds.x] = Fold.combine(first, second)
                    }
                }
                return
            }
            for x in stride(from: region.x, to: region.maxX, by: across) {
                try meter?.check()
                let width = min(across, region.maxX - x)
                for i in 0..<length {
                    (line + i * across).update(
                        from: image.row(region.y - reach + i) + (x - image.bounds.x), count: width)
                }
                run(Fold.self, line, count: length * across, step: step) { i, first, second in
                    if i % Self.block >= width { return }
                    output.row(region.y + i / Self.block)[x + i % Self.block - output.bounds.x] = Fold.combine(
                        first, second)
                }
            }
        }
    }

    /// Combines runs of `2 · reach + 1` values that are `step` apart: doubles their length in place while it isn't too
    /// large, then combines two.
    @inline(__always)
    private func run<Fold: PixelFold>(
        _: Fold.Type, _ line: UnsafeMutablePointer<SIMD4<Float>>, count: Int, step: Int,
        store: (_ i: Int, _ first: SIMD4<Float>, _ second: SIMD4<Float>) -> Void
    ) {
        let length = 2 * reach + 1
        var doubled = 1
        while 2 * doubled <= length {
            let distance = doubled * step
            for i in 0..<count - (2 * doubled - 1) * step { line[i] = Fold.combine(line[i], line[i + distance]) }
            doubled *= 2
        }
        let distance = (length - doubled) * step
        for i in 0..<count - (length - 1) * step { store(i, line[i], line[i + distance]) }
    }
}
