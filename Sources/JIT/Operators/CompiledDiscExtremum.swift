import ImageGraph
import Pixels

/// An extremum over discs, in generated code.
struct CompiledDiscExtremum: CompiledSelection {
    let portable: DiscExtremum
    private let code: DiscFunctions

    init(_ portable: DiscExtremum, code: DiscFunctions) { (self.portable, self.code) = (portable, code) }

    func compiled(_ other: DiscExtremum) -> CompiledDiscExtremum? { CompiledDiscExtremum(other, code: code) }

    func select(from inputs: [PixelView], region: PixelRect, into output: PixelView) throws {
        let kind: DiscEmitter.Fold = portable.extremum == .maximum ? .largest : .smallest
        let sweep = CompiledDiscSweep(columns: portable.columns, kind: kind, code: code)
        try sweep.compute(region, of: inputs.first, into: output)
    }
}
