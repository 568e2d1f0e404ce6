import CoreImageEssentials
import Foundation

/// The region of interest of a kernel's images, as a function of the output region.
package enum RecipeRegion: Sendable, Hashable {
    /// One of the predefined shapes of `CIKernelRegion`.
    case shape(CIKernelRegion.Identity)
    /// The number of a region function in another process. Used only between a unit's process and its host.
    case function(Int)
}
