import CoreImageEssentials
import Foundation

/// Writes fields in the binary format.
extension ByteWriter: RecipeVisitor {
    typealias Failure = Never

    mutating func kind<Kind: RawRepresentable<UInt8>>(_ kind: Kind) { write(kind.rawValue) }

    mutating func field<Element: RecipeElement>(
        _ value: inout Element, _ key: TextKey?, default fallback: Element?, isOmitted: Bool
    ) {
        value.encode(to: &self)
    }

    mutating func optionalField<Element: RecipeElement>(_ value: inout Element?, _ key: TextKey?) {
        write(optional: value) { $1.encode(to: &$0) }
    }

    /// Writes a rectangle, which may be infinite or null.
    package mutating func write(_ rect: CGRect) {
        for number in [rect.origin.x, rect.origin.y, rect.size.width, rect.size.height] { write(Double(number)) }
    }

    /// Writes an affine transform.
    package mutating func write(_ t: CGAffineTransform) {
        for number in [t.a, t.b, t.c, t.d, t.tx, t.ty] { write(Double(number)) }
    }
}
