import Foundation
import Pixels
import TestSupport
import Testing

@testable import ImageGraph
@testable import JIT

/// Operators as code for 64-bit ARM, against the code for x86-64 processors that multiply and add with one rounding.
///
/// Both add up in the same order, so results are equal to the bit. The order of the portable code is another one; the
/// other tests of operators compare with it.
@Suite(.needsCodeGeneration, .needsARM64Runner, .enabled(if: TargetProcessor.current.instructions.hasFusedMultiply))
struct ARM64OperatorTests {
    private func expectSameBits(_ portable: any NativeOperator, seed: Int, _ random: inout SeededGenerator) throws {
        let image = Raster.noise(.random(around: 0, using: &random), &random)
        image[image.bounds.x, image.bounds.y] = SIMD4(.nan, -.infinity, .leastNonzeroMagnitude, -0.0)
        let region = PixelRect.random(around: 0, using: &random)
        let results = try [TargetProcessor.arm64, .level(3)].map { processor in
            let operation = try #require(try OperatorFunctions.forTests(processor).accelerated(portable))
            let result = Raster.framed(region)
            try operation.render(inputs: [image], region: region, into: result.window(region))
            #expect(result.frameIsIntact(around: region), "seed \(seed)")
            return result
        }
        #expect(results[0].bits == results[1].bits, "seed \(seed), \(portable.name)")
    }

    @Test("windows, averages, discs and extremes") func windows() throws {
        for seed in 0..<120 {
            var random = SeededGenerator(seed: UInt64(seed))
            try expectSameBits(WindowOperatorTests.operation(seed, &random), seed: seed, &random)
        }
    }

    @Test("convolutions of lines") func lines() throws {
        for seed in 0..<96 {
            var random = SeededGenerator(seed: UInt64(seed))
            let (sets, step) = LineConvolutionTests.sets(seed / 2 % 6, &random)
            let convolution = LineConvolution(
                name: "lines", input: .empty, axis: seed % 2 == 0 ? .horizontal : .vertical, weightSets: sets,
                step: step)
            try expectSameBits(convolution, seed: seed, &random)
        }
    }

    @Test("upsampling along edges") func jointBilateralUpsampling() throws {
        for seed in 0..<60 {
            let trial = JointBilateralTests.Trial(seed)
            if seed % 2 == 0 { trial.addSpecialNumbers() }
            let results = try [TargetProcessor.arm64, .level(3)].map { processor in
                try trial.render(try #require(try OperatorFunctions.forTests(processor).accelerated(trial.portable)))
            }
            #expect(results[0].bits == results[1].bits, "seed \(seed)")
        }
    }
}
