import Foundation
import Pixels
import Testing

@testable import ImageGraph
@testable import Rendering

/// Compares operators over discs, rectangles and lines with their definitions, and their tiled rendering with the
/// untiled one.
@Suite("Means and extrema of neighbourhoods")
struct NeighbourhoodTests {
    private static let bounds = PixelRect(-7, -5, 29, 23)
    private static let window = PixelRect(-13, -10, 39, 33)

    private static func pixel(_ x: Int, _ y: Int) -> SIMD4<Float> {
        bounds.contains(PixelRect(x, y, 1, 1)) ? Noise.pixel(x + 7, y + 5) * 3 - SIMD4(1, 1, 0, 0) : .zero
    }

    private static func image() -> ImageNode {
        ImageNode.source(PatternSource(29, 23) { pixel($0 - 7, $1 - 5) }).transformed(
            by: CGAffineTransform(translationX: -7, y: -5))
    }

    /// Renders the node in tiles, and expects the same bits as without tiles.
    private func render(_ node: ImageNode) throws -> Raster {
        let tiled = try renderer().render(node, region: Self.window)
        let whole = try renderer(tile: 512, threads: 1).render(node, region: Self.window)
        #expect(tiled.bits == whole.bits)
        return tiled
    }

    private static func offsets(_ reach: Int) -> [(x: Int, y: Int)] {
        PixelRect(-reach, -reach, 2 * reach + 1, 2 * reach + 1).coordinates
    }

    @Test("the mean over a disc", arguments: [0.3, 0.8, 1.5, 5.25]) func disc(radius: Double) throws {
        let node = Self.image().discBlurred(radius: radius)
        let reach = Int(radius) + 1
        // The part of each pixel inside the disc, estimated with 60 × 60 points.
        let shares = Self.offsets(reach).map { offset in
            (0..<3600).reduce(0.0) { sum, point in
                let x = Double(offset.x) - 0.5 + (Double(point % 60) + 0.5) / 60
                let y = Double(offset.y) - 0.5 + (Double(point / 60) + 0.5) / 60
                return sum + (hypot(x, y) <= radius ? 1 : 0)
            }
        }
        let total = shares.reduce(0, +)
        let worst = try render(node).largestDifference { x, y in
            SIMD4<Float>(
                zip(Self.offsets(reach), shares).reduce(SIMD4<Double>.zero) { sum, entry in
                    sum + SIMD4<Double>(Self.pixel(x + entry.0.x, y + entry.0.y)) * (entry.1 / total)
                })
        }
        #expect(worst < 5e-3, "\(worst)")
    }

    @Test("a large disc, on fewer pixels, at an edge and far from it", arguments: [25.0, 70])
    func large(radius: Double) throws {
        let size = Int(4 * radius)
        let half = ImageNode.source(PatternSource(size, size) { x, _ in x < size / 2 ? .one : .zero })
        let row = try renderer(tile: 256).render(
            half.discBlurred(radius: radius), region: PixelRect(0, size / 2, size, 1))
        let worst = (Int(1.5 * radius)..<size - Int(1.5 * radius)).reduce(0.0) { worst, x in
            let distance = min(max((Double(size / 2) - Double(x) - 0.5) / radius, -1), 1)
            // The share of a disc on one side of a chord.
            let share = 0.5 + (distance * (1 - distance * distance).squareRoot() + asin(distance)) / .pi
            return max(worst, abs(Double(row[x, size / 2].x) - share))
        }
        #expect(worst < 1.0 / 255, "\(worst)")
        let point = ImageNode.source(PatternSource(1, 1) { _, _ in .one }).discBlurred(radius: radius)
        let disc = try renderer(tile: 256).render(point, region: PixelRect(enclosing: point.extent))
        let sum = disc.bounds.coordinates.reduce(0.0) { $0 + Double(disc[$1.x, $1.y].x) }
        #expect(abs(sum - 1) < 1e-3)
        #expect(abs(Double(disc[0, 0].x) * .pi * radius * radius - 1) < 0.02)
    }

    @Test("extrema over discs", arguments: [1, 2, 5.7])
    func discExtremum(radius: Double) throws {
        for extremum in [Extremum.maximum, .minimum] {
            let node = Self.image().discExtremum(extremum, radius: radius)
            let grown = extremum == .minimum ? Self.bounds : Self.bounds.outset(by: Int(radius))
            #expect(node.extent == grown.cgRect)
            let disc = Self.offsets(Int(radius)).filter { Double($0.x * $0.x + $0.y * $0.y) <= radius * radius }
            let worst = try render(node).largestDifference(inside(grown) { x, y in Self.fold(extremum, disc, x, y) })
            #expect(worst == 0)
        }
    }

    /// These radii use a union of smaller discs. All pixel values are exact as halves, so half float intermediates
    /// don't change them.
    @Test("extrema over large discs", arguments: [12.5, 14, 17, 25.3, 40]) func largeDisc(radius: Double) throws {
        let bounds = PixelRect(-2, 1, 5, 3)
        @Sendable func pixel(_ x: Int, _ y: Int) -> SIMD4<Float> {
            bounds.contains(PixelRect(x, y, 1, 1))
                ? SIMD4(Float(x * 3 + y) / 4, Float(7 - x * y) / 8, Float(abs(x - y)) / 16, -0.25) : .zero
        }
        let image = ImageNode.source(PatternSource(5, 3) { pixel($0 - 2, $1 + 1) }).transformed(
            by: CGAffineTransform(translationX: -2, y: 1))
        let reach = Int(radius)
        for extremum in [Extremum.maximum, .minimum] {
            let node = image.discExtremum(extremum, radius: radius)
            let grown = extremum == .minimum ? bounds : bounds.outset(by: reach)
            #expect(node.extent == grown.cgRect)
            let region = bounds.outset(by: reach + 2)
            let tiled = try renderer(tile: 16).render(node, region: region)
            #expect(try renderer(tile: 512, threads: 1).render(node, region: region).bits == tiled.bits)
            let worst = tiled.largestDifference(
                inside(grown) { x, y in
                    // The disc is larger than the picture, so that it has transparent pixels.
                    var result = SIMD4<Float>.zero
                    for (i, j) in bounds.coordinates
                    where Double((i - x) * (i - x) + (j - y) * (j - y)) <= radius * radius {
                        let other = pixel(i, j)
                        for k in 0..<4 {
                            result[k] = extremum == .maximum ? max(result[k], other[k]) : min(result[k], other[k])
                        }
                    }
                    return result
                })
            #expect(worst == 0)
        }
    }

