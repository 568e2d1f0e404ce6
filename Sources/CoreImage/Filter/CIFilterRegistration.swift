import Foundation

/// How a filter introduces itself: its name, where it belongs, and how it works.
///
/// Every built-in filter overrides `CIFilter.registration` with one of these; filters of an app or an image unit may.
public struct CIFilterRegistration: Sendable, Hashable {
    /// How a filter computes its output.
    public enum Kind: String, Sendable, Hashable, Codable {
        /// Pixel by pixel from the colour at the same place.
        case color
        /// Moves pixels.
        case warp
        /// Reads any pixels.
        case general
        /// Makes an image from numbers.
        case generator
        /// Puts two images together.
        case composite
        /// Goes from one image to another over time.
        case transition
        /// Sums an image up.
        case reduction
        /// Chains other filters, or none of the above.
        case other
    }

    /// The name to create the filter with, such as `CIExposureAdjust`.
    public var name: String
    /// The name to show to people; made from `name` unless given.
    public var displayName: String
    /// Categories, the main one first. Built-in filters are in `.builtIn` and `.stillImage` without saying so, in
    /// alphabetical order behind the main one; a filter that names both keeps its own order. A built-in filter without any is not listed.
    public var categories: [CIFilterCategory]
    /// How it computes.
    public var kind: Kind
    /// What the filter does, in a sentence.
    public var summary: String?

    /// A registration. The display name defaults to the name without `CI` and with spaces between words.
    public init(
        _ name: String, displayName: String? = nil, categories: [CIFilterCategory], kind: Kind = .other,
        summary: String? = nil
    ) {
        self.name = name
        self.displayName = displayName ?? Self.displayName(forFilter: name)
        (self.categories, self.kind, self.summary) = (categories, kind, summary)
    }

    /// `CIBumpDistortion` → "Bump Distortion".
    static func displayName(forFilter name: String) -> String {
        InputDeclaration.displayName(forKey: name.hasPrefix("CI") && name.count > 2 ? String(name.dropFirst(2)) : name)
    }
}
