import Foundation
import Pixels

extension NSValue {
    /// A value that holds an affine transform, for filter inputs such as `inputTransform`.
    public convenience init(cgAffineTransform transform: CGAffineTransform) {
        // Foundation on Linux takes arrays of numbers but no structures; a transform is six doubles in a row.
        var entries = transform.entries
        self.init(bytes: &entries, objCType: Self.transformType)
    }

    /// The transform that the value holds; the identity when it holds something else.
    public var cgAffineTransformValue: CGAffineTransform { heldTransform ?? .identity }

    /// The transform that the value holds, or nil when it holds something else.
    var heldTransform: CGAffineTransform? {
        guard String(cString: objCType) == Self.transformType else { return nil }
        var entries = CGAffineTransform.identity.entries
        getValue(&entries)
        return CGAffineTransform(entries[0], entries[1], entries[2], entries[3], entries[4], entries[5])
    }

    private static let transformType = "[6d]"
}

extension CGAffineTransform {
    fileprivate var entries: [CGFloat] { [a, b, c, d, tx, ty] }
}
