import CoreImage
import Foundation
import Testing

@Suite("Cropping, clamping and transforming")
struct GeometryTests {
    private let source = makePicture(4, 3) { x, y in SIMD4(Float(x), Float(y), 0, 1) }

    @Test("Cropping rounds outwards to whole pixels and cuts to the extent")
    func crop() throws {
        let part = source.cropped(to: CGRect(x: 1.5, y: 0.2, width: 1, height: 1))
        #expect(part.extent == CGRect(x: 1, y: 0, width: 2, height: 2))
        let pixels = try RenderedPixels(part, source.extent)
        for y in 0..<3 {
            for x in 0..<4 {
                let inside = (1...2).contains(x) && (0...1).contains(y)
                #expect(pixels[x, y] == (inside ? SIMD4(Float(x), Float(y), 0, 1) : .zero))
            }
        }
        #expect(
            source.cropped(to: CGRect(x: 2, y: 2, width: 100, height: 100)).extent
                == CGRect(x: 2, y: 2, width: 2, height: 1))
        #expect(source.cropped(to: CGRect(x: 20, y: 0, width: 1, height: 1)).extent.isNull)
        #expect(source.cropped(to: .null).extent.isNull)
        #expect(source.cropped(to: .infinite).extent == source.extent)
        #expect(
            CIImage.red.cropped(to: CGRect(x: -3, y: -2, width: 2, height: 1)).extent
                == CGRect(x: -3, y: -2, width: 2, height: 1))
    }

    @Test("Clamping repeats the nearest pixel of the edge")
    func clamp() throws {
        let clamped = source.clampedToExtent()
        #expect(clamped.extent.isInfinite)
        let pixels = try RenderedPixels(clamped, CGRect(x: -3, y: -2, width: 10, height: 8))
        for y in -2..<6 {
            for x in -3..<7 {
                #expect(pixels[x, y] == SIMD4(Float(min(max(x, 0), 3)), Float(min(max(y, 0), 2)), 0, 1))
            }
        }
        let part = try RenderedPixels(source.clamped(to: CGRect(x: 1, y: 1, width: 2, height: 1)), source.extent)
        for y in 0..<3 { for x in 0..<4 { #expect(part[x, y] == SIMD4(Float(min(max(x, 1), 2)), 1, 0, 1)) } }
        #expect(CIImage.empty().clampedToExtent().extent.isNull)
    }

    @Test("Translation by whole pixels is exact", arguments: [(0, 0), (5, -7), (-1000, 1000)])
    func translation(dx: Int, dy: Int) throws {
        let moved = source.transformed(by: CGAffineTransform(translationX: CGFloat(dx), y: CGFloat(dy)))
        #expect(moved.extent == CGRect(x: dx, y: dy, width: 4, height: 3))
        let pixels = try RenderedPixels(moved, moved.extent)
        for y in 0..<3 { for x in 0..<4 { #expect(pixels[x + dx, y + dy] == SIMD4(Float(x), Float(y), 0, 1)) } }
    }

    @Test("Enlarging: squares with nearest sampling, a ramp with linear")
    func enlarging() throws {
        let scale = CGAffineTransform(scaleX: 4, y: 4)
        let nearest = source.samplingNearest().transformed(by: scale)
        #expect(nearest.extent == CGRect(x: 0, y: 0, width: 16, height: 12))
        let squares = try RenderedPixels(nearest, nearest.extent)
        for y in 0..<12 { for x in 0..<16 { #expect(squares[x, y] == SIMD4(Float(x / 4), Float(y / 4), 0, 1)) } }
        let linear = try RenderedPixels(
            source.samplingNearest().samplingLinear().transformed(by: scale), nearest.extent)
        // Away from the edges the ramp x is reproduced at source position (x + 0.5)/4 − 0.5.
        for y in 2..<10 {
            for x in 2..<14 {
                let expected = SIMD4((Float(x) + 0.5) / 4 - 0.5, (Float(y) + 0.5) / 4 - 0.5, 0, 1)
                #expect(isClose(linear[x, y], expected, 1e-5))
            }
        }
    }

    @Test("Nearest sampling survives cropping and moving")
    func samplingHolds() throws {
        let scale = CGAffineTransform(scaleX: 2, y: 2)
        let moved = source.samplingNearest().cropped(to: CGRect(x: 0, y: 0, width: 3, height: 3))
            .transformed(by: CGAffineTransform(translationX: 1, y: 0)).transformed(by: scale)
        let pixels = try RenderedPixels(moved, moved.extent)
        for x in 0..<6 { #expect(pixels[x + 2, 0] == SIMD4(Float(x / 2), 0, 0, 1)) }
    }

    @Test("Transforms that can't be inverted give an empty image")
    func singular() {
        for matrix in [
            CGAffineTransform(scaleX: 0, y: 1), CGAffineTransform(1, 1, 1, 1, 0, 0),
            CGAffineTransform(scaleX: .nan, y: 1),
        ] {
            #expect(source.transformed(by: matrix).extent.isNull)
            #expect(source.transformed(by: matrix, highQualityDownsample: true).extent.isNull)
        }
    }

    @Test("High-quality reduction averages blocks", arguments: [2, 3, 4])
    func blockAverage(factor: Int) throws {
        let size = 12
        let image = makePicture(size, size) { x, y in SIMD4(Float((x * 7 + y * 13) % 11), Float(x * y), 0, 1) }
            .transformed(by: CGAffineTransform(translationX: 12, y: -24))
        let scale = CGAffineTransform(scaleX: 1 / CGFloat(factor), y: 1 / CGFloat(factor))
        let small = image.transformed(by: scale, highQualityDownsample: true)
        let side = size / factor
        #expect(small.extent == CGRect(x: 12 / factor, y: -24 / factor, width: side, height: side))
        let pixels = try RenderedPixels(small, small.extent)
        for j in 0..<side {
            for i in 0..<side {
                var sum = SIMD4<Float>.zero
                for y in j * factor..<(j + 1) * factor {
                    for x in i * factor..<(i + 1) * factor {
                        sum += SIMD4(Float((x * 7 + y * 13) % 11), Float(x * y), 0, 1)
                    }
                }
                let found = pixels[12 / factor + i, -24 / factor + j]
                #expect(isClose(found, sum / Float(factor * factor), 1e-4))
            }
        }
    }

    @Test("High-quality reduction keeps a constant picture constant up to its edges, whatever the scale")
    func constantReduction() throws {
        let image = makePicture(37, 23) { _, _ in SIMD4(0.25, 0.5, 0.75, 1) }
        for scale in [0.9, 0.5, 0.4, 0.21, 0.05] {
            let small = image.transformed(by: CGAffineTransform(scaleX: scale, y: scale), highQualityDownsample: true)
            let whole = CGRect(x: 0, y: 0, width: (37 * scale).rounded(.up), height: (23 * scale).rounded(.up))
            let inner = CGRect(
                x: 0, y: 0, width: max(1, (37 * scale).rounded(.down)), height: max(1, (23 * scale).rounded(.down)))
            #expect(whole.contains(small.extent))
            for pixel in try RenderedPixels(small, scale < 0.6 ? inner : inner.insetBy(dx: 1, dy: 1)).all {
                #expect(isClose(pixel, SIMD4(0.25, 0.5, 0.75, 1), 1e-5))
            }
        }
    }

    @Test("Region of interest: what a part of the result needs of an image it was made from")
    func regionOfInterest() {
        let moved = source.transformed(by: CGAffineTransform(translationX: 10, y: 20))
        let rect = CGRect(x: 11, y: 20, width: 2, height: 1)
        #expect(moved.regionOfInterest(for: source, in: rect) == CGRect(x: 1, y: 0, width: 2, height: 1))
        #expect(moved.regionOfInterest(for: moved, in: rect) == rect)
        #expect(moved.regionOfInterest(for: CIImage.red, in: rect).isNull)
        #expect(moved.regionOfInterest(for: source, in: CGRect(x: 0, y: 0, width: 2, height: 2)).isNull)
        let large = source.transformed(by: CGAffineTransform(scaleX: 2, y: 2))
        let need = large.regionOfInterest(for: source, in: CGRect(x: 4, y: 2, width: 2, height: 2))
        #expect(need.contains(CGRect(x: 2, y: 1, width: 1, height: 1)) && source.extent.contains(need))
    }
}
