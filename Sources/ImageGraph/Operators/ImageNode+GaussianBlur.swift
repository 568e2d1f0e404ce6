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
            return resampled(.vertical, [weights], name: Self.gaussianName)
                .resampled(.horizontal, [weights], name: Self.gaussianName)
                .cropped(to: result)
        }
        return blurredByDecimation(sigma: sigma, extent: result)
    }

    private func blurredByDecimation(sigma: Double, extent result: CGRect) -> ImageNode {
        let plan = DecimatedGaussian(sigma: sigma)
        return throughFewerPixels(plan.decimation, name: Self.gaussianName) { small in
            small.resampled(.vertical, [plan.blur], name: Self.gaussianName)
                .resampled(.horizontal, [plan.blur], name: Self.gaussianName)
        }
        .cropped(to: result)
    }

    private static let gaussianName = "gaussian blur"
}
