import Foundation
import KernelLanguage
import Pixels
import Synchronization
import Testing

@testable import ImageGraph
@testable import Rendering

/// An image that every tile of a pass needs as a whole is made once.
@Suite("Images that all tiles need")
struct PrecomputedMemberTests {
    /// An operator that adds the pixel (0, 0) to each pixel. Its region of interest is the whole image.
    private struct AddingCorner: NativeOperator {
        let image: ImageNode
        let seen: Seen

        final class Seen: Sendable {
            let precomputed = Mutex<[ObjectIdentifier?]>([])
        }

        let name = "adding the corner"
        var inputs: [ImageNode] { [image] }
        func replacingInputs(by images: [ImageNode]) -> any NativeOperator {
            AddingCorner(image: images[0], seen: seen)
        }
        func regionOfInterest(ofInput index: Int, for output: CGRect) -> CGRect {
            output.isNull ? .null : .infinite
        }
        func render(inputs: [Raster], region: PixelRect, into output: Raster) throws {
            seen.precomputed.withLock { $0.append(inputs[0].immutablePixels.map { ObjectIdentifier($0) }) }
            for y in region.y..<region.maxY {
                for x in region.x..<region.maxX { output[x, y] = inputs[0][x, y] + inputs[0][0, 0] }
            }
        }
    }

    private static let region = PixelRect(0, 0, 1024, 600)

    @Test("tiles read the same pixels, which are those of an image made for each", arguments: [1, 3])
    func shared(threads: Int) throws {
        let seen = AddingCorner.Seen()
        let source = ImageNode.source(PatternSource(1024, 600))
        let node = ImageNode.native(AddingCorner(image: source, seen: seen), extent: Self.region.cgRect)
        let found = try renderer(tile: 64, threads: threads, intermediates: .RGBAh).render(node, region: Self.region)
        let calls = seen.precomputed.withLock { $0 }
        #expect(calls.count >= 4)
        #expect(Set(calls).count == 1 && calls[0] != nil)
        // A rendering in one tile, which shares nothing, must have the same pixels.
        let whole = ImageNode.native(AddingCorner(image: source, seen: .init()), extent: Self.region.cgRect)
        let expected = try renderer(tile: 2048, threads: 1, intermediates: .RGBAh).render(whole, region: Self.region)
        #expect(found.bits == expected.bits)
    }

    @Test("a tile's copy of the image counts against the memory limit") func tooLittleMemory() throws {
        let seen = AddingCorner.Seen()
        let source = ImageNode.source(PatternSource(1024, 600))
        let node = ImageNode.native(AddingCorner(image: source, seen: seen), extent: Self.region.cgRect)
        // The image takes 5 MB as half floats, and each tile would need a copy of 10 MB as floats.
        let renderer = renderer(tile: 64, threads: 2, memoryLimit: 12 << 20, intermediates: .RGBAh)
        let error = #expect(throws: RenderingError.self) {
            try renderer.render(node, into: Raster(bounds: Self.region).view)
        }
        guard case .intermediateTooLarge? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(seen.precomputed.withLock { $0 }.isEmpty)
    }

    @Test("ordinary neighbourhoods are made tile by tile") func neighbourhoods() throws {
        let node = ImageNode.source(PatternSource(1024, 600)).gaussianBlurred(sigma: 2)
        let renderer = renderer(tile: 64)
        let recipe = try renderer.preparation.passes(of: node, builtFrom: node, format: .RGBAf)
        let plan = try renderer.planner.plan(recipe, region: Self.region)
        for planned in plan.storedPasses + [plan.finalPass] {
            let members = try PrecomputedMembers(
                of: planned.pass, plan.steps, region: planned.region,
                tiles: TileGrid(planned.region, planned.tileWidth, planned.tileHeight),
                held: plan.steps.map(\.operation.outline), limit: .max)
            #expect(members.regions.isEmpty)
        }
    }
}
