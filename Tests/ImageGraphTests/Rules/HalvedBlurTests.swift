import Foundation
import Pixels
import Testing

@testable import ImageGraph

/// Which blurs are encoded on fewer pixels, and how they are enlarged.
@Suite("Blurs of half the size") struct HalvedBlurTests {
    private let part = CGRect(x: 0, y: 0, width: 8, height: 6)

    private func clamped() throws -> ImageNode { try Recipe.source(alpha: .opaque).clamped(to: part) }

    @Test("wide blurs of opaque images without edges are halved, through a crop and a conversion")
    func halved() throws {
        for sigma in [7.0, 10, 14, 300] {
            let blurred = try clamped().gaussianBlurred(sigma: sigma)
            let nodes = [
                blurred, blurred.cropped(to: part), blurred.converted(from: nil, to: Recipe.sRGB),
                blurred.cropped(to: part).converted(from: nil, to: Recipe.sRGB),
            ]
            for node in nodes {
                let result = try #require(node.halvedBlur(showing: part))
                #expect(result.operationNames.contains("convert") == node.operationNames.contains("convert"))
                #expect(result.extent.isInfinite)
            }
        }
    }

    @Test("other images aren't")
    func others() throws {
        let blurred = try clamped().gaussianBlurred(sigma: 10)
        let nodes = [
            try clamped(),
            // Computed on half of the pixels in each direction at most.
            try clamped().gaussianBlurred(sigma: 3), try clamped().gaussianBlurred(sigma: 6.9),
            // Edges are transparent, and so are pixels.
            try Recipe.source(alpha: .opaque).gaussianBlurred(sigma: 10),
            try Recipe.source().clamped(to: part).gaussianBlurred(sigma: 10),
            // The crop would be seen.
            blurred.cropped(to: part.insetBy(dx: 1, dy: 0)),
            try Recipe.kernel(Recipe.invert, [blurred]),
        ]
        for node in nodes { #expect(node.halvedBlur(showing: part) == nil) }
    }

    @Test("the cubic polynomial has the four values, and is exact for polynomials")
    func polynomial() {
        let values: (Double) -> Double = { 0.5 - 2 * $0 + 3 * $0 * $0 - 0.25 * $0 * $0 * $0 }
        for x in stride(from: -1.0, through: 2, by: 0.125) {
            let weights = CubicPolynomial.weights(at: x)
            let sum = zip(weights, -1...2).reduce(0.0) { $0 + Double($1.0) * values(Double($1.1)) }
            #expect(abs(sum - values(x)) < 1e-5)
        }
        #expect(CubicPolynomial.weights(at: 0) == [0, 1, 0, 0])
        #expect(CubicPolynomial.weights(at: 0.5) == [-0.0625, 0.5625, 0.5625, -0.0625])
    }
}
