import Foundation
import Pixels
import Testing

@testable import ImageGraph
@testable import Rendering

@Suite("Gaussian blur")
struct GaussianBlurTests {
    /// The exact convolution in double precision along one line: weights of a whole Gaussian, normalised.
    private func exact(_ values: [Double], sigma: Double) -> [Double] {
        let reach = Int((8 * sigma).rounded(.up))
        let weights = (-reach...reach).map { exp(-Double($0 * $0) / (2 * sigma * sigma)) }
        let sum = weights.reduce(0, +)
        return values.indices.map { index in
            var total = 0.0
            for tap in -reach...reach where values.indices.contains(index + tap) {
                total += values[index + tap] * weights[tap + reach]
            }
            return total / sum
        }
    }

    @Test(
        "close to the exact convolution for a step, a point and noise",
        arguments: [0.3, 0.8, 1.5, 3, 5.5, 7.99, 8, 9.7, 12, 20, 33, 64])
    func accuracy(sigma: Double) throws {
        let reach = Int((3 * sigma).rounded(.up))
        let (width, height) = (reach + 40, 48)
        let lines: [@Sendable (Int) -> Float] = [
            { $0 < 20 ? 1 : 0 }, { $0 == 15 ? 1 : 0 }, { Noise.pixel($0, 9).w }, { _ in 1 },
        ]
        for line in lines {
            // All rows are equal and extend beyond the blur's reach, so only the horizontal blur has an effect.
            let image = ImageNode.source(PatternSource(width, height) { x, _ in SIMD4(repeating: line(x)) })
            let tall = image.transformed(
                by: CGAffineTransform(scaleX: 1, y: CGFloat(reach + 10)), interpolation: .nearest)
            let region = PixelRect(-reach, Int(tall.extent.midY), width + 2 * reach, 1)
            // Half float intermediates are the default, and the less precise.
            let raster = try renderer(tile: 64, intermediates: .RGBAh)
                .render(tall.gaussianBlurred(sigma: sigma), region: region)
            let padded = (-reach..<width + reach).map { (0..<width).contains($0) ? Double(line($0)) : 0 }
            let expected = exact(padded, sigma: sigma)
            let worst =
                zip(region.x..<region.maxX, expected).map { abs(Double(raster[$0, region.y].x) - $1) }.max() ?? 0
            #expect(worst <= 0.5 / 255, "σ \(sigma): \(worst * 255) / 255")
        }
    }

    @Test("rows and columns are blurred alike", arguments: [2.0, 11.0]) func symmetry(sigma: Double) throws {
        let image = ImageNode.source(PatternSource(23, 23))
        let turned = ImageNode.source(PatternSource(23, 23) { Noise.pixel($1, $0) })
        let region = PixelRect(-9, -9, 40, 40)
        let a = try renderer().render(image.gaussianBlurred(sigma: sigma), region: region)
        let b = try renderer().render(turned.gaussianBlurred(sigma: sigma), region: region)
        #expect(a.largestDifference { b[$1, $0] } < 1e-6)
    }

    @Test("a blur keeps the sum of the pixels", arguments: [1.0, 4.2, 8.5, 16]) func energy(sigma: Double) throws {
        let image = ImageNode.source(PatternSource(31, 17) { _, _ in .one })
        let blurred = image.gaussianBlurred(sigma: sigma)
        let raster = try renderer(tile: 32).render(blurred, region: PixelRect(enclosing: blurred.extent))
        let sum = raster.bounds.coordinates.reduce(0.0) { $0 + Double(raster[$1.x, $1.y].w) }
        // A wide blur's tails are cut at three standard deviations, where 0.3 % of the light lies outside on each axis.
        #expect(abs(sum / (31 * 17) - 1) < (sigma < 3.5 ? 1e-4 : 6e-3))
    }

    @Test("an evenly coloured infinite image stays as it is", arguments: [0.5, 3, 15, 200]) func constant(sigma: Double)
        throws
    {
        let node = ImageNode.constant(GraphColor(components: SIMD4(0.8, 0.4, 0.2, 1), colorSpace: nil))
        let raster = try renderer().render(node.gaussianBlurred(sigma: sigma), region: PixelRect(-7, 5, 30, 20))
        #expect(raster.largestDifference { _, _ in SIMD4(0.8, 0.4, 0.2, 1) } < 1e-5)
    }

    @Test(
        "a clamped image is blurred like a picture that repeats its edges pixel by pixel",
        arguments: [(23, 17, -5, 3), (1, 1, 2, -9), (40, 1, 0, 0), (64, 32, 4, 8), (31, 63, -13, 7)],
        [4.0, 10, 31, 70])
    func clamped(box: (Int, Int, Int, Int), sigma: Double) throws {
        let (width, height, x, y) = box
        let moved = { (image: ImageNode, dx: Int, dy: Int) in
            image.transformed(by: CGAffineTransform(translationX: CGFloat(dx), y: CGFloat(dy)))
        }
        let picture = moved(.source(PatternSource(width, height)), x, y)
        let reach = Int(6 * sigma) + 40
        let padded = moved(
            .source(
                PatternSource(width + 2 * reach, height + 2 * reach) {
                    Noise.pixel(min(max($0 - reach, 0), width - 1), min(max($1 - reach, 0), height - 1))
                }), x - reach, y - reach)
        // Also far outside, where only edges are blurred.
        for region in [PixelRect(x - 21, y - 9, width + 40, height + 18), PixelRect(x + width + 30, y, 9, 9)] {
            let raster = try renderer(tile: 32)
                .render(picture.clamped(to: picture.extent).gaussianBlurred(sigma: sigma), region: region)
            let expected = try renderer(tile: 32).render(padded.gaussianBlurred(sigma: sigma), region: region)
            #expect(raster.largestDifference { expected[$0, $1] } < 1e-6)
        }
    }

    @Test("little of a clamped image is read for its repeated edges") func clampedRegion() {
        let picture = ImageNode.source(PatternSource(500, 300))
        let blurred = picture.clamped(to: picture.extent).gaussianBlurred(sigma: 40)
        // Decimation by 16 averages 15 pixels around every fourth one, and then 15 of these averages. The outermost
        // result lies at −48 and reads 35 pixels on each side. The blur of the results reaches twice as far.
        var (node, read) = (blurred, picture.extent)
        while let input = node.operation.inputs.first, case .some = input.operation.inputs.first {
            read = node.operation.region(ofInput: 0, for: read)
            node = input
        }
        guard case .clamp = node.operation else { Issue.record("the clamped picture is not below the blur"); return }
        #expect(read.contains(picture.extent))
        #expect(picture.extent.insetBy(dx: -83, dy: -83).contains(read))
    }

    @Test("a blur far wider than the image, and one of the largest sigma, end in faint light") func huge() throws {
        let image = ImageNode.source(PatternSource(8, 8) { _, _ in .one })
        let raster = try renderer().render(image.gaussianBlurred(sigma: 500), region: PixelRect(0, 0, 16, 16))
        // 64 / (2π·500²), the peak of the Gaussian times the area.
        #expect(abs(raster[4, 4].w - 64 / (2 * .pi * 250_000)) < 2e-6)
        let vast = try renderer().render(image.gaussianBlurred(sigma: 1e9), region: PixelRect(0, 0, 16, 16))
        #expect(vast[4, 4].w < 1e-6)
    }
}
