import Foundation
import Interpreter
import JIT
import KernelLanguage
import Pixels
import Testing

@testable import ImageGraph

/// Compares random recipes after fusion, run as machine code, with the same recipes run step by step on the
/// interpreter.
@Suite(
    "Joined kernels in machine code",
    .enabled(if: JITBackend(interpreter: InterpreterBackend()).compiles, "no machine code can be made here"))
struct CompiledFusionTests {
    /// `CompiledFusionLongTests` has more.
    @Test("every bit is that of the interpreter") func machineCodeAgrees() throws {
        try Self.expectAgreement(count: 40)
    }

    /// Compares the recipes of so many seeds.
    static func expectAgreement(count: UInt64) throws {
        let backend = JITBackend(interpreter: InterpreterBackend())
        let exactRules: [any GraphRule] = [
            FuseWarps(), LowerTransforms(), LowerClamps(), LowerAlpha(), FusePointwise(), BindThroughCropsAndMoves(),
            SimplifyFusedKernels(),
        ]
        for seed in 0..<count {
            var random = RandomRecipe(seed: seed)
            let root = try random.recipe()
            let context = OptimisationContext(
                workingColorSpace: nil, visible: RandomRecipe.region.cgRect, backend: CompilingInterpreter.compiling)
            let joined = try GraphOptimiser(rules: exactRules).optimise(root, in: context).root
            let expected = try RecipeEvaluator().pixels(of: root, RandomRecipe.region)
            let actual = try RecipeEvaluator(backend: backend).pixels(of: joined, RandomRecipe.region)
            let agrees = expected.pixelBits == actual.pixelBits
            #expect(agrees, "seed \(seed) differs by \(expected.difference(to: actual)):\n\(joined)")
            if !agrees { return }
        }
    }
}

/// More of what `CompiledFusionTests` compares: 2000 recipes, or 10 000 if COREIMAGE_LONG_TESTS is set.
@Suite(
    "Many joined kernels in machine code",
    .enabled(if: JITBackend(interpreter: InterpreterBackend()).compiles, "no machine code can be made here"))
struct CompiledFusionLongTests {
    private static var count: UInt64 {
        ProcessInfo.processInfo.environment["COREIMAGE_LONG_TESTS"] == nil ? 2000 : 10_000
    }

    @Test("every bit is that of the interpreter") func machineCodeAgrees() throws {
        try CompiledFusionTests.expectAgreement(count: Self.count)
    }
}
