import Foundation
import Pixels

/// Blurs along a line.
extension ImageNode {
    /// This image averaged along a line at `angle` (radians, counterclockwise from the x axis), with weights that follow a Gaussian of
    /// standard deviation `sigma` pixels and end at 2.5 deviations.
    ///
    /// The line is read at every column, or at every row where it is steep, and between the two nearest pixels there. A wide Gaussian is made of narrow
    /// ones: the next reads every fourth place of what the one before has smoothed, so that the cost grows with the logarithm of
    /// the width. Premultiplied values are averaged; outside the extent the image is transparent. The extent grows by what is
    /// read. A deviation that isn't positive and finite gives the image itself; the largest is 2000.
    public func motionBlurred(sigma: Double, angle: Double) -> ImageNode {
        guard sigma > 0, sigma.isFinite, angle.isFinite, !extent.isNull else { return self }
        return LineOfTaps.lines(sigma: min(sigma, 2000), angle: angle).reduce(self) { image, line in
            let sum = SparseConvolution(name: "motion blur", input: image, taps: line.taps)
            return .native(sum, extent: sum.extent(of: image.extent))
        }
    }
}

/// One of the Gaussians along a line that a wide one is made of.
private struct LineOfTaps {
    let taps: [SparseConvolution.Tap]

    /// Standard deviations that are read.
    private static let reach = 2.5
    /// By how much places lie farther apart from one Gaussian to the next.
    private static let ratio = 4
    /// Deviation, in steps of the next Gaussian's places, that is enough for it to find no detail between them.
    private static let smoothness = 0.75
    /// The last Gaussian's deviation in steps is at least about this.
    private static let leastDeviation = 1.75

    /// The Gaussians, to be applied one after the other; variances add up.
    static func lines(sigma: Double, angle: Double) -> [LineOfTaps] {
        let (cosine, sine) = (cos(angle), sin(angle))
        let isFlat = abs(cosine) >= abs(sine)
        let slope = isFlat ? sine / cosine : cosine / sine
        // In columns or in rows, whichever the line crosses more of.
        let deviation = sigma * max(abs(cosine), abs(sine))
        var (step, variance) = (1, 0.0)
        var result: [LineOfTaps] = []
        while deviation >= leastDeviation * Double(step * ratio) {
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
