import BuiltInFilters
import CoreImageEssentials
import Detection
import Foundation

/// Three estimates of the colour of a picture's light, based on different assumptions. Their agreement indicates
/// reliability.
struct IlluminantEstimates {
    /// The median of the three, separately for red and blue.
    let middle: ColorCast
    /// The largest distance between two of the estimates.
    let disagreement: Double
    /// The fraction of pixels that the estimates are based on.
    let share: Double

    /// Nil if there are fewer than 32 pixels that are neither transparent nor overexposed nor nearly black.
    init?(_ sample: PictureSample) {
        var sums = Sums()
        var lights: [(color: SIMD3<Double>, luminance: Double)] = []
        var luminances = Histogram(in: 0...1)
        var count = 0
        // About 256 pixels per side suffice for statistics.
        let step = max(1, max(sample.width, sample.height) / 256)
        for y in stride(from: step, to: sample.height - step, by: step) {
            for x in stride(from: step, to: sample.width - step, by: step) {
                if sample.weights[y * sample.width + x] > 0 { count += 1 }
                guard let color = sample.exposedColor(x, y) else { continue }
                let luminance = color.luminance
                sums.add(color, edge: sample.edge(x, y, step))
                lights.append((color, luminance))
                luminances.add(luminance, weight: 1)
            }
        }
        if lights.count < 32 { return nil }
        share = Double(lights.count) / Double(max(count, lights.count))
        let bright = luminances.quantile(0.95)
        let brightest = lights.filter { $0.luminance >= bright }.reduce(SIMD3<Double>()) { $0 + $1.color }
        let guesses = [ColorCast(sums.shades.root(6)), ColorCast(sums.edges.root(5)), ColorCast(brightest)]
        middle = ColorCast(red: Self.middle(guesses.map(\.red)), blue: Self.middle(guesses.map(\.blue)))
        disagreement = guesses.indices.flatMap { i in guesses[..<i].map { (guesses[i] - $0).size } }.max() ?? 0
    }

    private static func middle(_ numbers: [Double]) -> Double { numbers.sorted()[numbers.count / 2] }

    /// Sums for two of the estimates. Shades of gray (Finlayson and Trezzi, 2004) assumes that the mean of sixth powers
    /// is gray. Gray edge (van de Weijer, 2007) assumes that the mean of the fifth powers of differences is gray. The
    /// third estimate assumes that the brightest 1/20 of the pixels is white.
    private struct Sums {
        var shades = SIMD3<Double>()
        var edges = SIMD3<Double>()

        mutating func add(_ color: SIMD3<Double>, edge: SIMD3<Double>) {
            let (shade, slope) = (color * color, edge * edge)
            shades += shade * shade * shade
            edges += slope * slope * edge
        }
    }
}

extension PictureSample {
    /// Returns the colour of a pixel if it is useful for estimating the light: opaque, not overexposed, and not nearly
    /// black.
    func exposedColor(_ x: Int, _ y: Int) -> SIMD3<Double>? {
        let index = y * width + x
        let color = SIMD3<Double>(colors[index])
        guard weights[index] > 0.5, color.max() < 0.985, color.luminance > 0.004 else { return nil }
        return color.clamped(lowerBound: SIMD3(), upperBound: SIMD3(repeating: 1))
    }

    /// Returns the gradient magnitudes of red, green and blue at a pixel (Sobel operator).
    fileprivate func edge(_ x: Int, _ y: Int, _ step: Int) -> SIMD3<Double> {
        func color(_ column: Int, _ row: Int) -> SIMD3<Double> {
            SIMD3(colors[(y + row * step) * width + x + column * step])
        }
        let (upperLeft, upperRight) = (color(-1, -1), color(1, -1))
        let (lowerLeft, lowerRight) = (color(-1, 1), color(1, 1))
        let across = upperRight + lowerRight - upperLeft - lowerLeft + 2 * (color(1, 0) - color(-1, 0))
        let down = lowerLeft + lowerRight - upperLeft - upperRight + 2 * (color(0, 1) - color(0, -1))
        return (across * across + down * down).squareRoot()
    }
}

extension SIMD3<Double> {
    fileprivate func root(_ degree: Double) -> SIMD3<Double> {
        SIMD3(pow(x, 1 / degree), pow(y, 1 / degree), pow(z, 1 / degree))
    }
}
