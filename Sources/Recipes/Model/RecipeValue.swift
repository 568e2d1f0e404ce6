import CoreImageEssentials
import Foundation
import Pixels

/// A value of a filter's input.
package enum RecipeValue: Sendable, Hashable {
    /// No value, for an input that has a default value.
    case none
    case number(Double)
    case boolean(Bool)
    case text(String)
    case vector([Double])
    case color(RecipeColor)
    case transform(CGAffineTransform)
    case data(Data)
    /// The image of an earlier step, by its index.
    case image(Int)
    case colorSpace(RecipeColorSpace)
    case array([RecipeValue])
    case dictionary([RecipeInput])
    /// An object of a class that conforms to `RecipeObject`: its name and its fields.
    case object(String, [RecipeInput])

    /// Calls `body` with the step of every image in the value.
    func forEachImage(_ body: (Int) throws -> Void) rethrows {
        switch self {
        case .image(let step): try body(step)
        case .array(let values): for value in values { try value.forEachImage(body) }
        case .dictionary(let fields), .object(_, let fields):
            for field in fields { try field.value.forEachImage(body) }
        case .none, .number, .boolean, .text, .vector, .color, .transform, .data, .colorSpace: break
        }
    }
}
