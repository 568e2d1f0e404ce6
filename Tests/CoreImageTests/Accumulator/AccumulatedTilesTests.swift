import CoreImage
import TestSupport
import Testing

/// Partial changes of an accumulator, which stores its pixels in tiles of 128 × 128.
@Suite("Accumulated tiles")
struct AccumulatedTilesTests {
    private let extent = CGRect(x: -7, y: 11, width: 300, height: 270)

    @Test(
        "partial changes in any order match the same changes to an array",
        arguments: [CIFormat.RGBAf, .RGBA8, .RGBAh])
    func patches(format: CIFormat) throws {
        let accumulator = try CIImageAccumulator(keeping: extent, format: format)
        var expected = [SIMD4<Float>](repeating: .zero, count: 300 * 270)
        var random = SeededGenerator(seed: 1)
        var earlier: [(image: CIImage, pixels: [SIMD4<Float>])] = []
        for step in 0..<40 {
            if step == 20 {
                accumulator.setImage(CIImage(color: CIColor(red: 1, green: 1, blue: 0)))
                expected = expected.map { _ in SIMD4(1, 1, 0, 1) }
            }
            // Primary colours are exact in every format and space.
            let parts = [random.below(2), random.below(2), random.below(2)]
            let color = CIColor(red: CGFloat(parts[0]), green: CGFloat(parts[1]), blue: CGFloat(parts[2]))
            let rect = CGRect(
                x: random.below(320) - 20, y: random.below(290), width: 1 + random.below(200),
                height: 1 + random.below(150))
            accumulator.setImage(CIImage(color: color), dirtyRect: rect)
            let part = rect.intersection(extent)
            if !part.isNull, !part.isEmpty {
                for y in Int(part.minY)..<Int(part.maxY) {
                    for x in Int(part.minX)..<Int(part.maxX) {
                        expected[(y - 11) * 300 + x + 7] = SIMD4(Float(parts[0]), Float(parts[1]), Float(parts[2]), 1)
                    }
                }
            }
            if step % 8 == 3 { earlier.append((accumulator.image(), expected)) }
        }
        // Images that the accumulator returned earlier must keep their pixels.
        for (image, pixels) in earlier + [(accumulator.image(), expected)] {
            let rendered = try RenderedPixels(image, extent)
            #expect(rendered.all == pixels)
        }
    }

    @Test("replacing the image by a moved copy of itself reads the previous state")
    func itself() throws {
        let accumulator = try CIImageAccumulator(keeping: extent, format: .RGBAf)
        accumulator.setImage(
            makePicture(300, 270) { x, y in SIMD4(Float(x), Float(y), 0, 1) }
                .transformed(by: CGAffineTransform(translationX: -7, y: 11)))
        let dirty = CGRect(x: 20, y: 30, width: 200, height: 180)
        for _ in 0..<3 {
            accumulator.setImage(
                accumulator.image().transformed(by: CGAffineTransform(translationX: 1, y: 0)), dirtyRect: dirty)
        }
        let pixels = try RenderedPixels(accumulator.image(), extent)
        // Each of the three steps moves the dirty rectangle's columns right by one. The column at its left edge comes
        // from outside, which doesn't move.
        #expect(pixels[100, 100] == SIMD4(104, 89, 0, 1))
        #expect(pixels[20, 100] == SIMD4(26, 89, 0, 1))
        #expect(pixels[19, 100] == SIMD4(26, 89, 0, 1))
        #expect(pixels[220, 100] == SIMD4(227, 89, 0, 1))
    }

    @Test("sums over many steps are exact")
    func manySteps() throws { try expectExactSum(of: 500) }

    /// Adds a 1024th that many times. All sums are exact floats.
    func expectExactSum(of count: Int) throws {
        let accumulator = try CIImageAccumulator(keeping: CGRect(x: 0, y: 0, width: 2, height: 2), format: .RGBAf)
        let more = CIColorKernel("kernel vec4 more(__sample s) { return s + vec4(0.0009765625); }")
        for _ in 0..<count { accumulator.setImage(more.apply(to: accumulator.image())) }
        let pixels = try RenderedPixels(accumulator.image(), accumulator.extent)
        #expect(pixels[1, 1] == SIMD4(repeating: Float(count) / 1024))
    }
}
