import Foundation

/// A value of a control, in the form in which it is written as JSON.
///
/// | value | JSON |
/// |---|---|
/// | number | `0.5` |
/// | Boolean | `true` |
/// | numbers: point, rectangle, vector, transform, lens | `[150, 150]` |
/// | lines | `[[0, 0, 100, 50]]` |
/// | colour | `{"r": 1, "g": 0.5, "b": 0, "a": 1}` |
/// | text | `"Hello"` |
/// | bytes | `{"base64": "AACAPw=="}` |
public enum CIFilterControlValue: Sendable, Hashable {
    /// A number, also of a choice.
    case number(Double)
    /// A Boolean.
    case boolean(Bool)
    /// The numbers of a vector, a transform or a lens.
    case numbers([Double])
    /// Several vectors.
    case rows([[Double]])
    /// A colour in sRGB, not premultiplied.
    case color(red: Double, green: Double, blue: Double, alpha: Double)
    /// Text, also of a choice.
    case text(String)
    /// Bytes.
    case data(Data)
}

extension CIFilterControlValue: Codable {
    private struct Color: Codable {
        var r: Double
        var g: Double
        var b: Double
        var a: Double?
    }

    private struct Bytes: Codable { var base64: Data }

    /// Reads a value.
    ///
    /// - Throws: `DecodingError` for other forms, and for numbers that aren't finite.
    public init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if let boolean = try? value.decode(Bool.self) {
            self = .boolean(boolean)
        } else if let number = try? value.decode(Double.self) {
            self = .number(number)
        } else if let text = try? value.decode(String.self) {
            self = .text(text)
        } else if let numbers = try? value.decode([Double].self) {
            self = .numbers(numbers)
        } else if let rows = try? value.decode([[Double]].self) {
            self = .rows(rows)
        } else if let color = try? value.decode(Color.self) {
            self = .color(red: color.r, green: color.g, blue: color.b, alpha: color.a ?? 1)
        } else if let bytes = try? value.decode(Bytes.self) {
            self = .data(bytes.base64)
        } else {
            throw DecodingError.dataCorruptedError(
                in: value,
                debugDescription: "write a number, true or false, a text, a list of numbers, a list of such lists, a "
                    + "colour as an object with r, g, b and a, or bytes as an object with base64")
        }
    }

    /// Writes the value.
    public func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        switch self {
        case .number(let number): try value.encode(number)
        case .boolean(let boolean): try value.encode(boolean)
        case .numbers(let numbers): try value.encode(numbers)
        case .rows(let rows): try value.encode(rows)
        case .color(let r, let g, let b, let a): try value.encode(Color(r: r, g: g, b: b, a: a))
        case .text(let text): try value.encode(text)
        case .data(let data): try value.encode(Bytes(base64: data))
        }
    }
}
