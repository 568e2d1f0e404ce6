import CoreImageEssentials
import Foundation
import Pixels

/// A number in a recipe's text format. `nan`, `inf` and `-inf` are strings, because JSON has no such numbers.
struct TextNumber: Codable {
    let value: Double

    init(_ value: Double) { self.value = value }

    /// Stores the shortest decimal number that rounds to this float.
    init(_ value: Float) { self.value = Double(value.description) ?? Double(value) }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let text = try? container.decode(String.self) {
            guard let number = ["nan": Double.nan, "inf": .infinity, "-inf": -.infinity][text] else {
                throw decoder.malformed(
                    "\(CIRecipeError.quoted(text)) is not a number; write a number, nan, inf or -inf")
            }
            value = number
        } else {
            value = try container.decode(Double.self)
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if value.isFinite { return try container.encode(value) }
        try container.encode(value.isNaN ? "nan" : value < 0 ? "-inf" : "inf")
    }
}

/// A rectangle in a recipe's text format: x, y, width and height, or `infinite` or `empty` (null).
struct TextRect: Codable {
    let value: CGRect

    init(_ value: CGRect) { self.value = value }

    init(from decoder: any Decoder) throws {
        if let text = try? decoder.singleValueContainer().decode(String.self) {
            guard let rect = ["infinite": CGRect.infinite, "empty": .null][text] else {
                throw decoder.malformed(
                    "\(CIRecipeError.quoted(text)) is no rectangle; write infinite, empty or numbers")
            }
            value = rect
        } else {
            let numbers = try decoder.singleValueContainer().decode([Double].self)
            guard numbers.count == 4 else { throw decoder.malformed("a rectangle is x, y, width and height") }
            value = CGRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if value.isNull { return try container.encode("empty") }
        if value.isInfinite { return try container.encode("infinite") }
        try container.encode([value.origin.x, value.origin.y, value.size.width, value.size.height].map(Double.init))
    }
}

/// An affine transform in a recipe's text format: a, b, c, d, tx and ty.
struct TextTransform: Codable {
    let value: CGAffineTransform

    init(_ value: CGAffineTransform) { self.value = value }

    init(from decoder: any Decoder) throws {
        let n = try decoder.singleValueContainer().decode([Double].self)
        guard n.count == 6 else { throw decoder.malformed("a transform is a, b, c, d, tx and ty") }
        value = CGAffineTransform(a: n[0], b: n[1], c: n[2], d: n[3], tx: n[4], ty: n[5])
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode([value.a, value.b, value.c, value.d, value.tx, value.ty].map(Double.init))
    }
}
