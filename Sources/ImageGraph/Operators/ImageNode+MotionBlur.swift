import Foundation
import Pixels

/// Blurs along a line.
extension ImageNode {
    /// Returns this image averaged along a line at `angle` (radians, counterclockwise from the x axis). The weights
    /// follow a Gaussian of standard deviation `sigma` pixels and end at 2.5 deviations.
    ///
    /// The line is sampled once per column, or once per row if it is steep, by interpolating between the two nearest
    /// pixels there. A wide Gaussian is composed of narrow ones. Each reads every fourth position of the previous one's
    /// smoothed result, so the cost grows with the logarithm of the width. Premultiplied values are averaged; the image
    /// is transparent outside of its extent. The extent grows by the pixels that are read. A deviation that isn't
    /// positive and finite returns the image itself; the largest is 2000.
    package func motionBlurred(sigma: Double, angle: Double) -> ImageNode {
        guard sigma > 0, sigma.isFinite, angle.isFinite, !extent.isNull else { return self }
        return LineOfTaps.lines(sigma: min(sigma, 2000), angle: angle).reduce(self) { image, line in
            let sum = SparseConvolution(name: "motion blur", input: image, taps: line.taps)
            return .native(sum, extent: sum.extent(of: image.extent))
        }
    }
}

/// One of the Gaussians along a line that compose a wide one.
private struct LineOfTaps {
    let taps: [SparseConvolution.Tap]

    /// Reach in standard deviations.
    private static let reach = 2.5
    /// Ratio of the distances between sampled positions, from one Gaussian to the next.
    private static let ratio = 4
    /// Standard deviation, in steps between the next Gaussian's positions, that leaves no detail between them.
    private static let smoothness = 0.75
    /// Approximate minimum of the last Gaussian's deviation, in steps between its positions.
    private static let minimumDeviation = 1.75

    /// Returns the Gaussians to apply one after the other. Their variances add up.
    static func lines(sigma: Double, angle: Double) -> [LineOfTaps] {
        let (cosine, sine) = (cos(angle), sin(angle))
        let isFlat = abs(cosine) >= abs(sine)
        let slope = isFlat ? sine / cosine : cosine / sine
        // In columns or in rows, depending on which of them the line crosses more of.
        let deviation = sigma * max(abs(cosine), abs(sine))
        var (step, variance) = (1, 0.0)
        var result: [LineOfTaps] = []
        while deviation >= minimumDeviation * Double(step * ratio) {
            let wanted = smoothness * Double(step * ratio)
            result.append(
                LineOfTaps(
                    deviation: (wanted * wanted - variance).squareRoot(), step: step, slope: slope, isFlat: isFlat))
            (step, variance) = (step * ratio, wanted * wanted)
        }
        let rest = (deviation * deviation - variance).squareRoot()
        result.append(LineOfTaps(deviation: rest, step: step, slope: slope, isFlat: isFlat))
        return result
    }

    private init(deviation: Double, step: Int, slope: Double, isFlat: Bool) {
        let count = Int((Self.reach * deviation / Double(step)).rounded())
        let weights = (-count...count).map { i in
            let distance = Double(i * step) / deviation
            return exp(-distance * distance / 2)
        }
        let sum = weights.reduce(0, +)
        var taps: [SparseConvolution.Tap] = []
        for (i, weight) in zip(-count...count, weights) {
            let place = Double(i * step) * slope
            let low = place.rounded(.down)
            for (across, share) in [(Int(low), 1 - (place - low)), (Int(low) + 1, place - low)] where share > 0 {
                let (column, row) = isFlat ? (i * step, across) : (across, i * step)
                taps.append(SparseConvolution.Tap(column: column, row: row, weight: Float(weight * share / sum)))
            }
        }
        self.taps = taps
    }
}
