import Foundation
import ImageUnits

/// A bundle that was built.
public struct BuiltUnit: Sendable {
    /// The bundle, `Name.plugin`.
    public let bundle: URL
    /// The description of the bundle, read at its final place, so that its paths are those of `bundle`.
    public let description: ImageUnitDescription
    /// Warnings of compilers and checks, as whole lines.
    public let warnings: [String]
    /// The unit's library; nil for a unit without code.
    public let library: URL?
}
