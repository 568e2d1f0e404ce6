import Foundation
import KernelLanguage
import Pixels
import Testing

@testable import ImageGraph

@Suite("Random recipes, fused and unfused") struct RandomFusionTests {
    /// Enough that every rule is applied; `RandomFusionLongTests` has more.
    private static let comparison = FusionComparison(count: 600)

    @Test("exact rules keep every bit") func exact() throws { try Self.comparison.exact() }

    @Test("exact rules keep every bit where kernels aren't compiled") func interpreted() throws {
        try Self.comparison.interpreted()
    }

    @Test("all rules keep pixels to within rounding") func all() throws { try Self.comparison.all() }
}

/// Comparisons of random recipes before and after fusion.
struct FusionComparison {
    let count: Int

    /// Expects that exact rules keep every bit.
    func exact() throws {
        let rules: [any GraphRule] = [
            FuseWarps(), LowerTransforms(), LowerClamps(), LowerAlpha(), FusePointwise(), BindThroughCropsAndMoves(),
            SimplifyFusedKernels(),
        ]
        try compare(rules, count: count) {
            RandomRecipe(seed: $0)
        } isSame: {
            $0.pixelBits == $1.pixelBits
        }
    }

    /// Expects that exact rules keep every bit where kernels aren't compiled.
    func interpreted() throws {
        let rules: [any GraphRule] = [FuseWarps(), FusePointwise(), BindThroughCropsAndMoves(), SimplifyFusedKernels()]
        try compare(rules, count: count / 4, compiles: false) {
            RandomRecipe(seed: $0 + 1_000_000)
        } isSame: {
            $0.pixelBits == $1.pixelBits
        }
    }

    /// Expects that all rules keep pixels to within rounding.
    func all() throws {
        let rules: [any GraphRule] = [
            BindClamps(), FuseWarps(), LowerTransforms(), LowerClamps(), LowerAlpha(), FoldConstants(), FusePointwise(),
            BindThroughCropsAndMoves(), SimplifyFusedKernels(),
        ]
        try compare(rules, count: count / 2) {
            RandomRecipe(seed: $0 + 2_000_000, clampsFreely: true, isContinuous: true)
        } isSame: {
            $0.difference(to: $1) < 1e-4
        }
    }

    /// Optimises random recipes, and compares their pixels.
    private func compare(
        _ rules: [any GraphRule], count: Int, compiles: Bool = true, _ recipe: (UInt64) -> RandomRecipe,
        isSame: (Raster, Raster) -> Bool
    ) throws {
        let backend = compiles ? CompilingInterpreter.compiling : CompilingInterpreter.interpreting
        let context = OptimisationContext(
            workingColorSpace: nil, visible: RandomRecipe.region.cgRect, backend: backend)
        var changes: [String: Int] = [:]
        var visiblePictures = 0
        for seed in 0..<UInt64(count) {
            var random = recipe(seed)
            let root = try random.recipe()
            let result = try GraphOptimiser(rules: rules).optimise(root, in: context)
            for step in result.steps { changes[step.rule.name, default: 0] += step.changes }
            let expected = try RecipeEvaluator().pixels(of: root, RandomRecipe.region)
            let actual = try RecipeEvaluator().pixels(of: result.root, RandomRecipe.region)
            if Set(expected.pixelBits).count > 4 { visiblePictures += 1 }
            if isSame(expected, actual), result.root.invalidProgram == nil { continue }
            Issue.record("seed \(seed): \(result.root.invalidProgram ?? "")\n\(root)\nbecame\n\(result.root)")
            return
        }
        // Ensures that enough recipes have visible pixels and that each rule was applied.
        #expect(visiblePictures > count / 3)
        for rule in rules { #expect(changes[rule.name, default: 0] > count / 100, "\(rule.name)") }
    }
}

extension ImageNode {
    /// The first problem that the validator finds in a program of the recipe, or nil.
    var invalidProgram: String? {
        var pending = [self]
        while let node = pending.popLast() {
            if case .kernel(let application) = node.operation,
                let problem = ProgramValidator.problem(in: application.program)
            {
                return problem
            }
            pending += node.operation.inputs
        }
        return nil
    }
}
