import Foundation

extension FilterOracle {
    /// The mean over a disc of the picture, with pixels as squares.
    static let discBlur = neighbourhoodOracle(
        "CIDiscBlur", tolerance: 3e-3,
        settings: [0.4, 1, 2.3, 5.5].map { ["inputRadius": $0] },
        grows: { setting in
            let radius = CGFloat(setting.number("inputRadius"))
            return radius > 0.5 ? ((radius + 2).rounded(.up), (radius + 2).rounded(.up)) : (0, 0)
        }
    ) { picture, setting, x, y in
        disc(picture, radius: max(setting.number("inputRadius"), 0.01), x: x, y: y)
    }

    /// Returns the mean over a disc, sampled at points 1/40 pixel apart. Points farther than `ring` from the centre
    /// weigh `1 + emphasis`.
    static func disc(
        _ picture: PixelGrid, radius: Double, ring: Double = .infinity, emphasis: Double = 0, x: Int, y: Int
    ) -> SIMD4<Float> {
        let weights = DiscWeights.shared(radius: radius, ring: ring, emphasis: emphasis)
        return weightedSum(
            picture, x, y, columns: -weights.reach...weights.reach, rows: -weights.reach...weights.reach
        ) { weights[$0, $1] }
    }
}

/// A pixel's share of a disc, by counting points.
private struct DiscWeights {
    let reach: Int
    private let values: [Double]

    init(radius: Double, ring: Double, emphasis: Double) {
        let (reach, parts) = (Int((radius + 0.5).rounded(.up)), 40)
        let shares = (0..<(2 * reach + 1) * (2 * reach + 1)).map { index in
            let (column, row) = (index % (2 * reach + 1) - reach, index / (2 * reach + 1) - reach)
            return (0..<parts * parts).reduce(0.0) { sum, part in
                let x = Double(column) - 0.5 + (Double(part % parts) + 0.5) / Double(parts)
                let y = Double(row) - 0.5 + (Double(part / parts) + 0.5) / Double(parts)
                let distance = hypot(x, y)
                return sum + (distance > radius ? 0 : distance > ring ? 1 + emphasis : 1)
            }
        }
        let total = shares.reduce(0, +)
        // A disc smaller than the distance between points contains the centre pixel only.
        self.reach = total > 0 ? reach : 0
        values = total > 0 ? shares.map { $0 / total } : [1]
    }

    subscript(column: Int, row: Int) -> Double { values[(row + reach) * (2 * reach + 1) + column + reach] }

    private struct Key: Hashable {
        let radius: Double
        let ring: Double
        let emphasis: Double
    }
    private static let known = Known()
    /// A cache of discs, as tests use the same one for every pixel.
    private final class Known: @unchecked Sendable {
        private let lock = NSLock()
        private var discs: [Key: DiscWeights] = [:]

        func disc(_ key: Key) -> DiscWeights {
            lock.withLock {
                if let found = discs[key] { return found }
                let made = DiscWeights(radius: key.radius, ring: key.ring, emphasis: key.emphasis)
                discs[key] = made
                return made
            }
        }
    }

    static func shared(radius: Double, ring: Double, emphasis: Double) -> DiscWeights {
        known.disc(Key(radius: radius, ring: ring, emphasis: emphasis))
    }
}
