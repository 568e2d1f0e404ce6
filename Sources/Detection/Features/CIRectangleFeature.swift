import CoreImageEssentials
import Foundation

/// A rectangle in an image, possibly in perspective: a convex quadrilateral. Its corners can be passed to
/// `CIPerspectiveCorrection`.
///
/// The corners are named by their positions in the upright picture.
open class CIRectangleFeature: CIQuadrilateralFeature, @unchecked Sendable {
    init(_ shape: Quadrilateral) {
        super.init(type: CIFeatureTypeRectangle, shape: shape)
    }
}
