import Foundation
import Synchronization

/// A disc of pixels as the union of some smaller discs of one size and of single pixels.
///
/// The union has exactly the pixels whose centres lie within the radius. Discs of half the radius cover one with a few dozen
/// pieces: an extremum over the disc is that of so many extrema over smaller ones.
struct DiscCover: Sendable {
    /// Radius of the smaller discs.
    let innerRadius: Double
    /// Where the middles of the smaller discs lie.
    let middles: [PixelOffset]
    /// Pixels that no smaller disc reaches without leaving the large one.
    let pixels: [PixelOffset]

    // Radii of smaller discs that are tried; how many pieces they need varies, as the edges of discs are uneven. With large ones it takes longer, and varies less.
    private static func shares(radius: Double) -> StrideTo<Double> {
        stride(from: 0.45, to: 0.74, by: radius < 120 ? 0.025 : 0.1)
    }

    // Covers of large discs take long to find, and recipes use the same radius again and again.
    private static let found = Mutex<[Double: DiscCover]>([:])
    private static let mostFound = 32

    /// The cover for a radius of at least 4, found once.
    static func cover(radius: Double) -> DiscCover {
        if let known = found.withLock({ $0[radius] }) { return known }
        let cover = DiscCover(radius: radius)
        found.withLock { found in
            if found.count >= mostFound { found.removeAll() }
            found[radius] = cover
        }
        return cover
    }

    /// The cover that needs the fewest pieces for what it takes off the radius, of those that are tried; `radius` must be at least 4.
    init(radius: Double) {
        let covers = Self.shares(radius: radius).map { share in
            // Between two squared distances, so that rounding decides nothing.
            DiscCover(
                radius: radius, innerRadius: ((radius * radius * share * share).rounded(.down) + 0.5).squareRoot())
        }
        let best = covers.enumerated().min { $0.element.cost(from: radius) < $1.element.cost(from: radius) }
        self = covers[best?.offset ?? 0]
    }

    private func cost(from radius: Double) -> Double {
        Double(middles.count + pixels.count) / log2(radius / innerRadius)
    }

    private init(radius: Double, innerRadius: Double) {
        let (outer, inner) = (Self.halfWidths(radius: radius), Self.halfWidths(radius: innerRadius))
        let farthest = outer.count - inner.count
        /// How far to the right a smaller disc can lie `row` pixels up.
        let places = (0...farthest).map { row in
            (1 - inner.count..<inner.count).reduce(Int.max) { min($0, outer[abs($1 + row)] - inner[abs($1)]) }
        }
        func reaches(_ row: Int, _ y: Int) -> Bool {
            [row, -row].contains { abs(y - $0) < inner.count && places[row] + inner[abs(y - $0)] == outer[y] }
        }
        // Rows of smaller discs, those first that reach the ends of most rows whose ends aren't reached yet.
        let ends = (0...farthest).map { row in places[row] < 0 ? [] : outer.indices.filter { reaches(row, $0) } }
        var (isReached, chosen) = ([Bool](repeating: false, count: outer.count), [Int]())
        while true {
            let gains = ends.map { rows in rows.count { !isReached[$0] } }
            guard let row = gains.indices.max(by: { gains[$0] < gains[$1] }), gains[row] > 0 else { break }
            for end in ends[row] { isReached[end] = true }
            chosen.append(row)
        }
        var middles = chosen.flatMap { PixelOffset(column: places[$0], row: $0).mirrored }
        /// Pixels of a quarter that are in no smaller disc.
        func missing() -> [PixelOffset] {
            outer.indices.flatMap { y in
                let covered = middles.filter { abs(y - $0.row) < inner.count }.map { middle in
                    let half = inner[abs(y - middle.row)]
                    return (first: middle.column - half, last: middle.column + half)
                }
                var (result, x) = ([PixelOffset](), 0)
                for run in covered.sorted(by: { $0.first < $1.first }) {
                    while x < run.first {
                        result.append(PixelOffset(column: x, row: y))
                        x += 1
                    }
                    x = max(x, run.last + 1)
                }
                while x <= outer[y] {
                    result.append(PixelOffset(column: x, row: y))
                    x += 1
                }
                return result
            }
        }
        var holes = missing()
        if !holes.isEmpty, !middles.contains(PixelOffset(column: 0, row: 0)) {
            let before = holes.count
            middles.append(PixelOffset(column: 0, row: 0))
            holes = missing()
            if holes.count == before { middles.removeLast() }
        }
        (self.innerRadius, self.middles, pixels) = (innerRadius, middles, holes.flatMap(\.mirrored))
    }

    /// For each row from the middle one on, the pixels from the middle column to the disc's edge.
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
