import Foundation

/// A rectangle in an image, as it is seen: any convex shape of four sides. Its corners suit `CIPerspectiveCorrection`.
///
/// Corners are named by where they are with the picture upright in its orientation.
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
