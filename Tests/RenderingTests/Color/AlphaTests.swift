import Foundation
import Pixels
import Testing

@testable import ImageGraph
@testable import Rendering

@Suite("Alpha")
struct AlphaTests {
    private let region = PixelRect(0, 0, 2, 1)

    private func render(_ state: AlphaState, _ value: SIMD4<Float>, _ step: (ImageNode) -> ImageNode = { $0 }) throws
        -> SIMD4<Float>
    {
        let source = ImageNode.source(PatternSource(2, 1, alphaState: state) { _, _ in value })
        return try renderer().render(step(source), region: region)[1, 0]
    }

    @Test("sources become premultiplied") func sources() throws {
        #expect(try render(.premultiplied, SIMD4(0.5, 0.25, 0, 0.5)) == SIMD4(0.5, 0.25, 0, 0.5))
        #expect(try render(.unpremultiplied, SIMD4(0.5, 0.25, 0, 0.5)) == SIMD4(0.25, 0.125, 0, 0.5))
        #expect(try render(.unpremultiplied, SIMD4(0.5, 0.25, 0, 0)) == .zero)
        #expect(try render(.opaque, SIMD4(0.5, 0.25, 0, 0.3)) == SIMD4(0.5, 0.25, 0, 1))
    }

    @Test("premultiply and unpremultiply multiply and divide by alpha; alpha 0 gives 0") func steps() throws {
        #expect(try render(.premultiplied, SIMD4(0.5, 1, 4, 0.5)) { $0.premultiplied() } == SIMD4(0.25, 0.5, 2, 0.5))
        #expect(try render(.premultiplied, SIMD4(0.5, 0.25, 4, 0.5)) { $0.unpremultiplied() } == SIMD4(1, 0.5, 8, 0.5))
        #expect(try render(.premultiplied, SIMD4(0.5, 0.25, 4, 0)) { $0.unpremultiplied() } == .zero)
        #expect(try render(.premultiplied, SIMD4(0.5, -1, 4, 1)) { $0.unpremultiplied() } == SIMD4(0.5, -1, 4, 1))
    }

    @Test("colour where alpha is 0 survives if nothing divides by alpha") func glow() throws {
        #expect(try render(.premultiplied, SIMD4(0.5, 0.5, 0.5, 0)) == SIMD4(0.5, 0.5, 0.5, 0))
    }
}
