import Foundation
import Pixels

/// Conversion of affine transforms from the classes that clients use.
enum AffineTransformValue {
    /// Returns the transform in `value`: a `CGAffineTransform`, `AffineTransform`, `NSAffineTransform`, `NSValue`, an
    /// array of six numbers or a `CIVector` of six numbers. nil for other values.
    static func transform(from value: Any) -> CGAffineTransform? {
        switch value {
        case let transform as CGAffineTransform: transform
        case let transform as AffineTransform: CGAffineTransform(transform)
        case let transform as NSAffineTransform: CGAffineTransform(transform)
        case let vector as CIVector: vector.count == 6 ? vector.cgAffineTransformValue : nil
        case let numbers as [Any]: fromNumbers(numbers)
        case let value as NSValue: value.heldTransform
        default: nil
        }
    }

    private static func fromNumbers(_ items: [Any]) -> CGAffineTransform? {
        let n = items.compactMap(Number.double(from:))
        guard items.count == 6, n.count == 6 else { return nil }
        return CGAffineTransform(a: n[0], b: n[1], c: n[2], d: n[3], tx: n[4], ty: n[5])
    }
}
