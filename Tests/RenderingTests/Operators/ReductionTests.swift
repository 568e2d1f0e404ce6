import Foundation
import Pixels
import Testing

@testable import ImageGraph
@testable import Rendering

@Suite("Numbers about areas")
struct ReductionTests {
    private static let size = (width: 140, height: 110)

    private static func pixel(_ x: Int, _ y: Int) -> SIMD4<Float> { Noise.pixel(x + 40, y - 30) * 2 - 0.4 }

    private static func image() -> ImageNode {
        ImageNode.source(PatternSource(size.width, size.height) { pixel($0 - 75, $1 - 57) }).transformed(
            by: CGAffineTransform(translationX: -75, y: -57))
    }

    /// Pixels of a rectangle, transparent outside the image.
    private static func pixels(_ area: PixelRect) -> [SIMD4<Float>] {
        area.coordinates.map {
            PixelRect(-75, -57, size.width, size.height).contains(PixelRect($0.x, $0.y, 1, 1))
                ? pixel($0.x, $0.y) : .zero
        }
    }

    private func first(_ node: ImageNode, tile: Int = 64) throws -> SIMD4<Float> {
        #expect(node.extent == CGRect(x: 0, y: 0, width: 1, height: 1))
        return try renderer(tile: tile).render(node, region: PixelRect(0, 0, 1, 1))[0, 0]
    }

    static let areas = [
        PixelRect(-75, -57, 140, 110), PixelRect(-1, -1, 2, 2), PixelRect(-70, -50, 129, 101), PixelRect(63, 5, 1, 40),
        PixelRect(40, 30, 50, 60),
    ]

    @Test("means and extremes", arguments: areas) func values(area: PixelRect) throws {
        let (image, pixels) = (Self.image(), Self.pixels(area))
        let sum = pixels.reduce(SIMD4<Double>.zero) { $0 + SIMD4<Double>($1) }
        let mean = try first(image.areaAverage(of: area.cgRect))
        #expect(mean == SIMD4<Float>(sum / Double(area.area)))
        #expect(try first(image.areaSum(of: area.cgRect)) == SIMD4<Float>(sum))
        var (low, high) = (pixels[0], pixels[0])
        for pixel in pixels { (low, high) = (pointwiseMin(low, pixel), pointwiseMax(high, pixel)) }
        #expect(try first(image.areaMinimum(of: area.cgRect)) == low)
        #expect(try first(image.areaMaximum(of: area.cgRect)) == high)
        let thin = try #require(pixels.map(\.w).min())
        #expect(pixels.filter { $0.w == thin }.contains(try first(image.areaMinimumAlpha(of: area.cgRect))))
        let thick = try #require(pixels.map(\.w).max())
        #expect(pixels.filter { $0.w == thick }.contains(try first(image.areaMaximumAlpha(of: area.cgRect))))
    }

    @Test("two numbers at once are those of one at a time", arguments: areas) func pairs(area: PixelRect) throws {
        let (image, area) = (Self.image(), area.cgRect)
        let pairs = [
            (image.areaExtremes(of: area), image.areaMinimum(of: area), image.areaMaximum(of: area)),
            (image.areaAverageAndMaximum(of: area), image.areaAverage(of: area), image.areaMaximum(of: area)),
        ]
        for (pair, left, right) in pairs {
            #expect(pair.extent == CGRect(x: 0, y: 0, width: 2, height: 1))
            let pixels = try renderer(tile: 9).render(pair, region: PixelRect(0, 0, 2, 1))
            #expect(try pixels[0, 0] == first(left) && pixels[1, 0] == first(right))
        }
    }

    @Test("bounds of red are whole numbers wherever the image is") func redBounds() throws {
        for (dx, dy) in [(0, 0), (-1_000_003, 70), (12_345_678, -999_999)] {
            let image = ImageNode.source(
                PatternSource(300, 200) { x, y in
                    (x, y) == (70, 190) || (x, y) == (251, 3) ? SIMD4(-0.25, 0, 0, 1) : SIMD4(0, 1, .nan, 1)
                }
            ).transformed(by: CGAffineTransform(translationX: CGFloat(dx), y: CGFloat(dy)))
            #expect(try first(image.areaRedBounds(of: .infinite)) == SIMD4(Float(dx + 70), Float(dy + 3), 182, 188))
            let part = CGRect(x: dx + 60, y: dy + 180, width: 500, height: 11)
            #expect(try first(image.areaRedBounds(of: part)) == SIMD4(Float(dx + 70), Float(dy + 190), 1, 1))
            #expect(try first(image.areaRedBounds(of: CGRect(x: dx, y: dy, width: 60, height: 60))) == .zero)
        }
    }

