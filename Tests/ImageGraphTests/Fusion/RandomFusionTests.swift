import Foundation
import Pixels
import Testing

@testable import ImageGraph

@Suite("Random recipes, fused and unfused") struct RandomFusionTests {
    private static var count: Int { ProcessInfo.processInfo.environment["COREIMAGE_LONG_TESTS"] == nil ? 2000 : 12_000 }

    private func optimised(_ root: ImageNode, _ rules: [any GraphRule]) throws -> Optimisation {
        let context = OptimisationContext(
            workingColorSpace: nil, visible: RandomRecipe.region.cgRect, backend: CompilingInterpreter.shared)
        return try GraphOptimiser(rules: rules).optimise(root, in: context)
    }

    @Test("exact rules keep every bit") func exact() throws {
        let rules: [any GraphRule] = [
            FuseWarps(), LowerTransforms(), LowerClamps(), FusePointwise(), BindViews(), SimplifyJoined(),
        ]
        var changes: [String: Int] = [:]
        for seed in 0..<UInt64(Self.count) {
            var recipe = RandomRecipe(seed: seed)
            let root = try recipe.recipe()
            let result = try optimised(root, rules)
            for step in result.steps { changes[step.rule.name, default: 0] += step.changes }
            let expected = try RecipeEvaluator().pixels(of: root, RandomRecipe.region)
            let actual = try RecipeEvaluator().pixels(of: result.root, RandomRecipe.region)
            guard expected.pixelBits == actual.pixelBits else {
                Issue.record("seed \(seed):\n\(root)\nbecame\n\(result.root)")
                return
            }
        }
        // The comparison is worth something only where rules do something.
        for rule in rules { #expect(changes[rule.name, default: 0] > Self.count / 100, "\(rule.name)") }
    }
}
