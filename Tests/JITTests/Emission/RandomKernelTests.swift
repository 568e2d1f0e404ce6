import Foundation
import ImageGraph
import Interpreter
import KernelLanguage
import KernelTestSupport
import Pixels
import TestSupport
import Testing

@testable import JIT

/// Random kernels as machine code and on the interpreter: equal in every bit.
@Suite(.needsCodeGeneration) struct RandomKernelTests {
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
                program, RandomKernel.arguments(seed: seed), images: RandomKernel.images(seed: seed), region: region,
                aligned: random.below(4) > 0, store: store)
            if let difference { failures.append("seed \(seed): \(difference)") }
        }
        #expect(failures.isEmpty, "\(failures.count): \(failures.prefix(5).joined(separator: "\n"))")
    }
}
