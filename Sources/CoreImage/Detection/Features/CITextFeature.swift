import Foundation

/// A line of text in an image, or a character of one.
///
/// Corners are named by where they are with the picture upright in its orientation.
open class CITextFeature: CIFeature, @unchecked Sendable {
    /// The upper left corner.
    public let topLeft: CGPoint
    /// The upper right corner.
    public let topRight: CGPoint
    /// The lower left corner.
    public let bottomLeft: CGPoint
    /// The lower right corner.
    public let bottomRight: CGPoint
    /// A `CITextFeature` for each character, from left to right; nil unless `CIDetectorReturnSubFeatures` asked for them, and for
    /// characters. Letters that touch each other count as one.
    public let subFeatures: [Any]?

    init(_ shape: Quadrilateral, subFeatures: [CITextFeature]?) {
        (topLeft, topRight) = (shape.topLeft, shape.topRight)
        (bottomLeft, bottomRight) = (shape.bottomLeft, shape.bottomRight)
        self.subFeatures = subFeatures
        super.init(type: CIFeatureTypeText, bounds: shape.bounds)
    }
}
