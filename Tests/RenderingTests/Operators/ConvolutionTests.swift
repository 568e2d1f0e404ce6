import Foundation
import Pixels
import Testing

@testable import ImageGraph
@testable import Rendering

/// Sums written out in double precision, pixel by pixel.
@Suite("Convolutions and resampling against their formulas")
struct ConvolutionTests {
    private static let bounds = PixelRect(-7, -5, 25, 19)

    private static func image() -> ImageNode {
        ImageNode.source(PatternSource(25, 19)).transformed(by: CGAffineTransform(translationX: -7, y: -5))
    }

    private static func pixel(_ x: Int, _ y: Int) -> SIMD4<Double> {
        bounds.contains(PixelRect(x, y, 1, 1)) ? SIMD4<Double>(Noise.pixel(x + 7, y + 5)) : .zero
    }

    private static func worst(_ raster: Raster, _ exact: (Int, Int) -> SIMD4<Double>) -> Double {
        raster.bounds.coordinates.reduce(0) { worst, point in
            let difference = SIMD4<Double>(raster[point.x, point.y]) - exact(point.x, point.y)
            return (0..<4).reduce(worst) { max($0, abs(difference[$1])) }
        }
    }

    @Test("a box blur averages its square", arguments: [1, 2, 7, 33]) func box(radius: Int) throws {
        let node = Self.image().boxBlurred(radius: radius)
        #expect(node.extent == Self.bounds.cgRect.insetBy(dx: CGFloat(-radius), dy: CGFloat(-radius)))
        let raster = try renderer().render(node, region: PixelRect(-12, -9, 33, 26))
        let side = Double(2 * radius + 1)
        let worst = Self.worst(raster) { x, y in
            let part = PixelRect(x - radius, y - radius, 2 * radius + 1, 2 * radius + 1).intersection(Self.bounds)
            return part.coordinates.reduce(.zero) { $0 + Self.pixel($1.x, $1.y) } / (side * side)
        }
        #expect(worst < (radius <= 12 ? 0x1p-20 : 0x1p-23), "\(worst)")
    }

    @Test("a box blur with an infinite pixel keeps it to its square") func infiniteInBox() throws {
        let image = ImageNode.source(PatternSource(60, 9) { x, y in x == 30 && y == 4 ? .one * .infinity : .one })
        let raster = try renderer().render(image.boxBlurred(radius: 3), region: PixelRect(5, 0, 50, 9))
        for (x, y) in raster.bounds.coordinates {
            let isNear = abs(x - 30) <= 3 && abs(y - 4) <= 3
            #expect(raster[x, y].x.isFinite == !isNear)
        }
    }

    @Test(
        "weights lie on the image in the order of reading", arguments: [(3, 3), (5, 5), (9, 9), (9, 1), (1, 7), (4, 2)])
    func window(width: Int, height: Int) throws {
        let weights = (0..<width * height).map { Noise.pixel($0, width).x - 0.4 }
        let node = Self.image().convolved(weights: weights, width: width, height: height, bias: 0.125)
        let reach = node.extent
        let raster = try renderer().render(node, region: PixelRect(enclosing: reach))
        func exact(_ x: Int, _ y: Int) -> SIMD4<Double> {
            var sum = SIMD4<Double>(repeating: 0.125)
            for row in 0..<height {
                for column in 0..<width {
                    sum +=
                        Self.pixel(x + column - width / 2, y + height / 2 - row) * Double(weights[row * width + column])
                }
            }
            return sum
        }
        let worst = Self.worst(raster, exact)
        // A unit in the last place for each of up to 81 products.
        #expect(worst < 0x1p-17, "\(worst)")
        // The extent must hold every pixel whose sum isn't only the bias.
        for (x, y) in PixelRect(enclosing: reach).outset(by: 3).coordinates
        where !reach.contains(CGPoint(x: Double(x) + 0.5, y: Double(y) + 0.5)) {
            #expect(exact(x, y) == SIMD4(repeating: 0.125))
        }
    }

    private static func lanczos(_ x: Double, _ lobes: Double) -> Double {
        if x == 0 { return 1 }
        func sinc(_ value: Double) -> Double { sin(.pi * value) / (.pi * value) }
        return abs(x) < lobes ? sinc(x) * sinc(x / lobes) : 0
    }

