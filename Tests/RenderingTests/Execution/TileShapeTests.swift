import Foundation
import Pixels
import Testing

@testable import ImageGraph
@testable import Rendering

@Suite("Tiles are long along the axis of their margins")
struct TileShapeTests {
    private func tile(of node: ImageNode) throws -> (width: Int, height: Int) {
        let renderer = Renderer(
            configuration: RendererConfiguration(workingColorSpace: nil, backend: ClosureBackend(), optimises: false))
        let recipe = try renderer.preparation.passes(of: node, builtFrom: node, format: .RGBAf)
        let plan = try renderer.planner.plan(recipe, region: PixelRect(enclosing: node.extent))
        return (plan.finalPass.tileWidth, plan.finalPass.tileHeight)
    }

    private func average(_ axis: LineConvolution.Axis, _ count: Int) -> ImageNode {
        let image = ImageNode.source(PatternSource(3000, 2000))
        return .native(
            LineAverage(name: "average", input: image, axis: axis, first: -count / 2, count: count),
            extent: image.extent)
    }

    @Test("a wide margin above and below makes them narrow") func columns() throws {
        let (width, height) = try tile(of: average(.vertical, 99))
        #expect(width == 64 && height == 256)
    }

    @Test("a wide margin at the sides makes them flat") func rows() throws {
        let (width, height) = try tile(of: average(.horizontal, 301))
        #expect(width == 1024 && height == 16)
    }

    /// An image of 3000 × 2000 pixels in memory.
    private func bitmap() throws -> ImageNode {
        try .source(
            BitmapSource(
                data: Data(count: 16 * 3000 * 2000), bytesPerRow: 16 * 3000, width: 3000, height: 2000, format: .RGBAf,
                colorSpace: nil))
    }

    private func averageOfBitmap(_ axis: LineConvolution.Axis, _ count: Int) throws -> ImageNode {
        let image = try bitmap()
        return .native(
            LineAverage(name: "average", input: image, axis: axis, first: -count / 2, count: count),
            extent: image.extent)
    }

    @Test("tiles of pixels in memory are so long that margins are a small part") func held() throws {
        #expect(try tile(of: averageOfBitmap(.vertical, 201)) == (256, 1024))
        #expect(try tile(of: averageOfBitmap(.horizontal, 201)) == (2048, 64))
        #expect(try tile(of: averageOfBitmap(.vertical, 3)) == (256, 64))
        // Blocks of pixels are read once, whatever the tiles are.
        let whole = try tile(of: bitmap().areaAverage(of: CGRect(x: 0, y: 0, width: 3000, height: 2000)))
        #expect(whole == (1, 1))
    }

    @Test("without margins, and with small ones, tiles have the usual shape") func usual() throws {
        #expect(try tile(of: average(.vertical, 1)) == (256, 64))
        #expect(try tile(of: average(.horizontal, 7)) == (256, 64))
    }
}
