import CoreImage
import Testing

@Suite("Image accumulator")
struct CIImageAccumulatorTests {
    private let extent = CGRect(x: 3, y: -2, width: 4, height: 3)

    private func accumulator(_ format: CIFormat = .RGBAf) throws -> CIImageAccumulator {
        try CIImageAccumulator(keeping: extent, format: format)
    }

    /// An image with a different colour at every pixel of the working space around the accumulator's extent.
    private func numbered() -> CIImage {
        makePicture(12, 8) { x, y in SIMD4(Float(x) / 16, Float(y) / 16, 0, 1) }
            .transformed(by: CGAffineTransform(translationX: 0, y: -4))
    }

    private func number(_ x: Int, _ y: Int) -> SIMD4<Float> { SIMD4(Float(x) / 16, Float(y + 4) / 16, 0, 1) }

    @Test("starts transparent, keeps an image's pixels in place, and clears")
    func keeps() throws {
        let accumulator = try accumulator()
        #expect(accumulator.extent == extent)
        #expect(try RenderedPixels(accumulator.image(), extent).all.allSatisfy { $0 == .zero })
        accumulator.setImage(numbered())
        let kept = accumulator.image()
        #expect(kept.extent == extent)
        let pixels = try RenderedPixels(kept, extent)
        for y in -2..<1 { for x in 3..<7 { #expect(pixels[x, y] == number(x, y)) } }
        accumulator.clear()
        #expect(try RenderedPixels(accumulator.image(), extent).all.allSatisfy { $0 == .zero })
        #expect(try RenderedPixels(kept, extent)[3, -2] == number(3, -2), "an image that was handed out stays")
    }

    @Test("the colours are the same in a context with another working space")
    func workingSpace() throws {
        let accumulator = try accumulator()
        accumulator.setImage(CIImage(color: CIColor(red: 1, green: 0.5, blue: 0)))
        let wide = try #require(CGColorSpace(name: CGColorSpace.extendedLinearDisplayP3))
        let context = CIContext(options: [.workingColorSpace: wide])
        let space = try #require(CGColorSpace(name: CGColorSpace.sRGB))
        let pixel = try RenderedPixels(accumulator.image(), extent, in: context, space: space)[4, -1]
        let difference = pixel - SIMD4(1, 0.5, 0, 1)
        #expect(max(difference.max(), -difference.min()) < 1e-3, "\(pixel)")
    }

    @Test("only the dirty rectangle changes, also to transparent")
    func dirty() throws {
        let accumulator = try accumulator()
        accumulator.setImage(numbered())
        accumulator.setImage(.clear, dirtyRect: CGRect(x: 4, y: -1, width: 2, height: 9))
        let pixels = try RenderedPixels(accumulator.image(), extent)
        for y in -2..<1 {
            for x in 3..<7 {
                let inside = (4..<6).contains(x) && y >= -1
                #expect(pixels[x, y] == (inside ? .zero : number(x, y)), "\(x), \(y)")
            }
        }
        accumulator.setImage(.clear, dirtyRect: CGRect(x: 100, y: 0, width: 5, height: 5))
        #expect(try RenderedPixels(accumulator.image(), extent)[3, -2] == number(3, -2))
    }

    @Test("dirty rectangles with edges that aren't numbers change nothing; negative sizes are standardized")
    func strangeRectangles() throws {
        let accumulator = try accumulator()
        accumulator.setImage(numbered())
        for wrong in [
            CGRect(x: CGFloat.nan, y: 0, width: 1, height: 1), CGRect(x: 4, y: -1, width: CGFloat.nan, height: 1),
            .null,
        ] {
            try accumulator.replace(with: .clear, in: wrong)
        }
        let untouched = try RenderedPixels(accumulator.image(), extent)
        for y in -2..<1 { for x in 3..<7 { #expect(untouched[x, y] == number(x, y)) } }
        try accumulator.replace(with: .clear, in: CGRect(x: 5, y: 0, width: -1, height: -1))
        #expect(try RenderedPixels(accumulator.image(), extent)[4, -1] == .zero)
    }

    @Test("feedback: each step reads the previous one")
    func feedback() throws {
        let accumulator = try accumulator()
        let kernel = CIColorKernel("kernel vec4 more(__sample s) { return s + vec4(0.125, 0.0, 0.0, 0.25); }")
        for _ in 0..<3 { accumulator.setImage(kernel.apply(to: accumulator.image())) }
        let pixel = try RenderedPixels(accumulator.image(), extent)[5, 0]
        #expect(pixel == SIMD4(0.375, 0, 0, 0.75))
    }

    @Test("RGBA8 rounds to 256 levels and clamps to 0…1")
    func steps() throws {
        let accumulator = try accumulator(.RGBA8)
        accumulator.setImage(makePicture(8, 2) { _, _ in SIMD4(0.401, 2, -1, 1) })
        let pixel = try RenderedPixels(accumulator.image(), extent)[3, 0]
        #expect(isClose(pixel, SIMD4(102.0 / 255, 1, 0, 1), 1e-6))
    }

    @Test("invalid extents and failed images are refused")
    func refusals() throws {
        for wrong in [CGRect.infinite, .null, .zero, CGRect(x: 0, y: 0, width: 1e9, height: 1e9)] {
            #expect(CIImageAccumulator(extent: wrong, format: .RGBAf) == nil)
            #expect(throws: (any Error).self) { try CIImageAccumulator(keeping: wrong, format: .RGBAf) }
        }
        let accumulator = try accumulator()
        accumulator.setImage(numbered())
        let broken = CIImage(color: .red).applyingFilter("NoSuchFilter")
        accumulator.setImage(broken)
        #expect(throws: (any Error).self) { try accumulator.replace(with: broken, in: extent) }
        #expect(try RenderedPixels(accumulator.image(), extent)[3, -2] == number(3, -2))
    }
}
