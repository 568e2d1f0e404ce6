import CoreImageEssentials
import Foundation

/// A feature with four corners: the superclass of rectangles, QR codes and text.
///
/// The corners are named by their positions in the upright picture; those of a QR code by their positions in the
/// upright symbol.
open class CIQuadrilateralFeature: CIFeature, @unchecked Sendable {
    /// The upper left corner. In a QR code it is at a finder pattern.
    public let topLeft: CGPoint
    /// The upper right corner. In a QR code it is at a finder pattern.
    public let topRight: CGPoint
    /// The lower left corner. In a QR code it is at a finder pattern.
    public let bottomLeft: CGPoint
    /// The lower right corner.
    public let bottomRight: CGPoint

    init(type: String, shape: Quadrilateral) {
        (topLeft, topRight) = (shape.topLeft, shape.topRight)
        (bottomLeft, bottomRight) = (shape.bottomLeft, shape.bottomRight)
        super.init(type: type, bounds: shape.bounds)
    }
}
