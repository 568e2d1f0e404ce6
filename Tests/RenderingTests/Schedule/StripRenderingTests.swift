import Foundation
import Pixels
import Synchronization
import Testing

@testable import ImageGraph
@testable import Rendering

@Suite("Images that are rendered in strips")
struct StripRenderingTests {
    /// An operator that returns its image, and counts how often the optimiser replaces that image.
    private struct Counting: NativeOperator {
        final class Counter: Sendable {
            let value = Mutex(0)
        }

        let image: ImageNode
        let counter: Counter
        let name = "counting"
        var inputs: [ImageNode] { [image] }
        func replacingInputs(by images: [ImageNode]) -> any NativeOperator {
            counter.value.withLock { $0 += 1 }
            return Counting(image: images[0], counter: counter)
        }
        func regionOfInterest(ofInput index: Int, for output: CGRect) -> CGRect { output }
        func render(inputs: [Raster], region: PixelRect, into output: Raster) { output.copy(from: inputs[0]) }
    }

    private static let region = PixelRect(0, 0, 40, 30)

    /// Returns how often the image of an operator is replaced while a recipe is rendered. The optimiser replaces it
    /// once, because it is a crop that removes nothing.
    private static func replacements(_ render: (Renderer, ImageNode) throws -> Void) throws -> Int {
        let counter = Counting.Counter()
        let source = ImageNode.source(PatternSource(40, 30))
        let crop = ImageNode(.crop(source, source.extent), extent: source.extent)
        let node = ImageNode.native(Counting(image: crop, counter: counter), extent: source.extent)
        var configuration = renderer().configuration
        configuration.optimises = true
        try render(Renderer(configuration: configuration), node)
        return counter.value.withLock { $0 }
    }

    @Test("are optimised once, like an image that is rendered as a whole") func optimisedOnce() throws {
        let whole = try Self.replacements { _ = try $0.render($1, region: Self.region) }
        let copy = Raster(bounds: Self.region)
        let strips = try Self.replacements { renderer, node in
            try renderer.renderStrips(of: node, region: Self.region, stripHeight: 7) { copy.copy(from: $0) }
        }
        #expect(whole > 0 && strips == whole)
        #expect(copy.largestDifference(Noise.pixel) == 0)
    }
}
