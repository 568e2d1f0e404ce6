import CoreImageEssentials
import Foundation

/// A line of text in an image, or a character of a line.
///
/// The corners are named by their positions in the upright picture.
open class CITextFeature: CIFeature, @unchecked Sendable {
    /// The upper left corner.
    public let topLeft: CGPoint
    /// The upper right corner.
    public let topRight: CGPoint
    /// The lower left corner.
    public let bottomLeft: CGPoint
    /// The lower right corner.
    public let bottomRight: CGPoint
    /// A `CITextFeature` for each character, from left to right. Nil for characters, and for lines unless
    /// `CIDetectorReturnSubFeatures` is set. Letters that touch each other are one feature.
    public let subFeatures: [Any]?

    init(_ shape: Quadrilateral, subFeatures: [CITextFeature]?) {
        (topLeft, topRight) = (shape.topLeft, shape.topRight)
        (bottomLeft, bottomRight) = (shape.bottomLeft, shape.bottomRight)
        self.subFeatures = subFeatures
        super.init(type: CIFeatureTypeText, bounds: shape.bounds)
    }
}
