import Foundation
import Pixels

/// Averages over discs.
extension ImageNode {
    // Up to here a disc is averaged as it is; larger ones on fewer pixels, where they are half as large or more.
    private static let largestPlainDisc = 24.0

    /// This image averaged over discs of `radius` pixels, at a cost that is bounded whatever the radius.
    ///
    /// Premultiplied values are averaged; outside the extent the image is transparent. Up to a radius of 24 pixels on the rim count by the share
    /// of their area in the disc. Larger discs are averaged on fewer pixels, and have a rim that is softer by a twentieth of the
    /// radius: the disc is made smaller by as much as keeps its second moment. The extent grows by two pixels more than the radius on every
    /// side, and by the softer rim. A radius up to half a pixel, or one that is not finite, gives the image itself; the largest is 10 000.
    public func discBlurred(radius: Double) -> ImageNode {
        guard radius > 0.5, radius.isFinite, !extent.isNull else { return self }
        let radius = min(radius, 10_000)
        let reach = CGFloat((radius + 2).rounded(.up))
        if radius <= Self.largestPlainDisc { return discAveraged(radius: radius, extent: grown(by: reach)) }
        let decimation = LineDecimation.by(1 << Int(log2(radius / Self.largestPlainDisc).rounded(.up)))
        let k = Double(decimation.factor)
        // A disc's variance along a line is a quarter of its squared radius.
        let inner = (radius * radius - 4 * decimation.variance).squareRoot() / k
        return throughFewerPixels(decimation, name: Self.discName) { small in
            small.discAveraged(radius: inner, extent: small.grown(by: CGFloat((inner + 2).rounded(.up))))
        }
        .cropped(to: grown(by: reach + CGFloat(Self.softRim * k)))
    }

    // In kept values: next to no light falls farther from the rim.
    private static let softRim = 3.0

    private func grown(by margin: CGFloat) -> CGRect {
        extent.isInfinite ? extent : extent.enclosingWholePixels.insetBy(dx: -margin, dy: -margin)
    }

    private static let discName = "disc blur"

    private func discAveraged(radius: Double, extent: CGRect) -> ImageNode {
        .native(DiscAverage(name: Self.discName, input: self, radius: radius), extent: extent)
    }
}
