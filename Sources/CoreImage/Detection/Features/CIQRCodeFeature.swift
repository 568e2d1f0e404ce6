import Foundation

/// A QR code in an image.
///
/// Corners are those of the symbol without its border, named by where they are with the symbol upright, however it lies in the picture.
/// Of the features, only codes can be archived.
open class CIQRCodeFeature: CIFeature, NSCopying, NSSecureCoding, @unchecked Sendable {
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

    /// Reads a feature; nil when the archive holds none, or corners that are no numbers.
    public required init?(coder: NSCoder) {
        var corners: [CGPoint] = []
        for key in CodingKeys.corners {
            guard coder.containsValue(forKey: key + ".x"), coder.containsValue(forKey: key + ".y") else { return nil }
            let (x, y) = (coder.decodeDouble(forKey: key + ".x"), coder.decodeDouble(forKey: key + ".y"))
            guard abs(x) < Double(Quadrilateral.limit), abs(y) < Double(Quadrilateral.limit) else { return nil }
            corners.append(CGPoint(x: x, y: y))
        }
        (topLeft, topRight, bottomLeft, bottomRight) = (corners[0], corners[1], corners[2], corners[3])
        // What isn't there is an error to an unarchiver that is asked for it.
        func object<Value: NSObject & NSSecureCoding>(_ type: Value.Type, _ key: String) -> Value? {
            coder.containsValue(forKey: key) ? coder.decodeObject(of: type, forKey: key) : nil
        }
        messageString = object(NSString.self, CodingKeys.message).map { String(describing: $0) }
        symbolDescriptor = object(CIQRCodeDescriptor.self, CodingKeys.descriptor)
        let shape = Quadrilateral(
            topLeft: topLeft, topRight: topRight, bottomRight: bottomRight, bottomLeft: bottomLeft)
        super.init(type: CIFeatureTypeQRCode, bounds: shape.bounds)
    }

    /// Writes corners, message and descriptor.
    open func encode(with coder: NSCoder) {
        for (key, corner) in zip(CodingKeys.corners, [topLeft, topRight, bottomLeft, bottomRight]) {
            coder.encode(Double(corner.x), forKey: key + ".x")
            coder.encode(Double(corner.y), forKey: key + ".y")
        }
        if let messageString { coder.encode(messageString as NSString, forKey: CodingKeys.message) }
        if let symbolDescriptor { coder.encode(symbolDescriptor, forKey: CodingKeys.descriptor) }
    }

    /// The feature itself: it never changes.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Features may be decoded from archives that are not trusted.
    open class var supportsSecureCoding: Bool { true }

    private enum CodingKeys {
        static let corners = ["topLeft", "topRight", "bottomLeft", "bottomRight"]
        static let (message, descriptor) = ("messageString", "symbolDescriptor")
    }
}
