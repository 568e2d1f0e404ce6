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
    case dictionary([RecipeField])
    /// An object of a class that conforms to `RecipeObject`: its name and its fields.
    case object(String, [RecipeField])
}
