import Foundation

/// A disc of pixels around a pixel's centre, as a sweep adds it up: column by column, the shortest columns first.
///
/// One quarter stands for all four. Step j has the columns that are complete at height j, and single pixels at that height.
public struct DiscColumns: Sendable, Hashable {
    /// What is added at one height.
    public struct Step: Sendable, Hashable {
        /// Offsets of the columns whose pixels from −height to height count in full, and no others of the column do.
        public var columns: [Int] = []
        /// Offsets of pixels of this height that count in part.
        public var pixels: [Int] = []
        /// Their weights, from 0 to 1.
        public var weights: [Float] = []
        /// The farthest offset that this step or a later one needs.
        public var reach = 0
    }

    /// By height, from 0.
    public let steps: [Step]
    /// The weights' sum over the whole disc.
    public let total: Double
    /// What folding the disc around a pixel takes: rows joined in pairs, and both sides of each column and of each pixel of the rim.
    var stepsPerPixel: Double {
        Double(steps.reduce(0) { $0 + 1 + 2 * ($1.columns.count + $1.pixels.count) })
    }
    /// How many pixels it reaches from its middle.
    public var reach: Int { steps.count - 1 }

    /// Every pixel weighs as much as of its area lies within `radius` of the middle pixel's centre; `radius` must be positive.
    public static func area(radius: Double) -> DiscColumns {
        DiscColumns(reach: max(0, Int((radius + 0.5).rounded(.up)) - 1)) { column, row in
            let (x, y) = (Double(column), Double(row))
            let nearest = hypot(max(x - 0.5, 0), max(y - 0.5, 0))
            if nearest >= radius { return 0 }
            return hypot(x + 0.5, y + 0.5) <= radius ? 1 : coveredArea(x, y, radius: radius)
        }
    }

    /// Pixels whose centres lie within `radius` of the middle pixel's centre.
    public static func centers(radius: Double) -> DiscColumns {
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

    /// The share of the unit square around (x, y) that a disc around the origin covers.
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
