import Foundation
import Pixels

extension NSValue {
    /// Creates a value that holds an affine transform, for filter inputs such as `inputTransform`.
    public convenience init(cgAffineTransform transform: CGAffineTransform) {
        // `NSValue` on Linux holds arrays of numbers but no structures, so the transform is stored as six doubles.
        var entries = transform.entries
        self.init(bytes: &entries, objCType: Self.transformType)
    }

    /// The transform in the value; the identity if it holds something else.
    public var cgAffineTransformValue: CGAffineTransform { heldTransform ?? .identity }

    /// The transform in the value, or nil if it holds something else.
    var heldTransform: CGAffineTransform? {
        guard String(cString: objCType) == Self.transformType else { return nil }
        var entries = CGAffineTransform.identity.entries
        getValue(&entries)
        return CGAffineTransform(entries[0], entries[1], entries[2], entries[3], entries[4], entries[5])
    }

    /// The numbers of a point, size or rectangle in the value; nil if it holds something else.
    var heldNumbers: [CGFloat]? {
        switch String(cString: objCType) {
        case Self.pointType: [pointValue.x, pointValue.y]
        case Self.sizeType: [sizeValue.width, sizeValue.height]
        case Self.rectType: [rectValue.origin.x, rectValue.origin.y, rectValue.width, rectValue.height]
        default: nil
        }
    }

    private static let pointType = String(cString: NSValue(point: .zero).objCType)
    private static let sizeType = String(cString: NSValue(size: .zero).objCType)
    private static let rectType = String(cString: NSValue(rect: .zero).objCType)
    private static let transformType = "[6d]"
}

extension CGAffineTransform {
    fileprivate var entries: [CGFloat] { [a, b, c, d, tx, ty] }
}
