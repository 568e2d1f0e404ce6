import CoreImageEssentials
import Foundation

/// A band that sweeps over a rectangle in a direction, from just before it to just behind it.
///
/// The source is ahead of the band, the target behind it. If the images are larger than the rectangle, the band comes
/// from beyond them in the first sixteenth of the time, and leaves them in the last one.
struct BandSweep {
    /// The direction of the sweep, of length 1.
    let direction: CGPoint
    /// Width of the band in pixels.
    let width: CGFloat
    /// Position of the trailing edge along the direction.
    let start: CGFloat

    /// Creates the band at a time.
    ///
    /// - Parameters:
    ///   - extent: The rectangle that the band sweeps over.
    ///   - images: The rectangle that the target covers at the end; an infinite one is ignored.
    ///   - width: The band's width, clamped to 0.1…10⁹ pixels.
    ///   - progress: The part of the way over `extent` that is done, from 0. Above 1 the band moves on behind it.
    init(over extent: CGRect, images: CGRect, angle: Float, width: Float, progress: CGFloat, time: TransitionTime) {
        let angle = CGFloat(angle.finite(or: 0))
        direction = CGPoint(x: cos(angle), y: sin(angle))
        self.width = min(max(CGFloat(width), 0.1), 1e9)
        let (first, last) = extent.span(along: direction)
        let (lowest, highest) = images.isInfinite || images.isNull ? (first, last) : images.span(along: direction)
        start =
            first - self.width + progress * (last - first + self.width)
            - max(first - lowest, 0) * time.beginning + max(highest - last, 0) * time.ending
    }
}
