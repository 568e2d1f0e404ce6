import Foundation
import ImageGraph
import Pixels

/// A reduction of blocks in generated code: sums, extremes and histograms.
struct CompiledBlockReduction: NativeOperator {
    private let portable: BlockReduction
    private let code: ReductionCode

    /// Nil for quantities without generated code.
    init?(_ portable: BlockReduction, code: ReductionCode) {
        switch portable.quantity {
        case .minimumAlpha, .maximumAlpha: return nil
        case .sum, .minimum, .maximum, .histogram: (self.portable, self.code) = (portable, code)
        }
    }

    var name: String { portable.name }
    var inputs: [ImageNode] { portable.inputs }
    var identity: AnyHashable? { portable.identity }
    var needsFullPrecision: Bool { portable.needsFullPrecision }
    func replacingInputs(by images: [ImageNode]) -> any NativeOperator {
        let same = BlockReduction(
            portable.quantity, of: images[0], area: portable.area, blockWidth: portable.blockWidth,
            blockHeight: portable.blockHeight)
        return CompiledBlockReduction(same, code: code) ?? same
    }
    func regionOfInterest(ofInput index: Int, for output: CGRect) -> CGRect {
        portable.regionOfInterest(ofInput: index, for: output)
    }

    func render(inputs: [Raster], region: PixelRect, into output: Raster) throws {
        let image = inputs.first ?? Raster(bounds: .empty)
        let rowBytes = image.stride * MemoryLayout<SIMD4<Float>>.stride
        portable.reduceBlocks(region, into: output) { pixels, cell in
            let part = pixels.intersection(image.bounds)
            let start = part.isEmpty ? image.pixels : image.row(part.y) + (part.x - image.bounds.x)
            func reduce(_ kind: ReductionText.Kind, _ result: UnsafeMutableRawPointer) {
                code.reduce[kind]!(start, rowBytes, part.width, part.height, result)
            }
            switch portable.quantity {
            case .sum:
                var sum = SIMD4<Double>.zero
                reduce(.sum, &sum)
                (cell[0], cell[1]) = BlockReduction.split(sum)
            case .minimum, .minimumAlpha:
                cell[0] = SIMD4(repeating: .infinity)
                reduce(.minimum, cell.baseAddress!)
            case .maximum, .maximumAlpha:
                cell[0] = SIMD4(repeating: -.infinity)
                reduce(.maximum, cell.baseAddress!)
            case .histogram(let bins):
                withUnsafeTemporaryAllocation(of: SIMD4<UInt32>.self, capacity: bins) { counts in
                    counts.update(repeating: .zero)
                    code.histogram(start, rowBytes, part.width, part.height, counts.baseAddress!, Float(bins))
                    cell.update(repeating: .zero)
                    for bin in 0..<bins { cell[bin] = SIMD4<Float>(counts[bin]) }
                }
            }
        }
    }
}
