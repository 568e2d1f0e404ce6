import Foundation
import Pixels

/// Averages over discs.
extension ImageNode {
    // Up to this radius a disc is averaged directly. Larger ones are averaged on fewer pixels, where their radius is at
    // least half of this.
    private static let maximumPlainDisc = 24.0

    /// Returns this image averaged over discs of `radius` pixels. The cost is bounded for any radius.
    ///
    /// Premultiplied values are averaged; the image is transparent outside of its extent. Up to a radius of 24, a pixel
    /// on the rim is weighted by the fraction of its area inside the disc. Larger discs are averaged on fewer pixels.
    /// Their rim is softer by a twentieth of the radius, and the disc is reduced so that its second moment is kept. The
    /// extent grows on every side by two pixels more than the radius, and by the softer rim. A radius of at most half a
    /// pixel, or one that isn't finite, returns the image itself; the largest is 10 000.
    package func discBlurred(radius: Double) -> ImageNode {
        guard radius > 0.5, radius.isFinite, !extent.isNull else { return self }
        let radius = min(radius, 10_000)
        let reach = CGFloat((radius + 2).rounded(.up))
        if radius <= Self.maximumPlainDisc { return discAveraged(radius: radius, extent: grown(by: reach)) }
        let decimation = LineDecimation.shared(factor: 1 << Int(log2(radius / Self.maximumPlainDisc).rounded(.up)))
        let k = Double(decimation.factor)
        // A disc's variance along a line is a quarter of its squared radius.
        let inner = (radius * radius - 4 * decimation.variance).squareRoot() / k
        return decimated(decimation, name: Self.discName) { small in
            small.discAveraged(radius: inner, extent: small.grown(by: CGFloat((inner + 2).rounded(.up))))
        }
        .cropped(to: grown(by: reach + CGFloat(Self.softRim * k)))
    }

    // Width of the soft rim in kept values; almost no light falls farther from the rim.
    private static let softRim = 3.0

    private func grown(by margin: CGFloat) -> CGRect {
        extent.isInfinite ? extent : extent.enclosingWholePixels.insetBy(dx: -margin, dy: -margin)
    }

    private static let discName = "disc blur"

    private func discAveraged(radius: Double, extent: CGRect) -> ImageNode {
        .native(DiscAverage(name: Self.discName, input: self, radius: radius), extent: extent)
    }
}
