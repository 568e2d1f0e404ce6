import Foundation
import Synchronization

/// A disc of pixels, as the union of smaller discs of one size and single pixels.
///
/// The union contains exactly the pixels whose centres are within the radius. A few dozen discs of half the radius
/// cover one, so an extremum over the disc is computed from that many extrema over smaller ones.
struct DiscCover: Sendable {
    /// Radius of the smaller discs.
    let innerRadius: Double
    /// Offsets of the centres of the smaller discs.
    let innerCenters: [PixelOffset]
    /// Offsets of the pixels that no smaller disc inside the large one contains.
    let singlePixels: [PixelOffset]

    // Ratios of radii to try. The number of pieces varies with the ratio, because the edges of discs are uneven. For
    // large discs a trial takes longer and the numbers vary less, so fewer ratios are tried.
    private static func radiusRatios(radius: Double) -> StrideTo<Double> {
        stride(from: 0.45, to: 0.74, by: radius < 120 ? 0.025 : 0.1)
    }

    // Covers of large discs take long to compute, and recipes often use the same radius.
    private static let found = Mutex<[Double: DiscCover]>([:])
    private static let maximumCachedCovers = 32

    /// Returns the cover for a radius of at least 4. Covers are cached.
    static func cover(radius: Double) -> DiscCover {
        if let known = found.withLock({ $0[radius] }) { return known }
        let cover = DiscCover(radius: radius)
        found.withLock { found in
            if found.count >= maximumCachedCovers { found.removeAll() }
            found[radius] = cover
        }
        return cover
    }

    /// Creates, of the covers tried, the one with the fewest pieces in relation to the reduction of the radius.
    /// `radius` must be at least 4.
    init(radius: Double) {
        let covers = Self.radiusRatios(radius: radius).map { ratio in
            // The squared radius lies between two squared distances of pixels, so that rounding has no effect.
            DiscCover(
                radius: radius, innerRadius: ((radius * radius * ratio * ratio).rounded(.down) + 0.5).squareRoot())
        }
        let best = covers.enumerated().min { $0.element.cost(from: radius) < $1.element.cost(from: radius) }
        self = covers[best?.offset ?? 0]
    }

    private func cost(from radius: Double) -> Double {
        Double(innerCenters.count + singlePixels.count) / log2(radius / innerRadius)
    }

    // These loops aren't interruptible, so they must be fast: half a million positions are examined for the largest
    // discs.
    private init(radius: Double, innerRadius: Double) {
        let (outer, inner) = (Self.halfWidths(radius: radius), Self.halfWidths(radius: innerRadius))
        let places = Self.places(outer: outer, inner: inner)
        let chosen = Self.rows(places: places, outer: outer, inner: inner)
        var quarter = chosen.map { PixelOffset(column: places[$0], row: $0) }
        var holes = Self.missing(quarter, outer: outer, inner: inner)
        let middle = PixelOffset(column: 0, row: 0)
        if !holes.isEmpty, !quarter.contains(middle) {
            let better = Self.missing(quarter + [middle], outer: outer, inner: inner)
            if better.count != holes.count {
                quarter.append(middle)
                holes = better
            }
        }
        self.innerRadius = innerRadius
        (innerCenters, singlePixels) = (quarter.flatMap(\.mirrored), holes.flatMap(\.mirrored))
    }

    /// Returns, for each row offset, the largest column offset of a smaller disc inside the large one.
    private static func places(outer: [Int], inner: [Int]) -> [Int] {
        (0...outer.count - inner.count).map { row in
            // The upper half of the smaller disc touches the edge first, because the large disc is narrower there.
            var (place, up) = (Int.max, 0)
            while up < inner.count {
                let free = outer[up + row] - inner[up]
                if free < place { place = free }
                up += 1
            }
            return place
        }
    }

    /// Returns the row offsets of smaller discs to use. Greedily takes the disc that reaches the most row ends that no
    /// other one reaches yet.
    private static func rows(places: [Int], outer: [Int], inner: [Int]) -> [Int] {
        var ends = [[Int]](repeating: [], count: places.count)
        var reaching = [[Int]](repeating: [], count: outer.count)
        for (row, place) in places.enumerated() where place >= 0 {
            // The disc mirrored downwards reaches no additional row end.
            var y = max(0, row - inner.count + 1)
            let last = min(outer.count, row + inner.count) - 1
            while y <= last {
                if place + inner[y < row ? row - y : y - row] == outer[y] {
                    ends[row].append(y)
                    reaching[y].append(row)
                }
                y += 1
            }
        }
        var gains = ends.map(\.count)
        var (isReached, chosen) = ([Bool](repeating: false, count: outer.count), [Int]())
        while let most = gains.max(), most > 0, let row = gains.firstIndex(of: most) {
            chosen.append(row)
            for end in ends[row] where !isReached[end] {
                isReached[end] = true
                for other in reaching[end] { gains[other] -= 1 }
            }
        }
        return chosen
    }

    /// Returns the pixels of a quarter that are in no smaller disc.
    ///
    /// - Parameter centers: The centres of smaller discs in this quarter. Mirrored discs cover no additional pixels of
    ///   it.
    private static func missing(_ centers: [PixelOffset], outer: [Int], inner: [Int]) -> [PixelOffset] {
        var result: [PixelOffset] = []
        for y in outer.indices {
            let runs = centers.compactMap { center -> (first: Int, last: Int)? in
                let distance = abs(y - center.row)
                if distance >= inner.count { return nil }
                return (center.column - inner[distance], center.column + inner[distance])
            }
            var x = 0
            while x <= outer[y] {
                // Advance to the end of the runs that begin at or before x; if there are none, to the start of the next
                // run.
                var (end, next) = (x, outer[y] + 1)
                for run in runs {
                    if run.first > x { next = min(next, run.first) } else { end = max(end, run.last + 1) }
                }
                if end > x {
                    x = end
                } else {
                    for hole in x..<next { result.append(PixelOffset(column: hole, row: y)) }
                    x = next
                }
            }
        }
        return result
    }

    /// Returns, for each row from the middle one upwards, the number of pixels from the middle column to the disc's
    /// edge.
    private static func halfWidths(radius: Double) -> [Int] {
        let square = radius * radius
        return (0...Int(radius)).map { row in
            var width = Int(max(square - Double(row * row), 0).squareRoot())
            while Double((width + 1) * (width + 1) + row * row) <= square { width += 1 }
            while width > 0, Double(width * width + row * row) > square { width -= 1 }
            return width
        }
    }
}
