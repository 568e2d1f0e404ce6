import Foundation
import Pixels

/// Blurs.
extension ImageNode {
    /// How many standard deviations a Gaussian blur reaches; the extent grows by as many pixels, rounded up, on every
    /// side.
    public static let gaussianReach = 3.0

    /// The standard deviation from which on a blur is computed on fewer pixels.
    static let gaussianDecimationThreshold = 5.0

    /// This image convolved with a Gaussian of standard deviation `sigma` pixels (G(x) = e^(−x²/2σ²), normalised to a
    /// sum of 1).
    ///
    /// Premultiplied values are averaged; outside the extent the image is transparent. Small sigmas sum weighted pixels
    /// directly. Large ones blur a little, keep every k-th pixel, blur those, and interpolate with cubic B-splines,
    /// whose own blur is counted in: within 0.5/255 of the exact convolution. A sigma that isn't positive and finite
    /// gives the image itself. The largest sigma is 100 000.
    public func gaussianBlurred(sigma: Double) -> ImageNode {
        guard sigma > 0, sigma.isFinite, !extent.isNull else { return self }
        let sigma = min(sigma, 100_000)
        let reach = (Self.gaussianReach * sigma).rounded(.up)
        let result = extent.isInfinite ? extent : extent.enclosingWholePixels.insetBy(dx: -reach, dy: -reach)
        if sigma < Self.gaussianDecimationThreshold {
            let weights = GaussianWeights(sigma: sigma, reach: Int(reach)).set
            return convolved(.horizontal, [weights], growingTo: result).convolved(
                .vertical, [weights], growingTo: result)
        }
        return blurredByDecimation(sigma: sigma, extent: result)
    }

    private func convolved(
        _ axis: LineConvolution.Axis, _ sets: [LineConvolution.WeightSet], growingTo result: CGRect
    ) -> ImageNode {
        let operation = LineConvolution(name: "gaussian blur", input: self, axis: axis, weightSets: sets)
        guard axis == .horizontal, !result.isInfinite, !extent.isInfinite else {
            return .native(operation, extent: result)
        }
        let rows = extent.enclosingWholePixels
        let wide = CGRect(x: result.minX, y: rows.minY, width: result.width, height: rows.height)
        return .native(operation, extent: wide)
    }

    private func blurredByDecimation(sigma: Double, extent result: CGRect) -> ImageNode {
        let plan = DecimatedGaussian(sigma: sigma)
        var image = self
        for axis in [LineConvolution.Axis.horizontal, .vertical] {
            image = image.resampled(axis, plan.decimation, step: plan.factor)
        }
        for axis in [LineConvolution.Axis.horizontal, .vertical] {
            image = image.resampled(axis, [plan.blur], step: 1)
        }
        for axis in [LineConvolution.Axis.horizontal, .vertical] {
            image = image.resampled(axis, plan.interpolation, step: 1)
        }
        return image.cropped(to: result)
    }

    /// A line convolution whose extent is all that its weights reach.
    private func resampled(
        _ axis: LineConvolution.Axis, _ sets: [LineConvolution.WeightSet], step: Int
    ) -> ImageNode {
        let operation = LineConvolution(name: "gaussian blur", input: self, axis: axis, weightSets: sets, step: step)
        guard !extent.isInfinite else { return .native(operation, extent: .infinite) }
        let box = extent.enclosingWholePixels
        let scale = CGFloat(sets.count) / CGFloat(step)
        let first = CGFloat(sets.map(\.first).min() ?? 0)
        let last = CGFloat(sets.map { $0.first + $0.weights.count }.max() ?? 0)
        // Input pixel i reaches the output positions whose weights include it: between (i − last)·scale
        // and (i − first + step)·scale.
        func line(_ low: CGFloat, _ high: CGFloat) -> (CGFloat, CGFloat) {
            (((low - last) * scale).rounded(.down), ((high - first + CGFloat(step)) * scale).rounded(.up))
        }
        let (left, right) = axis == .horizontal ? line(box.minX, box.maxX) : (box.minX, box.maxX)
        let (bottom, top) = axis == .vertical ? line(box.minY, box.maxY) : (box.minY, box.maxY)
        return .native(operation, extent: CGRect(x: left, y: bottom, width: right - left, height: top - bottom))
    }
}

/// A sampled Gaussian, normalised.
struct GaussianWeights {
    let set: LineConvolution.WeightSet

    init(sigma: Double, reach: Int) {
        let values = (-reach...reach).map { exp(-Double($0 * $0) / (2 * sigma * sigma)) }
        let sum = values.reduce(0, +)
        set = LineConvolution.WeightSet(first: -reach, weights: values.map { Float($0 / sum) })
    }
}

/// A wide Gaussian as three cheap steps along a line: blur and keep every k-th pixel, blur those, interpolate.
///
/// Variances add up: σ² = k-th pixels' prefilter σ₁² + k²·σ₂² + k²/3, the last one being the cubic B-spline's. Kept
/// pixel q stands at the full-size pixel q·k.
struct DecimatedGaussian {
    /// One pixel in so many is kept.
    let factor: Int
    let decimation: [LineConvolution.WeightSet]
    let blur: LineConvolution.WeightSet
    let interpolation: [LineConvolution.WeightSet]

    init(sigma: Double) {
        // A B-spline is almost a Gaussian: with σ ≥ 2.5k the sum's excess kurtosis is at most (k/σ)⁴/30,
        // less than 0.1 %.
        let factor = max(2, Int(sigma / 2.5))
        self.factor = factor
        let k = Double(factor)
        // What folds back when pixels are dropped is e^(−2π²·0.8²), 3 in a million.
        let before = 0.8 * k
        let spline = k * k / 3
        let middle = (sigma * sigma - before * before - spline).squareRoot() / k
        decimation = [GaussianWeights(sigma: before, reach: Int((4 * before).rounded(.up))).set]
        blur = GaussianWeights(sigma: middle, reach: Int((4 * middle).rounded(.up))).set
        interpolation = (0..<factor).map { phase in
            let t = Double(phase) / k
            let weights = (-1...2).map { Float(Self.cubicSpline(t - Double($0))) }
            return LineConvolution.WeightSet(first: -1, weights: weights)
        }
    }

    /// The centred cubic B-spline, which sums to 1 over whole steps.
    private static func cubicSpline(_ x: Double) -> Double {
        let distance = abs(x)
        if distance >= 2 { return 0 }
        if distance >= 1 { return (2 - distance) * (2 - distance) * (2 - distance) / 6 }
        return 2.0 / 3 - distance * distance + distance * distance * distance / 2
    }
}
