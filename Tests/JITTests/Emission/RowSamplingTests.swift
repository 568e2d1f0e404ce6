import Foundation
import ImageGraph
import KernelLanguage
import KernelTestSupport
import Pixels
import TestSupport
import Testing

@testable import JIT

/// Samples without interpolation, whose positions are computed with floats near the origin, against the interpreter.
@Suite(.needsCodeGeneration) struct RowSamplingTests {
    /// Samples one row of pixels, or a different row in each column, at ordinary and huge coordinates and NaN.
    private static let points = """
        kernel vec4 k(sampler s, float row, float start, float slope) {
            vec2 d = destCoord();
            float x = d.y > 6.0 ? (d.x - start) * exp2(d.y * 3.0) : (d.x - start) * 0.37 + start;
            if (d.y == 3.5) { x = (x - x) / (x - x); }
            return sample(s, samplerTransform(s, vec2(x, ROW)));
        }
        """

    static func picture(_ bounds: PixelRect, _ format: PixelFormat) -> (view: PixelView, floats: Raster) {
        var random = SeededGenerator(seed: 9)
        let raster = Raster(bounds: bounds)
        for i in 0..<bounds.area {
            raster.pixels[i] = SIMD4((0..<4).map { _ in Float(random.below(256)) / 255 })
        }
        let row = bounds.width * format.bytesPerPixel
        let memory = TestMemory(byteCount: row * bounds.height)
        let view = PixelView(bounds: bounds, format: format, base: memory.base, bytesPerRow: row, keeping: memory)
        view.pack(raster)
        view.unpack(into: raster)
        return (view, raster)
    }

    @Test(arguments: [PixelFormat.RGBA8, .BGRA8, .RGBAh, .RGBAf, .R8], [WrapMode.transparent, .clamp])
    func agree(format: PixelFormat, wrap: WrapMode) throws {
        let programs = try ["row", "row + d.x * slope"].map {
            try kernel(Self.points.replacingOccurrences(of: "ROW", with: $0))
        }
        for (distance, row) in [(0, 1.5), (0, 0), (-5, 2.999), (1 << 23, 1.5), (0, -1), (3, 1e9), (0, Float.nan)] {
            let bounds = PixelRect(x: distance - 4, y: 0, width: 19, height: 3)
            let (view, floats) = Self.picture(bounds, format)
            let region = PixelRect(x: distance - 9, y: 0, width: 37, height: 14)
            let arguments: [[Float]] = [[], [row], [Float(distance)], [0.1]]
            for (program, margin) in programs.flatMap({ program in [0, -1, 3].map { (program, $0) } }) {
                for move in [0, 2, 1e12] as [CGFloat] {
                    func binding(_ pixels: PixelView) -> SamplerBinding {
                        SamplerBinding(
                            pixels: pixels, extent: bounds.outset(by: margin).cgRect,
                            transform: .init(translationX: move, y: 0), interpolation: .nearest, wrap: wrap)
                    }
                    let expected = try KernelComparison.interpreted(
                        program, arguments, images: [binding(floats.view)], region: region)
                    for store in BytePictures.stores where KernelEmitter.supports(format, on: store.processor) {
                        let result = try KernelComparison.compiled(
                            program, arguments, images: [binding(view)], region: region, store: store)
                        let difference = KernelComparison.difference(result, expected)
                        #expect(
                            difference == nil,
                            "margin \(margin), moved by \(move), row \(row), \(store.processor.lanes) lanes")
                    }
                }
            }
        }
    }
}
