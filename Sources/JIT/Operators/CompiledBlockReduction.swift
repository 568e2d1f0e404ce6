import Foundation
import ImageGraph
import Pixels

/// A reduction of blocks in generated code: sums, extremes, both, and histograms.
struct CompiledBlockReduction: NativeOperator {
    private let portable: BlockReduction
    private let code: ReductionCode

    /// Nil for quantities without generated code.
    init?(_ portable: BlockReduction, code: ReductionCode) {
        switch portable.quantity {
        case .minimumAlpha, .maximumAlpha, .redBounds, .weightedHistogram: return nil
        case .sum, .minimum, .maximum, .extremes, .sumAndMaximum, .histogram:
            (self.portable, self.code) = (portable, code)
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
            func sum() {
                var sum = SIMD4<Double>.zero
                reduce(.sum, &sum)
                (cell[0], cell[1]) = BlockReduction.split(sum)
            }
            func extreme(_ kind: ReductionText.Kind, at place: Int) {
                cell[place] = SIMD4(repeating: kind == .minimum ? .infinity : -.infinity)
                withUnsafeMutablePointer(to: &cell[place]) { reduce(kind, $0) }
            }
            switch portable.quantity {
            case .sum: sum()
            case .minimum: extreme(.minimum, at: 0)
            case .maximum: extreme(.maximum, at: 0)
            // A block's pixels are in the cache when they are read again.
            case .extremes:
                extreme(.minimum, at: 0)
                extreme(.maximum, at: 1)
            case .sumAndMaximum:
                sum()
                extreme(.maximum, at: 2)
            // They have no generated code.
            case .minimumAlpha, .maximumAlpha, .redBounds, .weightedHistogram: break
            case .histogram(let bins):
                withUnsafeTemporaryAllocation(of: SIMD4<UInt32>.self, capacity: bins) { counts in
                    counts.update(repeating: .zero)
                    code.histogram(start, rowBytes, part.width, part.height, counts.baseAddress!, Float(bins))
                    for bin in 0..<bins { cell[bin] = SIMD4<Float>(counts[bin]) }
                }
            }
        }
    }
}
