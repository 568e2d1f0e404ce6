import Interpreter
import JIT
import Pixels
import Testing

@testable import ImageGraph

@Suite(
    "Kernels of operators in generated code",
    .enabled(if: JITBackend(interpreter: InterpreterBackend()).compiles, "no machine code can be made here"))
struct CompiledOperatorKernelTests {
    private static let backend = JITBackend(interpreter: InterpreterBackend())

    @Test("they are those of the operator's own code") func same() throws {
        let picture = TestPicture(TestPicture.bounds[0])
        let average = LineAverage(name: "mean", input: picture.node, axis: .vertical, first: -20, count: 41)
        let region = picture.pixels.bounds
        let compiled = try #require(Self.backend.accelerated(average) as? any KernelComposedOperator)
        #expect(!(compiled is LineAverage))
        #expect(try SimulatedRuns(compiled, region).runs.count == SimulatedRuns(average, region).runs.count)
        try expectRuns(of: compiled, on: [picture.pixels], in: region, .nearlyEqual)
    }

    @Test("an operator without kernels has none") func none() throws {
        // Blocks are too large for a kernel's loops.
        let histogram = BlockReduction(
            .histogram(bins: 4), of: .empty, area: PixelRect(x: 0, y: 0, width: 8, height: 8), blockWidth: 1000,
            blockHeight: 1000)
        let compiled = try #require(Self.backend.accelerated(histogram) as? any KernelComposedOperator)
        #expect(!compiled.hasKernelRuns)
    }
}
