import Foundation
import Pixels
import Testing

@testable import ImageGraph
@testable import Rendering

/// Both axes at once, against a convolution in double precision that reaches nine standard deviations.
@Suite("Gaussian blurs of pictures")
struct GaussianAccuracyTests {
    private static let (width, height) = (46, 37)

    private static let pictures: [@Sendable (Int, Int) -> Float] = [
        { x, y in x >= 21 && y >= 16 ? 1 : 0 }, { x, y in Noise.pixel(x, y).w > 0.5 ? 1 : 0 },
    ]

    /// The separable convolution: all rows, and then the columns of the result.
    private static func exact(
        _ picture: (Int, Int) -> Float, sigma: Double, isClamped: Bool, region: PixelRect
    ) -> [[Double]] {
        let reach = Int((9 * sigma).rounded(.up))
        let weights = (-reach...reach).map { exp(-Double($0 * $0) / (2 * sigma * sigma)) }
        let sum = weights.reduce(0, +)
        // The weight of each source pixel in each output pixel. Weights outside the picture belong to the nearest edge
        // pixel if the image is clamped, and are dropped otherwise.
        func shares(_ outputs: Range<Int>, _ size: Int) -> [[Double]] {
            outputs.map { output in
                var shares = [Double](repeating: 0, count: size)
                for (tap, weight) in weights.enumerated() {
                    let place = output + tap - reach
                    if place >= 0 && place < size {
                        shares[place] += weight / sum
                    } else if isClamped {
                        shares[place < 0 ? 0 : size - 1] += weight / sum
                    }
                }
                return shares
            }
        }
        let columns = shares(region.x..<region.maxX, width)
        let rows = shares(region.y..<region.maxY, height)
        let lines = (0..<height).map { y in
            let line = (0..<width).map { Double(picture($0, y)) }
            return columns.map { dot($0, line) }
        }
        return columns.indices.map { column in
            let line = lines.map { $0[column] }
            return rows.map { dot($0, line) }
        }
    }

    private static func dot(_ a: [Double], _ b: [Double]) -> Double {
        // Pointers and a plain loop, which a debug build runs several times as fast as `zip`.
        a.withUnsafeBufferPointer { a in
            b.withUnsafeBufferPointer { b in
                var (sum, index) = (0.0, 0)
                while index < min(a.count, b.count) {
                    sum += a[index] * b[index]
                    index += 1
                }
                return sum
            }
        }
    }

    @Test("errors are at most half an 8-bit level", arguments: [0.5, 2, 3.4, 3.5, 6.9, 7, 10, 13.9, 14, 28, 100])
    func accuracy(sigma: Double) throws {
        let region = PixelRect(-9, -4, 61, 43)
        for (number, picture) in Self.pictures.enumerated() {
            let image = ImageNode.source(PatternSource(Self.width, Self.height) { SIMD4(repeating: picture($0, $1)) })
            for isClamped in [false, true] {
                let node = (isClamped ? image.clamped(to: image.extent) : image).gaussianBlurred(sigma: sigma)
                let raster = try renderer(tile: 64).render(node, region: region)
                let expected = Self.exact(picture, sigma: sigma, isClamped: isClamped, region: region)
                let worst = region.coordinates.reduce(0.0) {
                    max($0, abs(Double(raster[$1.x, $1.y].x) - expected[$1.x - region.x][$1.y - region.y]))
                }
                #expect(worst <= 0.5 / 255, "σ \(sigma), picture \(number), clamped \(isClamped): \(worst * 255) / 255")
            }
        }
    }
}
