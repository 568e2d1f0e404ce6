import ImageGraph
import JIT
import KernelLanguage
import Pixels
import Testing

@Suite struct JITBackendTests {
    @Test func runsAKernel() throws {
        let source = KernelSource(text: "kernel vec4 k(float x) { return vec4(x, destCoord(), 1.0); }")
        let program = try #require(KernelCompiler.compile(source).kernels.first)
        let output = Raster(bounds: PixelRect(x: -3, y: 2, width: 5, height: 3))
        try JITBackend().prepare(program).run(
            arguments: KernelArguments(components: [[0.25]]), images: [], region: output.bounds, output: output)
        for y in 2..<5 { for x in -3..<2 { #expect(output[x, y] == [0.25, Float(x) + 0.5, Float(y) + 0.5, 1]) } }
    }
}
