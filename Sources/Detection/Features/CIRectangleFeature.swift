import CoreImageEssentials
import Foundation

/// A rectangle in an image, possibly in perspective: a convex quadrilateral. Its corners can be passed to
/// `CIPerspectiveCorrection`.
///
/// The corners are named by their positions in the upright picture.
open class CIRectangleFeature: CIFeature, @unchecked Sendable {
    /// The upper left corner.
    public let topLeft: CGPoint
    /// The upper right corner.
    public let topRight: CGPoint
    /// The lower left corner.
    public let bottomLeft: CGPoint
    /// The lower right corner.
    public let bottomRight: CGPoint

    init(_ shape: Quadrilateral) {
        (topLeft, topRight) = (shape.topLeft, shape.topRight)
        (bottomLeft, bottomRight) = (shape.bottomLeft, shape.bottomRight)
        super.init(type: CIFeatureTypeRectangle, bounds: shape.bounds)
    }
}
