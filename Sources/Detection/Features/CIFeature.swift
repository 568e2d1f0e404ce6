import CoreImageEssentials
import Foundation

/// A feature that a detector found in an image.
///
/// Coordinates are those of the analysed image, with the origin at the bottom left. Features are immutable, and may be
/// shared between threads.
open class CIFeature: NSObject, @unchecked Sendable {
    /// `CIFeatureTypeFace`, `CIFeatureTypeRectangle`, `CIFeatureTypeQRCode` or `CIFeatureTypeText`.
    public let type: String
    /// The axis-aligned bounding rectangle of the feature.
    public let bounds: CGRect

    init(type: String, bounds: CGRect) { (self.type, self.bounds) = (type, bounds) }

    /// Returns the feature transformed by a map of the image, which rotates the upright picture by `degrees`
    /// counter-clockwise. For features other than faces, only the type and the bounds are kept.
    package func moved(by map: CGAffineTransform, turning degrees: Double) -> CIFeature {
        CIFeature(type: type, bounds: bounds.applying(map))
    }

    /// The type and the bounds.
    open override var description: String { "<\(Swift.type(of: self)): \(CIError.text(of: bounds))>" }
}
