import ImageGraph
import Pixels

/// A mean over discs, in generated code.
struct CompiledDiscAverage: CompiledOperator {
    let portable: DiscAverage
    private let code: DiscFunctions

    init(_ portable: DiscAverage, code: DiscFunctions) { (self.portable, self.code) = (portable, code) }

    func compiled(_ other: DiscAverage) -> CompiledDiscAverage? { CompiledDiscAverage(other, code: code) }

    func render(inputs: [Raster], region: PixelRect, into output: Raster) throws {
        let columns = portable.columns
        let sweep = CompiledDiscSweep(columns: columns, kind: .sum, code: code)
        try sweep.compute(region, of: inputs.first?.view, into: output.view)
        output.scale(region, by: Float(1 / columns.total))
    }
}

extension Raster {
    /// Multiplies the components of the pixels of `region`, which lies in `bounds`.
    fileprivate func scale(_ region: PixelRect, by factor: Float) {
        for y in region.y..<region.maxY {
            let row = row(y) + (region.x - bounds.x)
            for x in 0..<region.width { row[x] *= factor }
        }
    }
}
