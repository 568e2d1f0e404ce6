import CoreImage
import Testing

/// k-means clustering written out in double precision.
struct KMeansFormula {
    private let points: [(place: SIMD3<Double>, weight: Double)]
    private(set) var means: [SIMD3<Double>]
    /// The share of each mean in the weight of all colours, by the last pass.
    private(set) var shares: [Double] = []

    /// Collects the colours of an area and chooses the initial means: the seeds, then those samples that reduce the
    /// cost most.
    init(_ area: ReducedArea, isPerceptual: Bool, seeds: [SIMD3<Double>], count: Int) {
        func place(_ pixel: SIMD4<Float>) -> SIMD3<Double> { Self.place(PlainColor(pixel), isPerceptual) }
        points = area.pixels.filter { $0.w > 0 }.map { (place($0), Double($0.w)) }
        means = seeds.map { Self.place(PlainColor($0.x, $0.y, $0.z, 1), isPerceptual) }
        let lines = (min(24, area.width), min(24, area.height))
        var samples: [(place: SIMD3<Double>, weight: Double)] = []
        for row in 0..<lines.1 {
            for column in 0..<lines.0 {
                let x = Int((Double(column) + 0.5) * Double(area.width) / Double(lines.0))
                let y = Int((Double(row) + 0.5) * Double(area.height) / Double(lines.1))
                let pixel = area.pixels[y * area.width + x]
                if pixel.w > 0 { samples.append((place(pixel), Double(pixel.w))) }
            }
        }
        while means.count < count {
            let nearest = samples.map { sample in
                means.reduce(Double.infinity) { min($0, Self.distance($1, sample.place)) }
            }
            let costs = samples.map { candidate in
                var cost = 0.0
                for (sample, distance) in zip(samples, nearest) {
                    cost += sample.weight * min(distance, Self.distance(candidate.place, sample.place))
                }
                return cost
            }
            let best = costs.indices.min { costs[$0] < costs[$1] }
            means.append(best.map { samples[$0].place } ?? .zero)
        }
    }

    static func place(_ color: PlainColor, _ isPerceptual: Bool) -> SIMD3<Double> {
        if !isPerceptual { return SIMD3(color.red, color.green, color.blue) }
        let lab = LabFormula(color)
        return SIMD3(lab.l, lab.a, lab.b)
    }

    static func distance(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double { ((a - b) * (a - b)).sum() }

    /// Assigns every colour to the nearest mean and moves the means.
    mutating func pass() {
        var sums = [SIMD4<Double>](repeating: .zero, count: means.count)
        for point in points {
            let distances = means.map { Self.distance($0, point.place) }
            let nearest = distances.indices.min { distances[$0] < distances[$1] } ?? 0
            sums[nearest] += SIMD4(point.place * point.weight, point.weight)
        }
        let total = sums.reduce(0) { $0 + $1.w }
        for index in means.indices where sums[index].w > 0 {
            means[index] = SIMD3(sums[index].x, sums[index].y, sums[index].z) / sums[index].w
        }
        shares = sums.map { total > 0 ? $0.w / total : 0 }
    }
}
