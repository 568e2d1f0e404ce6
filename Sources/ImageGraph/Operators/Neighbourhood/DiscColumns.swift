import Foundation

/// A disc of pixels around a pixel's centre, in the order in which a sweep adds it up: column by column, the shortest
/// columns first.
///
/// One quarter represents all four. Step j has the columns that are complete at height j, and single pixels at that
/// height.
package struct DiscColumns: Sendable, Hashable {
    /// The columns and pixels added at one height.
    package struct Step: Sendable, Hashable {
        /// Offsets of the columns whose pixels from −height to height have weight 1, with no other pixels in the
        /// column.
        package var columns: [Int] = []
        /// Offsets of pixels at this height with a weight below 1.
        package var pixels: [Int] = []
        /// The weights of `pixels`, between 0 and 1.
        package var weights: [Float] = []
        /// The largest offset that this step or a later one needs.
        package var reach = 0
    }

    /// The steps by height, from 0.
    package let steps: [Step]
    /// The sum of all weights of the disc.
    package let total: Double
    /// Work per pixel in steps: joining rows in pairs, and adding both sides of each column and of each rim pixel.
    var workPerPixel: Double {
        Double(steps.reduce(0) { $0 + 1 + 2 * ($1.columns.count + $1.pixels.count) })
    }
    /// Distance in pixels from the disc's centre pixel to its farthest one.
    package var reach: Int { steps.count - 1 }

    /// Returns a disc in which a pixel's weight is the fraction of its area within `radius` of the centre pixel's
    /// centre. `radius` must be positive.
    package static func area(radius: Double) -> DiscColumns {
        DiscColumns(reach: max(0, Int((radius + 0.5).rounded(.up)) - 1)) { column, row in
            let (x, y) = (Double(column), Double(row))
            let nearest = hypot(max(x - 0.5, 0), max(y - 0.5, 0))
            if nearest >= radius { return 0 }
            return hypot(x + 0.5, y + 0.5) <= radius ? 1 : coveredArea(x, y, radius: radius)
        }
    }

    /// Returns a disc of the pixels whose centres are within `radius` of the centre pixel's centre.
    package static func centers(radius: Double) -> DiscColumns {
        DiscColumns(reach: Int(radius)) { Double($0 * $0 + $1 * $1) <= radius * radius ? 1 : 0 }
    }

    private init(reach: Int, weight: (_ column: Int, _ row: Int) -> Double) {
        var steps = [Step](repeating: Step(), count: reach + 1)
        var total = 0.0
        for column in 0...reach {
            var height = -1
            for row in 0...reach {
                let share = weight(column, row)
                if share <= 0 { break }
                total += share * (column == 0 ? 1 : 2) * (row == 0 ? 1 : 2)
                if share >= 1 {
                    height = row
                } else {
                    steps[row].pixels.append(column)
                    steps[row].weights.append(Float(share))
                }
            }
            if height >= 0 { steps[height].columns.append(column) }
        }
        var farthest = 0
        for row in steps.indices.reversed() {
            farthest = max(farthest, steps[row].columns.max() ?? 0, steps[row].pixels.max() ?? 0)
            steps[row].reach = farthest
        }
        (self.steps, self.total) = (steps, total)
    }

    /// Returns the fraction of the unit square around (x, y) that a disc around the origin covers.
    private static func coveredArea(_ x: Double, _ y: Double, radius: Double) -> Double {
        let strips = 64
        let sum = (0..<strips).reduce(0.0) { sum, strip in
            let place = x - 0.5 + (Double(strip) + 0.5) / Double(strips)
            let half = max(radius * radius - place * place, 0).squareRoot()
            return sum + max(min(y + 0.5, half) - max(y - 0.5, -half), 0)
        }
        return sum / Double(strips)
    }
}