    @Test("a histogram weighed by alpha is exact", arguments: [1, 100, 2048]) func weightedHistogram(bins: Int) throws {
        let area = Self.areas[4]
        let node = Self.image().alphaWeightedHistogram(of: area.cgRect, bins: bins, scale: 3)
        let raster = try renderer(tile: 20).render(node, region: PixelRect(0, 0, bins, 1))
        var weights = [SIMD4<Double>](repeating: .zero, count: bins)
        for pixel in Self.pixels(area) where pixel.w > 0 {
            for component in 0..<4 {
                let value = component == 3 ? pixel.w : pixel[component] / pixel.w
                let bin = min(max(Int((value * Float(bins)).rounded(.down)), 0), bins - 1)
                weights[bin][component] += Double(pixel.w)
            }
        }
        for bin in 0..<bins {
            #expect(raster[bin, 0] == SIMD4<Float>(weights[bin] * (3 / Double(area.area))), "bin \(bin)")
        }
    }

    @Test("rows and columns far outside the image cost nothing") func endlessLines() throws {
        let (image, area) = (Self.image(), CGRect(x: -1e30, y: -1e30, width: 2e30, height: 2e30))
        for node in [image.rowAverage(of: area), image.columnAverage(of: area)] {
            #expect(try renderer().render(node, region: PixelRect(5, 5, 3, 3)).bits.allSatisfy { $0 == .zero })
        }
    }

    @Test("an infinite area is the image's; sums of many equal values are exact") func infiniteArea() throws {
        let image = ImageNode.source(PatternSource(300, 130) { _, _ in SIMD4(0.1, 16_777_216, -0.3, 1e-20) })
        let mean = try first(image.areaAverage(of: .infinite))
        #expect(mean == SIMD4<Float>(0.1, 16_777_216, -0.3, 1e-20))
    }

    @Test("values that aren't numbers, and infinite ones") func specialValues() throws {
        let image = ImageNode.source(
            PatternSource(9, 9) { x, y in x == 4 && y == 4 ? SIMD4(.nan, .infinity, -.infinity, 0.5) : .one })
        #expect(try first(image.areaMinimum(of: image.extent)) == SIMD4(1, 1, -.infinity, 0.5))
        #expect(try first(image.areaMaximum(of: image.extent)) == SIMD4(1, .infinity, 1, 1))
        let sum = try first(image.areaSum(of: image.extent))
        #expect(sum.x.isNaN && sum.y == .infinity && sum.z == -.infinity && sum.w == 80.5)
    }

    @Test("histograms count every pixel once", arguments: [1, 100, 2048]) func histogram(bins: Int) throws {
        for area in [Self.areas[0], Self.areas[4]] {
            let node = Self.image().histogram(of: area.cgRect, bins: bins, scale: 3)
            #expect(node.extent == CGRect(x: 0, y: 0, width: bins, height: 1))
            let raster = try renderer().render(node, region: PixelRect(0, 0, bins, 1))
            var counts = [SIMD4<Double>](repeating: .zero, count: bins)
            for pixel in Self.pixels(area) {
                for component in 0..<4 {
                    counts[min(max(Int((pixel[component] * Float(bins)).rounded(.down)), 0), bins - 1)][component] += 1
                }
            }
            for bin in 0..<bins {
                #expect(raster[bin, 0] == SIMD4<Float>(counts[bin] * (3 / Double(area.area))), "bin \(bin)")
            }
        }
    }

    @Test("rows and columns", arguments: [areas[0], areas[2], areas[4]]) func lines(area: PixelRect) throws {
        let rows = try renderer().render(
            Self.image().rowAverage(of: area.cgRect), region: PixelRect(0, 0, 1, area.height))
        for y in 0..<area.height {
            let sum = Self.pixels(PixelRect(area.x, area.y + y, area.width, 1)).reduce(.zero) { $0 + SIMD4<Double>($1) }
            #expect(rows[0, y] == SIMD4<Float>(sum / Double(area.width)))
        }
        let columns = try renderer().render(
            Self.image().columnAverage(of: area.cgRect), region: PixelRect(0, 0, area.width, 1))
        for x in 0..<area.width {
            let sum = Self.pixels(PixelRect(area.x + x, area.y, 1, area.height)).reduce(.zero) {
                $0 + SIMD4<Double>($1)
            }
            #expect(columns[x, 0] == SIMD4<Float>(sum / Double(area.height)))
        }
    }

    @Test("tiles and threads change no bit", arguments: [7, 64]) func tiles(size: Int) throws {
        let (image, area) = (Self.image(), Self.areas[2].cgRect)
        let nodes = [
            image.areaAverage(of: area), image.histogram(of: area, bins: 70), image.columnAverage(of: area),
            image.areaExtremes(of: area), image.areaAverageAndMaximum(of: area), image.areaRedBounds(of: area),
            image.areaMinimumAlpha(of: area), image.alphaWeightedHistogram(of: area, bins: 70),
            image.clusterMeans(of: area, count: 5, passes: 3), image.clusterMeans(of: area, count: 40, passes: 1),
        ]
        for node in nodes {
            let region = PixelRect(enclosing: node.extent)
            let whole = try renderer(tile: 1000, threads: 1).render(node, region: region)
            #expect(try renderer(tile: size, threads: 4).render(node, region: region).bits == whole.bits)
        }
    }

    @Test("an area without pixels") func emptyArea() {
        #expect(Self.image().areaAverage(of: .null).extent.isNull)
        #expect(Self.image().histogram(of: CGRect(x: 3, y: 3, width: 0, height: 4)).extent.isNull)
    }
}
