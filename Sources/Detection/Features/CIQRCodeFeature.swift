import CoreImageEssentials
import Foundation

/// A QR code in an image.
///
/// The corners are those of the symbol without its quiet zone. They are named by their positions in the upright symbol,
/// whatever its rotation in the picture. QR codes are the only features that can be archived.
open class CIQRCodeFeature: CIQuadrilateralFeature, NSCopying, NSSecureCoding, @unchecked Sendable {
    /// The message; nil if it isn't text.
    public let messageString: String?
    /// The symbol's content and parameters, from which `CIBarcodeGenerator` can draw it again; nil if too much of the
    /// symbol is hidden to determine them.
    public let symbolDescriptor: CIQRCodeDescriptor?

    init(_ shape: Quadrilateral, message: String?, descriptor: CIQRCodeDescriptor?) {
        (messageString, symbolDescriptor) = (message, descriptor)
        super.init(type: CIFeatureTypeQRCode, shape: shape)
    }

    /// Decodes a feature; nil if the archive contains none, or if its corners aren't finite numbers.
    public required init?(coder: NSCoder) {
        var corners: [CGPoint] = []
        for key in CodingKeys.corners {
            guard coder.containsValue(forKey: key + ".x"), coder.containsValue(forKey: key + ".y") else { return nil }
            let (x, y) = (coder.decodeDouble(forKey: key + ".x"), coder.decodeDouble(forKey: key + ".y"))
            guard abs(x) < Double(Quadrilateral.limit), abs(y) < Double(Quadrilateral.limit) else { return nil }
            corners.append(CGPoint(x: x, y: y))
        }
        // Decoding a missing key would be an error of the unarchiver, so the key is checked first.
        func object<Value: NSObject & NSSecureCoding>(_ type: Value.Type, _ key: String) -> Value? {
            coder.containsValue(forKey: key) ? coder.decodeObject(of: type, forKey: key) : nil
        }
        messageString = object(NSString.self, CodingKeys.message).map { String(describing: $0) }
        symbolDescriptor = object(CIQRCodeDescriptor.self, CodingKeys.descriptor)
        let shape = Quadrilateral(
            topLeft: corners[0], topRight: corners[1], bottomRight: corners[3], bottomLeft: corners[2])
        super.init(type: CIFeatureTypeQRCode, shape: shape)
    }

    /// Encodes the corners, the message and the descriptor.
    open func encode(with coder: NSCoder) {
        for (key, corner) in zip(CodingKeys.corners, [topLeft, topRight, bottomLeft, bottomRight]) {
            coder.encode(Double(corner.x), forKey: key + ".x")
            coder.encode(Double(corner.y), forKey: key + ".y")
        }
        if let messageString { coder.encode(messageString as NSString, forKey: CodingKeys.message) }
        if let symbolDescriptor { coder.encode(symbolDescriptor, forKey: CodingKeys.descriptor) }
    }

    /// Returns the feature itself, because it is immutable.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// True: features may be decoded from untrusted archives.
    open class var supportsSecureCoding: Bool { true }

    private enum CodingKeys {
        static let corners = ["topLeft", "topRight", "bottomLeft", "bottomRight"]
        static let (message, descriptor) = ("messageString", "symbolDescriptor")
    }
}