    /// The input pixels and normalised weights of the output pixel i.
    private static func lanczosLine(_ i: Int, _ scale: Double) -> [(Int, Double)] {
        let (lobes, stretch) = scale < 1 ? (3.0, 1 / scale) : (2.0, 1.0)
        let center = (Double(i) + 0.5) / scale - 0.5
        let places = Int(center - lobes * stretch) - 2...Int(center + lobes * stretch) + 2
        let weights = places.map { ($0, lanczos((Double($0) - center) / stretch, lobes)) }
        let sum = weights.reduce(0) { $0 + $1.1 }
        return weights.filter { $0.1 != 0 }.map { ($0.0, $0.1 / sum) }
    }

    @Test(
        "Lanczos scaling is the sum that defines it",
        arguments: [(0.5, 0.5), (0.37, 0.61), (2, 3), (1.7, 0.9), (0.1, 1), (Double.pi, 1 / Double.pi)])
    func lanczosScale(x horizontal: Double, y vertical: Double) throws {
        let node = Self.image().lanczosScaled(x: horizontal, y: vertical)
        let extent = PixelRect(
            enclosing: Self.bounds.cgRect.applying(CGAffineTransform(scaleX: horizontal, y: vertical)))
        #expect(PixelRect(enclosing: node.extent) == extent)
        let raster = try renderer(tile: 13).render(node, region: extent.outset(by: 1))
        let worst = Self.worst(raster) { x, y in
            if !extent.contains(PixelRect(x, y, 1, 1)) { return .zero }
            let (columns, rows) = (Self.lanczosLine(x, horizontal), Self.lanczosLine(y, vertical))
            return rows.reduce(.zero) { sum, row in
                columns.reduce(sum) { $0 + Self.pixel($1.0, row.0) * $1.1 * row.1 }
            }
        }
        #expect(worst < 0x1p-19, "\(worst)")
    }

    @Test("scaling something of one colour without edges changes nothing", arguments: [0.02, 0.3, 1.0 / 3, 1.9, 1000])
    func constant(scale: Double) throws {
        let node = ImageNode.constant(GraphColor(components: SIMD4(0.5, 0.25, 1, 1), colorSpace: nil))
        let raster = try renderer().render(node.lanczosScaled(x: scale, y: scale), region: PixelRect(-5, 7, 9, 8))
        #expect(raster.largestDifference { _, _ in SIMD4(0.5, 0.25, 1, 1) } < 1e-5)
    }

    @Test("invalid scale factors give an empty image; extreme ones give an image") func extremes() throws {
        for scale in [0, -1, Double.nan, .infinity] {
            #expect(Self.image().lanczosScaled(x: scale, y: 1).extent.isNull)
        }
        let tiny = Self.image().lanczosScaled(x: 1e-7, y: 1e-7)
        #expect(try renderer().render(tiny, region: PixelRect(-2, -2, 4, 4))[0, 0].w < 1)
        let vast = Self.image().lanczosScaled(x: 1e7, y: 1e7)
        #expect(try renderer().render(vast, region: PixelRect(-2, -2, 4, 4))[0, 0].w > 0)
    }

    @Test("tiles change no bit", arguments: [3, 16]) func tiles(size: Int) throws {
        let image = Self.image()
        let nodes = [
            image.boxBlurred(radius: 6),
            image.convolved(weights: [0.1, -0.7, 0.3, 0.2], width: 2, height: 2, bias: 0.1),
            image.lanczosScaled(x: 1.3, y: 0.7), image.gaussianBlurred(sigma: 4),
            image.clamped(to: image.extent).lanczosScaled(x: 0.31, y: 2.1),
            image.bicubicScaled(x: 2.3, y: 0.4, b: 0, c: 0.75),
        ]
        let region = PixelRect(-15, -12, 40, 30)
        for node in nodes {
            let whole = try renderer(tile: 1000).render(node, region: region)
            #expect(try renderer(tile: size, threads: 3).render(node, region: region).bits == whole.bits)
        }
    }
}
