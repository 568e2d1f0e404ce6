import CoreImageEssentials
import MediaTime

/// What a filter makes of a frame.
package struct FilteredImage: Sendable {
    /// The image. Its origin is the frame's lower left corner; it is black or transparent outside of its extent.
    package var image: CIImage
    /// The context that renders it; nil for the default.
    package var context: CIContext?

    /// Creates a result.
    package init(_ image: CIImage, context: CIContext? = nil) { (self.image, self.context) = (image, context) }
}

/// A filter of frames.
///
/// It is called for one frame after the other, with the upright frame, whose lower left corner is at the origin, and
/// the time in the file at which the frame is shown.
package typealias FrameFilter = @Sendable (_ source: CIImage, _ time: CMTime) async throws -> FilteredImage
