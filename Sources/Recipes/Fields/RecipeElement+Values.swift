import CoreImageEssentials
import Foundation
import ImageGraph
import Pixels

extension String: RecipeElement {
    typealias TextForm = String

    static func decode(from reader: inout ByteReader) throws(ByteReadingError) -> String { try reader.text() }
    func encode(to writer: inout ByteWriter) { writer.write(self) }
    func check(with check: inout RecipeCheck) throws(CIRecipeError) { try check.text(self) }
}

extension Bool: RecipeElement {
    typealias TextForm = Bool

    static func decode(from reader: inout ByteReader) throws(ByteReadingError) -> Bool { try reader.flag() }
    func encode(to writer: inout ByteWriter) { writer.write(self) }
}

extension Int: RecipeElement {
    typealias TextForm = Int

    static func decode(from reader: inout ByteReader) throws(ByteReadingError) -> Int { try reader.integer() }
    func encode(to writer: inout ByteWriter) { writer.write(self) }
}

extension Float: RecipeElement {
    typealias TextForm = Float

    static var minimumBytes: Int { 4 }
    static func decode(from reader: inout ByteReader) throws(ByteReadingError) -> Float { try reader.float() }
    func encode(to writer: inout ByteWriter) { writer.write(self) }
}

extension Double: RecipeElement {
    static var minimumBytes: Int { 8 }
    static func decode(from reader: inout ByteReader) throws(ByteReadingError) -> Double { try reader.double() }
    func encode(to writer: inout ByteWriter) { writer.write(self) }
}

extension Data: RecipeElement {
    typealias TextForm = Data

    static func decode(from reader: inout ByteReader) throws(ByteReadingError) -> Data { try reader.data() }
    func encode(to writer: inout ByteWriter) { writer.write(self) }
    func check(with check: inout RecipeCheck) throws(CIRecipeError) { try check.data(self) }
}

extension CGRect: RecipeElement {
    static func decode(from reader: inout ByteReader) throws(ByteReadingError) -> CGRect { try reader.rect() }
    func encode(to writer: inout ByteWriter) { writer.write(self) }
    func check(with check: inout RecipeCheck) throws(CIRecipeError) {
        let numbers = [origin.x, origin.y, size.width, size.height]
        guard isNull || isInfinite || numbers.allSatisfy(\.isFinite) else {
            throw check.malformed("a rectangle's numbers are not finite")
        }
    }
}

extension CGAffineTransform: RecipeElement {
    static func decode(from reader: inout ByteReader) throws(ByteReadingError) -> CGAffineTransform {
        try reader.transform()
    }
    func encode(to writer: inout ByteWriter) { writer.write(self) }
    func check(with check: inout RecipeCheck) throws(CIRecipeError) {
        guard [a, b, c, d, tx, ty].allSatisfy(\.isFinite) else {
            throw check.malformed("a transform's numbers are not finite")
        }
    }
}

extension RecipeColorSpace: RecipeElement {
    typealias TextForm = RecipeColorSpace

    static func decode(from reader: inout ByteReader) throws(ByteReadingError) -> RecipeColorSpace {
        try reader.flag() ? .named(try reader.text()) : .profile(try reader.data())
    }

    func encode(to writer: inout ByteWriter) {
        switch self {
        case .named(let name):
            writer.write(true)
            writer.write(name)
        case .profile(let data):
            writer.write(false)
            writer.write(data)
        }
    }

    func check(with check: inout RecipeCheck) throws(CIRecipeError) {
        switch self {
        case .named(let name): try check.text(name)
        case .profile(let data): try check.data(data)
        }
    }
}

extension AlphaState: RecipeElement {
    typealias TextForm = AlphaState

    static func decode(from reader: inout ByteReader) throws(ByteReadingError) -> AlphaState {
        let start = reader.place
        guard let state = AlphaState(rawValue: try reader.text()) else {
            throw .invalid(at: start, expected: "an alpha state")
        }
        return state
    }
    func encode(to writer: inout ByteWriter) { writer.write(rawValue) }
}

extension Interpolation: RecipeElement {
    typealias TextForm = Interpolation

    static func decode(from reader: inout ByteReader) throws(ByteReadingError) -> Interpolation {
        try reader.flag() ? .linear : .nearest
    }
    func encode(to writer: inout ByteWriter) { writer.write(self == .linear) }
}

extension WrapMode: RecipeElement {
    typealias TextForm = WrapMode

    static func decode(from reader: inout ByteReader) throws(ByteReadingError) -> WrapMode {
        try reader.flag() ? .clamp : .transparent
    }
    func encode(to writer: inout ByteWriter) { writer.write(self == .clamp) }
}
