import Foundation
import ImageGraph
import Pixels

/// An extremum over runs of pixels, in generated code. Combines pairs, then pairs of pairs and so on, like
/// `LineExtremum`.
struct CompiledLineExtremum: NativeOperator {
    private let portable: LineExtremum
    private let code: DiscFunctions

    init(_ portable: LineExtremum, code: DiscFunctions) { (self.portable, self.code) = (portable, code) }

    var name: String { portable.name }
    var inputs: [ImageNode] { portable.inputs }
    var identity: AnyHashable? { portable.identity }
    var workPerPixel: Double { portable.workPerPixel }
    func replacingInputs(by images: [ImageNode]) -> any NativeOperator {
        CompiledLineExtremum(
            LineExtremum(
                name: name, input: images[0], axis: portable.axis, extremum: portable.extremum, reach: portable.reach),
            code: code)
    }
    func regionOfInterest(ofInput index: Int, for output: CGRect) -> CGRect {
        portable.regionOfInterest(ofInput: index, for: output)
    }

    func render(inputs: [Raster], region: PixelRect, into output: Raster) throws {
        guard let image = inputs.first, !image.bounds.isEmpty,
            let merge = code.merge[portable.extremum == .maximum ? .largest : .smallest]
        else { return output.fill(region, with: .zero) }
        let runs = PixelRect(enclosing: regionOfInterest(ofInput: 0, for: region.cgRect))
        let whole = image.covering(runs)
        switch portable.axis {
        case .horizontal: try foldRows(whole, region, output, merge)
        case .vertical: try foldColumns(whole, region, output, merge)
        }
    }

    private var length: Int { 2 * portable.reach + 1 }

    private func foldRows(
        _ image: Raster, _ region: PixelRect, _ output: Raster, _ merge: DiscEmitter.MergeFunction
    ) throws {
        let meter = WorkMeter.current
        let count = region.width + 2 * portable.reach
        try withUnsafeTemporaryAllocation(of: SIMD4<Float>.self, capacity: count) { buffer in
            guard let line = buffer.baseAddress else { return }
            for y in region.y..<region.maxY {
                try meter?.check()
                let source = image.row(y) + (region.x - portable.reach - image.bounds.x)
                merge(source, source + 1, line, 4 * (count - 1))
                let rest = grow(line, count, apart: 1, merge)
                merge(line, line + rest, output.row(y) + (region.x - output.bounds.x), 4 * region.width)
            }
        }
    }

    // Maximum number of pixels of a block with the rows above and below it. It then stays in the inner caches.
    private static let blockPixels = 4096

    private func foldColumns(
        _ image: Raster, _ region: PixelRect, _ output: Raster, _ merge: DiscEmitter.MergeFunction
    ) throws {
        let meter = WorkMeter.current
        let reach = portable.reach
        // Each strip computes the rows above and below it again.
        let strip = min(region.height, max(4 * reach, 24))
        let block = min(region.width, min(max(Self.blockPixels / (strip + 2 * reach), 16), 256))
        try withUnsafeTemporaryAllocation(of: SIMD4<Float>.self, capacity: block * (strip + 2 * reach)) { buffer in
            guard let line = buffer.baseAddress else { return }
            for y in stride(from: region.y, to: region.maxY, by: strip) {
                let rows = min(strip, region.maxY - y)
                let count = rows + 2 * reach
                for x in stride(from: region.x, to: region.maxX, by: block) {
                    try meter?.check()
                    let width = min(block, region.maxX - x)
                    let source = image.row(y - reach) + (x - image.bounds.x)
                    for row in 0..<count - 1 {
                        let first = source + row * image.stride
                        merge(first, first + image.stride, line + row * width, 4 * width)
                    }
                    let rest = grow(line, count, apart: width, merge)
                    for row in 0..<rows {
                        let first = line + row * width
                        merge(
                            first, first + rest * width, output.row(y + row) + (x - output.bounds.x), 4 * width)
                    }
                }
            }
        }
    }

    /// Doubles the extremes of two pixels in place, until another doubling would not fit a run. `count` is the number
    /// of input pixels, and `distance` the distance between them.
    ///
    /// Returns the number of pixels from the first to the second of the two extremes that together cover a run.
    private func grow(
        _ line: UnsafeMutablePointer<SIMD4<Float>>, _ count: Int, apart distance: Int,
        _ merge: DiscEmitter.MergeFunction
    ) -> Int {
        var doubled = 2
        while 2 * doubled <= length {
            merge(line, line + doubled * distance, line, 4 * distance * (count - (2 * doubled - 1)))
            doubled *= 2
        }
        return length - doubled
    }
}
