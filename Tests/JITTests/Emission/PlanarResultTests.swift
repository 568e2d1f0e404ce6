import ImageGraph
import KernelLanguage
import KernelTestSupport
import Pixels
import Testing

@testable import JIT

/// Results whose channels are stored apart, against results whose pixels are whole.
@Suite("Planar results", .needsCodeGeneration)
struct PlanarResultTests {
    // Loops and a position make the values of all pixels differ, and one of them NaN.
    private static let text = """
        kernel vec4 k(float bend) {
            vec2 d = destCoord();
            float x = d.x * 0.37 + bend * d.y;
            for (int i = 0; i < 3; i++) { x = x * 0.5 + d.y; }
            return vec4(x, sqrt(x), x - d.y, 1.0);
        }
        """

    @Test("hold the same bits, and nothing outside of the region is written", arguments: 1...70)
    func planes(width: Int) throws {
        let program = try kernel(Self.text)
        let region = PixelRect(x: -3, y: 2, width: width, height: 3)
        for store in BytePictures.stores {
            let expected = try KernelComparison.compiled(program, [[-0.25]], region: region, store: store)
            // A row of planes with room at both sides.
            let bounds = PixelRect(x: -5, y: 1, width: width + 7, height: 5)
            let row = bounds.width * PixelFormat.planarRGBf.bytesPerPixel + 12
            let memory = TestMemory(byteCount: row * bounds.height)
            let sentinel: Float = -77
            for index in 0..<memory.byteCount / 4 {
                memory.base.storeBytes(of: sentinel, toByteOffset: 4 * index, as: Float.self)
            }
            let view = PixelView(
                bounds: bounds, format: .planarRGBf, base: memory.base, bytesPerRow: row, keeping: memory)
            try KernelComparison.compile(
                program, layout: KernelLayout(images: [], output: .planarRGBf), store: store
            ).run(arguments: KernelArguments(components: [[-0.25]]), images: [], region: region, output: view)
            for y in bounds.y..<bounds.maxY {
                for x in bounds.x..<bounds.maxX {
                    for channel in 0..<3 {
                        let value = view.plane(channel, x, y).load(as: Float.self)
                        let isInside = region.contains(PixelRect(x: x, y: y, width: 1, height: 1))
                        let wanted = isInside ? expected[x, y][channel] : sentinel
                        #expect(
                            value.bitPattern == wanted.bitPattern || value.isNaN && wanted.isNaN,
                            "channel \(channel) of (\(x), \(y)), \(store.processor.lanes) lanes")
                    }
                }
            }
        }
    }

    @Test("views of planes convert whole pixels as kernels store them") func conversion() {
        let region = PixelRect(x: 4, y: -1, width: 9, height: 2)
        let raster = Raster(bounds: region)
        for index in 0..<region.area {
            raster.pixels[index] = SIMD4(Float(index), -Float(index), index == 5 ? .nan : 0.5, 1)
        }
        let row = region.width * PixelFormat.planarRGBf.bytesPerPixel
        let memory = TestMemory(byteCount: row * region.height)
        let view = PixelView(bounds: region, format: .planarRGBf, base: memory.base, bytesPerRow: row, keeping: memory)
        view.pack(raster)
        for y in region.y..<region.maxY {
            for x in region.x..<region.maxX {
                for channel in 0..<3 {
                    let value = memory.base.load(
                        fromByteOffset: (y - region.y) * row + channel * row / 3 + 4 * (x - region.x), as: Float.self)
                    #expect(value.bitPattern == raster[x, y][channel].bitPattern)
                }
            }
        }
    }
}
