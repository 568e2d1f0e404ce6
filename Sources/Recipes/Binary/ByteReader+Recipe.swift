import CoreImageEssentials
import Foundation

/// Reads fields in the binary format. Their values must still be validated by `RecipeCheck`.
extension ByteReader: RecipeVisitor {
    typealias Failure = ByteReadingError

    mutating func field<Element: RecipeElement>(
        _ value: inout Element, _ key: TextKey?, default fallback: Element?, isOmitted: Bool
    ) throws(ByteReadingError) {
        value = try Element.decode(from: &self)
    }

    mutating func optionalField<Element: RecipeElement>(
        _ value: inout Element?, _ key: TextKey?
    ) throws(ByteReadingError) {
        value = try optional { reader throws(ByteReadingError) in try Element.decode(from: &reader) }
    }

    mutating func beginValue() throws(ByteReadingError) {
        // Nested values are the only recursive part of the format, so the depth is limited here.
        guard valueDepth <= RecipeLimits.depth else {
            throw .invalid(at: place, expected: "a value that is nested less deeply")
        }
        valueDepth += 1
    }

    mutating func endValue() { valueDepth -= 1 }

    /// Reads a rectangle, whose numbers aren't validated.
    package mutating func rect() throws(ByteReadingError) -> CGRect {
        let rect = CGRect(x: try double(), y: try double(), width: try double(), height: try double())
        // Foundation treats every rectangle with an infinite origin as the null rectangle.
        return rect.isNull ? .null : rect
    }

    /// Reads an affine transform, whose numbers aren't validated.
    mutating func transform() throws(ByteReadingError) -> CGAffineTransform {
        CGAffineTransform(
            a: try double(), b: try double(), c: try double(), d: try double(), tx: try double(), ty: try double())
    }
}
