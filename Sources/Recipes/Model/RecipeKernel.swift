import CoreImageEssentials
import Foundation
import ImageGraph
import Pixels

/// A kernel with its arguments, as text and numbers. It is compiled when the recipe is read.
package struct RecipeKernel: Sendable, Hashable {
    /// The kernel's name in its source.
    var name: String
    /// The source text that contains the kernel.
    package var source: String
    /// The file name for diagnostics.
    var file: String
    /// The line of `file` on which the source text begins, for diagnostics.
    var firstLine: Int
    /// Whether the kernel must be interpreted rather than compiled to machine code.
    var isSandboxed: Bool
    /// An argument for each parameter, and the input image of a warp kernel.
    var arguments: [RecipeArgument]
    /// The extent of the result.
    var extent: CGRect
    /// The region of interest of its images.
    package var region: RecipeRegion
}
