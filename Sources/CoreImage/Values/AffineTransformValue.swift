import Foundation
import Pixels

/// Reads affine maps from the classes in which clients write them.
enum AffineTransformValue {
    /// The map that `value` stands for: a `CGAffineTransform`, `AffineTransform`, `NSAffineTransform`, `NSValue`, six
    /// numbers or a six-number `CIVector`.
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
