import Foundation
import ImageUnits

/// A bundle that was built.
public struct BuiltUnit: Sendable {
    /// The bundle, `Name.plugin`.
    public let bundle: URL
    /// What the bundle says of itself, read where it was built: its paths are those of `bundle`.
    public let description: ImageUnitDescription
    /// Whole lines: what compilers and checks had to say that refuses nothing.
    public let warnings: [String]
    /// Where the library is, in a unit with code.
    public let library: URL?
}
