import ImageGraph
import Interpreter
import Pixels
import Testing

@Suite struct GraphOptimiserTests {
    @Test func aRecipeWithoutAnythingToDoStays() throws {
        let color = ImageNode.constant(GraphColor(components: [1, 0, 0, 1], colorSpace: nil))
        let context = OptimisationContext(
            workingColorSpace: nil, visible: .init(x: 0, y: 0, width: 4, height: 4), backend: InterpreterBackend())
        let result = try GraphOptimiser().optimise(color, in: context)
        #expect(result.root === color)
        #expect(result.steps.allSatisfy { $0.changes == 0 })
    }
}
