import Foundation
import ImageGraph
import KernelLanguage
import KernelTestSupport
import Pixels
import TestSupport
import Testing

@testable import JIT

/// Planes with half as many columns as the picture, whose rows are interpolated without computing positions, against
/// the interpreter, which computes them.
@Suite(.needsCodeGeneration) struct HalvedRowTests {
    /// The translations of a row: chroma between two columns, on a column, elsewhere, far away, and positions that
    /// aren't exact.
    private static let translations: [CGFloat] = [
        0, 0.25, 0.5, -0.125, 7.75, -1000.25, 0x1p21, 0x1p22, 0.1, 1.0 / 1024, .nan, .infinity,
    ]
    /// The rows: every row twice, upside down, the same rows, shrunken, one row for all, and none that is finite.
    private static let rows: [(scale: CGFloat, translation: CGFloat)] = [
        (0.5, 0), (0.5, 0.25), (-0.5, 6), (1, 0), (1, 1.0 / 2048), (1, 0.3), (2, 0.5), (0, 2.5), (0.5, .nan),
        (1e308, 0),
    ]

    @Test(arguments: [PixelFormat.R8, .RG8, .R16, .RG16], [WrapMode.transparent, .clamp])
    func agree(format: PixelFormat, wrap: WrapMode) throws {
        let program = try kernel("kernel vec4 k(sampler s) { return sample(s, samplerCoord(s)); }")
        for width in [1, 2, 9, 12, 40] {
            for translation in Self.translations {
                for (scale, vertical) in Self.rows {
                    // The picture lies where the region looks, also if that is far away.
                    let left = translation.isFinite ? Int(translation.rounded()) : 0
                    let bounds = PixelRect(x: left - 3, y: 0, width: width, height: 6)
                    let (view, floats) = RowSamplingTests.picture(bounds, format)
                    let transform = CGAffineTransform(
                        a: 0.5, b: 0, c: 0, d: scale, tx: translation, ty: vertical)
                    // One width has only a part of the image in memory.
                    let extent = width == 9 ? bounds.cgRect.insetBy(dx: -2, dy: -2) : bounds.cgRect
                    func binding(_ pixels: PixelView) -> SamplerBinding {
                        SamplerBinding(
                            pixels: pixels, extent: extent, transform: transform, interpolation: .linear, wrap: wrap)
                    }
                    for region in [
                        PixelRect(x: -9, y: -3, width: 90, height: 16), PixelRect(x: 1, y: 2, width: 5, height: 2),
                    ] {
                        let expected = try KernelComparison.interpreted(
                            program, [[]], images: [binding(floats.view)], region: region)
                        for store in BytePictures.stores {
                            let result = try KernelComparison.compiled(
                                program, [[]], images: [binding(view)], region: region, store: store)
                            let difference = KernelComparison.difference(result, expected)
                            #expect(
                                difference == nil,
                                "width \(width), \(transform), \(region), \(store.processor.model)")
                        }
                    }
                }
            }
        }
    }
}
