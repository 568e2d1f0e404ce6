import Foundation

/// Averages that are blurred afterwards.
extension ImageNode {
    /// Returns this image, averaged and then convolved with a Gaussian of standard deviation `sigma`.
    ///
    /// A Gaussian hides the loss if both happen on fewer pixels. The image is averaged and the result is interpolated
    /// with cubic B-splines, whose blur counts as a part of the Gaussian's. Results are within 0.5/255 of those of all
    /// pixels.
    ///
    /// - Parameters:
    ///   - sigma: Standard deviation in pixels. If it isn't positive and finite, the averages aren't blurred.
    ///   - radius: The distance in pixels over which `average` averages evenly.
    ///   - average: Returns the averages of an image.
    ///   - image: This image, or one with fewer pixels.
    ///   - scale: Number of its pixels for each pixel of this image along a line, by which lengths are multiplied.
    package func blurred(
        sigma: Double, afterAveragesOver radius: Double,
        _ average: (_ image: ImageNode, _ scale: Double) -> ImageNode
    ) -> ImageNode {
        guard sigma.isFinite, !extent.isNull, let plan = HiddenDecimation(sigma: sigma, radius: radius) else {
            return average(self, 1).gaussianBlurred(sigma: sigma)
        }
        return decimated(plan.decimation, name: "blur") { small in
            average(small, 1 / Double(plan.decimation.factor)).gaussianBlurred(sigma: plan.sigma)
        }
    }
}

/// The decimation that a Gaussian of averages hides, and what is left of the Gaussian.
private struct HiddenDecimation {
    let decimation: LineDecimation
    /// Standard deviation of the rest of the Gaussian, in kept values.
    let sigma: Double

    /// Returns nil if all pixels are needed.
    init?(sigma: Double, radius: Double) {
        // The least standard deviation of a blur of pixels, and the least radius of averages, in kept values.
        let least = 1.75
        // B-splines in place of a part of the Gaussian change its form, which the rim of a large average shows less.
        let leastSigma = radius >= 4 * sigma ? 1 : least
        let ratio = min(sigma / leastSigma, radius / least)
        guard ratio >= 2 else { return nil }
        // Larger factors would save nothing more.
        let factor = min(1 << Int(log2(ratio)), 32)
        decimation = LineDecimation.shared(factor: factor)
        // The variance of the pixels' own squares is a twelfth of their area.
        let variance = decimation.variance + Double(factor * factor - 1) / 12
        self.sigma = (sigma * sigma - variance).squareRoot() / Double(factor)
    }
}
