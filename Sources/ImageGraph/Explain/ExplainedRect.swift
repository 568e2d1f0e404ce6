import Foundation
import Pixels

/// A rectangle of working space in explanations. Its JSON is `"infinite"`, `"empty"` or `[x, y, width, height]`.
package enum ExplainedRect: Sendable, Hashable {
    /// The infinite rectangle.
    case infinite
    /// A rectangle without pixels.
    case empty
    /// Lower left corner and size, in pixels.
    case finite(x: Double, y: Double, width: Double, height: Double)

    /// Creates the description of a rectangle.
    package init(_ rect: CGRect) {
        if rect.isNull {
            self = .empty
        } else if rect.isInfinite {
            self = .infinite
        } else {
            self = .finite(x: rect.minX, y: rect.minY, width: rect.width, height: rect.height)
        }
    }
}

extension ExplainedRect: CustomStringConvertible {
    /// `[x y width height]`, `[infinite]` or `[empty]`.
    package var description: String {
        switch self {
        case .infinite: "[infinite]"
        case .empty: "[empty]"
        case .finite(let x, let y, let width, let height):
            "[" + [x, y, width, height].map { String(format: "%g", $0) }.joined(separator: " ") + "]"
        }
    }
}

extension ExplainedRect: Codable {
    /// Decodes a word or four numbers.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let word = try? container.decode(String.self) {
            switch word {
            case "infinite": self = .infinite
            case "empty": self = .empty
            default:
                throw DecodingError.dataCorruptedError(
                    in: container, debugDescription: "a rectangle is 'infinite', 'empty' or four numbers, not '\(word)'"
                )
            }
            return
        }
        let numbers = try container.decode([Double].self)
        guard numbers.count == 4 else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "a rectangle has four numbers, not \(numbers.count)")
        }
        self = .finite(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }

    /// Encodes a word or four numbers.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .infinite: try container.encode("infinite")
        case .empty: try container.encode("empty")
        case .finite(let x, let y, let width, let height): try container.encode([x, y, width, height])
        }
    }
}
