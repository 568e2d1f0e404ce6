import Foundation

/// A QR code in an image.
///
/// Corners are those of the symbol without its border, named by where they are with the symbol upright, however it lies in the picture.
open class CIQRCodeFeature: CIFeature, @unchecked Sendable {
    /// The upper left corner, at a finder pattern.
    public let topLeft: CGPoint
    /// The upper right corner, at a finder pattern.
    public let topRight: CGPoint
    /// The lower left corner, at a finder pattern.
    public let bottomLeft: CGPoint
    /// The lower right corner.
    public let bottomRight: CGPoint
    /// The message; nil when it is no text.
    public let messageString: String?
    /// What the symbol consists of, from which `CIBarcodeGenerator` draws it again; nil when too much of the symbol is hidden to tell.
    public let symbolDescriptor: CIQRCodeDescriptor?

    init(_ shape: Quadrilateral, message: String?, descriptor: CIQRCodeDescriptor?) {
        (topLeft, topRight) = (shape.topLeft, shape.topRight)
        (bottomLeft, bottomRight) = (shape.bottomLeft, shape.bottomRight)
        (messageString, symbolDescriptor) = (message, descriptor)
        super.init(type: CIFeatureTypeQRCode, bounds: shape.bounds)
    }
}
