import ImageGraph
import KernelLanguage
import KernelTestSupport
import Pixels
import Testing

@testable import JIT

@Suite(.needsCodeGeneration) struct KernelTextTests {
    @Test(arguments: 1...40) func coordinates(width: Int) throws {
        let program = try kernel("kernel vec4 k(float x) { return vec4(x, destCoord(), 1.0); }")
        let region = PixelRect(x: -3, y: 2, width: width, height: 3)
        #expect(try KernelComparison.difference(program, [[0.25]], region: region) == nil)
    }
}
