import Foundation
import ImageGraph
import Pixels

/// A weighted sum over a list of taps, in generated code.
struct CompiledSparseConvolution: CompiledOperator {
    let portable: SparseConvolution
    private let code: LineFunctions

    init(_ portable: SparseConvolution, code: LineFunctions) { (self.portable, self.code) = (portable, code) }

    func compiled(_ other: SparseConvolution) -> CompiledSparseConvolution? {
        CompiledSparseConvolution(other, code: code)
    }

    func render(inputs: [Raster], region: PixelRect, into output: Raster) throws {
        guard let image = inputs.first, !image.bounds.isEmpty else { return output.fill(region, with: .zero) }
        if region.isEmpty { return }
        let whole = image.covering(portable.reach(of: region))
        let taps = portable.taps
        let meter = WorkMeter.current
        try withUnsafeTemporaryAllocation(of: Int.self, capacity: taps.count) { offsets in
            try withUnsafeTemporaryAllocation(of: Float.self, capacity: taps.count) { weights in
                for (index, tap) in taps.enumerated() {
                    offsets[index] = (tap.row * whole.stride + tap.column) * MemoryLayout<SIMD4<Float>>.stride
                    weights[index] = tap.weight
                }
                for y in region.y..<region.maxY {
                    try meter?.check()
                    code.weightedSum(
                        whole.row(y) + (region.x - whole.bounds.x), offsets.baseAddress!, weights.baseAddress!,
                        taps.count, output.row(y) + (region.x - output.bounds.x), 4 * region.width, 0)
                }
            }
        }
    }
}