    @Test("a disc is the union of smaller ones", arguments: stride(from: 4.0, through: 90, by: 4.7).map { $0 } + [300])
    func cover(radius: Double) {
        let cover = DiscCover(radius: radius)
        #expect(cover.innerRadius < 0.76 * radius && cover.innerRadius > 0.3 * radius)
        // The number of discs and single pixels grows at most with the radius, not with the area.
        #expect(cover.innerCenters.count + cover.singlePixels.count < 40 + Int(radius))
        if radius > 100 { return }
        let (reach, inner) = (Int(radius), cover.innerRadius)
        for y in -reach - 2...reach + 2 {
            for x in -reach - 2...reach + 2 {
                let isCovered =
                    cover.singlePixels.contains(PixelOffset(column: x, row: y))
                    || cover.innerCenters.contains {
                        let (i, j) = (x - $0.column, y - $0.row)
                        return Double(i * i + j * j) <= inner * inner
                    }
                #expect(isCovered == (Double(x * x + y * y) <= radius * radius), "\(x), \(y)")
            }
        }
    }

    @Test("extrema over rectangles", arguments: [(1, 0), (0, 1), (2, 3), (7, 4), (0, 15)])
    func rectangle(columns: Int, rows: Int) throws {
        for extremum in [Extremum.maximum, .minimum] {
            let node = Self.image().rectangleExtremum(extremum, columns: columns, rows: rows)
            let part = PixelRect(-columns, -rows, 2 * columns + 1, 2 * rows + 1).coordinates
            let grown =
                extremum == .minimum
                ? Self.bounds
                : PixelRect(-7 - columns, -5 - rows, 29 + 2 * columns, 23 + 2 * rows)
            #expect(node.extent == grown.cgRect)
            let worst = try render(node).largestDifference(inside(grown) { x, y in Self.fold(extremum, part, x, y) })
            #expect(worst == 0)
        }
    }

    private static func fold(_ extremum: Extremum, _ offsets: [(x: Int, y: Int)], _ x: Int, _ y: Int) -> SIMD4<Float> {
        var result = pixel(x, y)
        for offset in offsets {
            let other = pixel(x + offset.x, y + offset.y)
            for i in 0..<4 { result[i] = extremum == .maximum ? max(result[i], other[i]) : min(result[i], other[i]) }
        }
        return result
    }

    @Test("sums of single pixels") func sparse() throws {
        let taps: [SparseConvolution.Tap] = [
            .init(column: -3, row: 5, weight: 0.5), .init(column: 9, row: -1, weight: -2),
            .init(column: 0, row: 2, weight: 1),
        ]
        let sum = SparseConvolution(name: "sum", input: Self.image(), taps: taps)
        let extent = sum.extent(of: Self.bounds.cgRect)
        #expect(extent == CGRect(x: -16, y: -10, width: 41, height: 29))
        let worst = try render(.native(sum, extent: extent)).largestDifference { x, y in
            Self.pixel(x - 3, y + 5) * 0.5 + Self.pixel(x + 9, y - 1) * -2 + Self.pixel(x, y + 2)
        }
        #expect(worst < 1e-5)
    }

    @Test("a blur along a line", arguments: [(1.0, 0.0), (6, 0.5), (8, 0), (20, 1.5707963267948966), (110, 3)])
    func line(sigma: Double, angle: Double) throws {
        let size = Int(8 * sigma) + 20
        // Across the line nothing changes, so that only the weights along it matter.
        let (cosine, sine) = (cos(angle), sin(angle))
        @Sendable func place(_ x: Int, _ y: Int) -> Double {
            (Double(x - size / 2)) * cosine + (Double(y - size / 2)) * sine
        }
        @Sendable func wave(_ x: Int, _ y: Int) -> SIMD4<Float> { .one * Float(0.5 + 0.5 * sin(place(x, y) / sigma)) }
        let image = ImageNode.source(PatternSource(size, size, value: wave))
        let part = PixelRect(size / 2 - 8, size / 2 - 8, 17, 17)
        let raster = try renderer(tile: 64).render(image.motionBlurred(sigma: sigma, angle: angle), region: part)
        // A blurred sine wave stays a sine wave. Its amplitude is reduced by the Fourier transform of the Gaussian,
        // which is cut off at 2.5 standard deviations.
        let points = (-2500...2500).map { Double($0) / 1000 }
        let weights = points.map { exp(-$0 * $0 / 2) }
        let kept = zip(points, weights).reduce(0.0) { sum, entry in sum + cos(entry.0) * entry.1 }
        let left = kept / weights.reduce(0, +)
        let worst = raster.largestDifference { x, y in
            let value: Double = 0.5 + 0.5 * left * sin(place(x, y) / sigma)
            return SIMD4(repeating: Float(value))
        }
        #expect(worst < 0.02, "\(worst)")
    }
}
