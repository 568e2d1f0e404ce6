import CoreImageEssentials
import Foundation

/// A processor in another process.
package struct RecipeProcessor: Sendable, Hashable {
    /// The number that identifies the processor in the other process.
    package var number: Int
    package var name: String
    var inputs: [Int]
    package var extent: CGRect
}
