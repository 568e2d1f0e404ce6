import Foundation
import ImageGraph
import Interpreter
import KernelLanguage
import Pixels
import TestSupport
import Testing

@testable import JIT

/// Random kernels as machine code and on the interpreter: equal in every bit.
@Suite(.needsCodeGeneration) struct RandomKernelTests {
    /// The images for the kernel of a seed.
    static func images(seed: UInt64) -> [SamplerBinding] {
        var random = SeededGenerator(seed: seed &+ 77)
        return (0..<2).map { _ in
            let bounds = PixelRect(
                x: random.below(7) - 3, y: random.below(5) - 2, width: random.below(24), height: random.below(9))
            let raster = Raster(bounds: bounds)
            let hasEdges = random.below(3) == 0
            for i in 0..<bounds.area {
                for component in 0..<4 {
                    raster.pixels[i][component] = hasEdges ? random.float() : Float(random.below(1000)) / 999
                }
            }
            let extents = [bounds, bounds.outset(by: -1), bounds.outset(by: 2)].map(\.cgRect) + [CGRect.infinite]
            let transforms: [CGAffineTransform] = [
                .identity, .identity, CGAffineTransform(translationX: 2, y: -1),
                CGAffineTransform(a: 0.7, b: 0.2, c: -0.1, d: 1.3, tx: 0.25, ty: -1.5),
            ]
            return SamplerBinding(
                raster: raster, extent: extents[random.below(4)], transform: transforms[random.below(4)],
                interpolation: random.below(2) == 0 ? .linear : .nearest,
                wrap: random.below(2) == 0 ? .transparent : .clamp)
        }
    }

    static func arguments(seed: UInt64) -> [[Float]] {
        var random = SeededGenerator(seed: seed &+ 99)
        return [
            [random.float()], [Float(random.int())], [Float(random.below(2))], [random.float(), random.float()], [], [],
        ]
    }

    /// One kernel of every size; `RandomKernelLongTests` has more.
    @Test func agrees() throws { try Self.expectAgreement(0..<40) }

    /// Expects that the kernels of these seeds agree. Forty consecutive ones have all sizes.
    static func expectAgreement(_ seeds: Range<UInt64>, store: MachineCodeStore = KernelComparison.store) throws {
        var failures: [String] = []
        for seed in seeds {
            let program = RandomKernel.make(seed: seed, size: 20 + Int(seed % 40))
            var random = SeededGenerator(seed: seed &+ 55)
            let width = 1 + random.below(40)
            let region = PixelRect(x: random.below(9) - 4, y: random.below(5) - 2, width: width, height: 3)
            let difference = try KernelComparison.difference(
                program, arguments(seed: seed), images: images(seed: seed), region: region,
                aligned: random.below(4) > 0, store: store)
            if let difference { failures.append("seed \(seed): \(difference)") }
        }
        #expect(failures.isEmpty, "\(failures.count): \(failures.prefix(5).joined(separator: "\n"))")
    }
}
