import Foundation
import ImageUnits

/// A bundle that was built.
package struct BuiltUnit: Sendable {
    /// The bundle, `Name.plugin`.
    package let bundle: URL
    /// The description of the bundle, read at its final place, so that its paths are those of `bundle`.
    package let description: ImageUnitDescription
    /// Warnings of compilers and checks, as whole lines.
    package let warnings: [String]
    /// The unit's library; nil for a unit without code.
    package let library: URL?
}
