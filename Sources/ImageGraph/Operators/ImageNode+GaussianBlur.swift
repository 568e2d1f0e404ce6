import Foundation
import Pixels

/// Blurs.
extension ImageNode {
    /// How many standard deviations a Gaussian blur reaches; the extent grows by as many pixels, rounded up, on every
    /// side.
    public static let gaussianReach = 3.0

    /// The standard deviation from which on a blur is computed on fewer pixels.
    static let gaussianDecimationThreshold = 3.5

    /// This image convolved with a Gaussian of standard deviation `sigma` pixels (G(x) = e^(−x²/2σ²), normalised to a
    /// sum of 1).
    ///
    /// Premultiplied values are averaged; outside the extent the image is transparent. Small sigmas sum weighted pixels
    /// directly. Large ones keep every k-th value of a cubic B-spline average, blur those, and interpolate with cubic
    /// B-splines, whose own blur is counted in: within 0.5/255 of the exact convolution. A sigma that isn't positive and
    /// finite gives the image itself. The largest sigma is 100 000.
    public func gaussianBlurred(sigma: Double) -> ImageNode {
        guard sigma > 0, sigma.isFinite, !extent.isNull else { return self }
        let sigma = min(sigma, 100_000)
        let reach = (Self.gaussianReach * sigma).rounded(.up)
        let result = extent.isInfinite ? extent : extent.enclosingWholePixels.insetBy(dx: -reach, dy: -reach)
        if sigma < Self.gaussianDecimationThreshold {
            let weights = GaussianWeights(sigma: sigma, reach: Int(reach)).set
            return resampled(.vertical, [weights], step: 1).resampled(.horizontal, [weights], step: 1)
                .cropped(to: result)
        }
        return blurredByDecimation(sigma: sigma, extent: result)
    }

    private func blurredByDecimation(sigma: Double, extent result: CGRect) -> ImageNode {
        let plan = DecimatedGaussian(sigma: sigma)
        // Columns first on the way down, as sums of whole rows are the cheapest and leave few rows for the others; columns
        // first on the way up too, while rows are still short.
        return resampled(.vertical, plan.decimation, step: plan.factor)
            .resampled(.horizontal, plan.decimation, step: plan.factor)
            .resampled(.vertical, [plan.blur], step: 1)
            .resampled(.horizontal, [plan.blur], step: 1)
            .resampled(.vertical, plan.interpolation, step: 1)
            .resampled(.horizontal, plan.interpolation, step: 1)
            .cropped(to: result)
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
