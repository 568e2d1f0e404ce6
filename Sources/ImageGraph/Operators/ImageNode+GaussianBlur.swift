import Foundation
import Pixels

/// Blurs.
extension ImageNode {
    /// Reach of a Gaussian blur in standard deviations. The extent grows by it on every side, rounded up to pixels.
    package static let gaussianReach = 3.0

    /// The standard deviation in pixels from which a blur is computed on fewer pixels.
    static let gaussianDecimationThreshold = 3.5

    /// Returns this image convolved with a Gaussian of standard deviation `sigma` pixels (G(x) = e^(−x²/2σ²),
    /// normalised to a sum of 1).
    ///
    /// Premultiplied values are averaged; the image is transparent outside of its extent. Small sigmas sum weighted
    /// pixels directly. Large ones keep every k-th value of a cubic B-spline average, blur these, and interpolate with
    /// cubic B-splines; the blur of the splines is taken into account. Results are within 0.5/255 of the exact
    /// convolution. A sigma that isn't positive and finite returns the image itself. The largest sigma is 100 000.
    package func gaussianBlurred(sigma: Double) -> ImageNode {
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
        return decimated(plan.decimation, name: Self.gaussianName) { small in
            small.resampled(.vertical, [plan.blur], name: Self.gaussianName)
                .resampled(.horizontal, [plan.blur], name: Self.gaussianName)
        }
        .cropped(to: result)
    }

    private static let gaussianName = "gaussian blur"
}
