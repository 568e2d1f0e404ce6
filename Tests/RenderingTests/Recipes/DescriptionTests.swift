import Foundation
import KernelLanguage
import Pixels
import Testing

@testable import ImageGraph

@Suite("Descriptions of recipes")
struct DescriptionTests {
    @Test("steps, parameters and extents, with shared images printed once") func tree() throws {
        let image = ImageNode.source(PatternSource(10, 20, alphaState: .opaque))
        let crop = image.cropped(to: CGRect(x: 2, y: 3, width: 4, height: 5))
        let node = try ImageNode.kernel(
            .named("blend", parameters: [.sample, .float, .sample, .vector(2)]),
            arguments: [
                .image(SampledImage(crop.transformed(by: CGAffineTransform(scaleX: 0.5, y: 1)))), .numbers([0.25]),
                .image(SampledImage(crop.clamped(to: .infinite))), .numbers([1, 2]),
            ], extent: .infinite)
        #expect(
            node.description == """
                kernel blend p1=0.25 p3=[1 2] extent=[infinite]
                  p0: transform [0.5 0 0 1 0 0] linear extent=[1 3 2 5]
                    #1 crop [2 3 4 5] extent=[2 3 4 5]
                      source 10×20 unmanaged opaque extent=[0 0 10 20]
                  p2: clamp [2 3 4 5] extent=[infinite]
                    #1, see above
                """)
    }

    @Test("an empty image says so") func empty() {
        #expect(ImageNode.empty.description == "constant (0 0 0 0) extent=[empty]")
    }
}
