import CoreImageEssentials
import Foundation

/// A line of text in an image, or a character of a line.
///
/// The corners are named by their positions in the upright picture.
open class CITextFeature: CIQuadrilateralFeature, @unchecked Sendable {
    /// A `CITextFeature` for each character, from left to right. Nil for characters, and for lines unless
    /// `CIDetectorReturnSubFeatures` is set. Letters that touch each other are one feature.
    public let subFeatures: [Any]?

    init(_ shape: Quadrilateral, subFeatures: [CITextFeature]?) {
        self.subFeatures = subFeatures
        super.init(type: CIFeatureTypeText, shape: shape)
    }
}
