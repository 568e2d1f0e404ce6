import Foundation
import Pixels
import Testing

@testable import ImageGraph
@testable import Rendering

/// Fits written out in double precision, window by window.
@Suite("Local regression against its formula")
struct LocalRegressionTests {
    private let bounds = PixelRect(-7, -5, 13, 11)

    private var image: ImageNode {
        ImageNode.source(PatternSource(13, 11)).transformed(by: CGAffineTransform(translationX: -7, y: -5))
    }

    /// A guide that hardly varies, so that variances are small differences of large numbers.
    private var guide: ImageNode {
        ImageNode.source(PatternSource(13, 11) { x, y in Self.guide(x, y) }).transformed(
            by: CGAffineTransform(translationX: -7, y: -5))
    }

    private static func guide(_ x: Int, _ y: Int) -> SIMD4<Float> {
        SIMD4(0.75 + Noise.pixel(y, x).x / 1024, 9, 9, 9)
    }

    private func window(_ x: Int, _ y: Int, _ radius: Int) -> [(x: Int, y: Int)] {
        PixelRect(x - radius, y - radius, 2 * radius + 1, 2 * radius + 1).coordinates
    }

    private func line(_ x: Int, _ y: Int, _ radius: Int, _ epsilon: Double) -> (SIMD4<Double>, SIMD4<Double>) {
        let pixels = window(x, y, radius).map { x, y in
            let (i, j) = (min(max(x + 7, 0), 12), min(max(y + 5, 0), 10))
            return (SIMD4<Double>(Noise.pixel(i, j)), Double(Self.guide(i, j).x))
        }
        let count = Double(pixels.count)
        let (image, guide) = (
            pixels.reduce(SIMD4<Double>.zero) { $0 + $1.0 } / count, pixels.reduce(0) { $0 + $1.1 } / count
        )
        let variance = pixels.reduce(0) { $0 + ($1.1 - guide) * ($1.1 - guide) } / count
        let covariance = pixels.reduce(SIMD4<Double>.zero) { $0 + ($1.0 - image) * ($1.1 - guide) } / count
        let slope = covariance / (variance + epsilon)
        return (slope, image - slope * guide)
    }

    @Test("Lines are those of least squares, averaged", arguments: [(0, 1e-4), (1, 1e-9), (2, 1e-6), (3, 0.01)])
    func formula(radius: Int, epsilon: Double) throws {
        let lines = image.regression(on: guide, radius: radius, epsilon: epsilon)
        let region = PixelRect(-9, -6, 17, 14)
        let found = try [lines.slope, lines.intercept].map { try renderer(tile: 5).render($0, region: region) }
        for (x, y) in region.coordinates {
            let around = window(x, y, radius).map { line($0.x, $0.y, radius, epsilon) }
            let sum = around.reduce((SIMD4<Double>.zero, SIMD4<Double>.zero)) { ($0.0 + $1.0, $0.1 + $1.1) }
            for (raster, wanted) in zip(found, [sum.0, sum.1]) {
                let exact = wanted / Double(around.count)
                let difference = SIMD4<Double>(raster[x, y]) - exact
                let size = (0..<4).reduce(1.0) { max($0, abs(exact[$1])) }
                #expect((0..<4).allSatisfy { abs(difference[$0]) < 1e-6 * size }, "\(x), \(y): \(difference), \(exact)")
            }
        }
    }

    @Test("Tiles change no bit, and images without pixels have no lines")
    func tiles() throws {
        let lines = image.regression(on: guide, radius: 2, epsilon: 1e-5)
        let region = PixelRect(-15, -12, 30, 25)
        let whole = try renderer(tile: 1000).render(lines.slope, region: region)
        #expect(try renderer(tile: 3, threads: 3).render(lines.slope, region: region).bits == whole.bits)
        #expect(image.regression(on: .empty, radius: 2, epsilon: 1e-5).slope.extent.isNull)
        #expect(ImageNode.empty.regression(on: guide, radius: 2, epsilon: 1e-5).intercept.extent.isNull)
    }
}
