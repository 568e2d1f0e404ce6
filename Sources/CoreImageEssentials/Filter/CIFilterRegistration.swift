import Foundation

/// The description of a filter class: its name, categories and kind.
///
/// Every built-in filter overrides `CIFilter.registration` with one. Filters of an application or an image unit may do
/// so.
public struct CIFilterRegistration: Sendable, Hashable {
    /// The way in which a filter computes its output.
    public enum Kind: String, Sendable, Hashable, Codable {
        /// Computes each pixel from the colour at the same place.
        case color
        /// Moves pixels.
        case warp
        /// Reads pixels at any place.
        case general
        /// Creates an image from numbers.
        case generator
        /// Combines two images.
        case composite
        /// Goes from one image to another over time.
        case transition
        /// Reduces an image to few pixels.
        case reduction
        /// Chains other filters, or fits no other kind.
        case other
    }

    /// The name to create the filter with, such as `CIExposureAdjust`.
    public var name: String
    /// The display name. Derived from `name` unless given.
    public var displayName: String {
        get { givenDisplayName ?? Self.displayName(forFilter: name) }
        set { givenDisplayName = newValue }
    }
    /// Nil while the display name is derived, which would take time for each of hundreds of filters at a start.
    private(set) var givenDisplayName: String?
    /// The categories, the main one first. Built-in filters without a category are not listed.
    ///
    /// `.builtIn` and `.stillImage` are added to the categories of a built-in filter, and all but the main one are
    /// sorted. A filter that names both of them keeps its own order.
    public var categories: [CIFilterCategory]
    /// The way in which the filter computes its output.
    public var kind: Kind
    /// A sentence that says what the filter does.
    public var summary: String?
    /// How close the pixels are to those of Apple's filter; nil for a filter that Core Image doesn't have.
    public var status: CIFilterStatus?

    /// Creates a registration.
    ///
    /// - Parameters:
    ///   - name: The name to create the filter with, such as `CIExposureAdjust`.
    ///   - displayName: The display name. By default, `name` without `CI` and with spaces between words.
    ///   - categories: The categories, the main one first.
    ///   - kind: The way in which the filter computes its output.
    ///   - summary: A sentence that says what the filter does.
    ///   - status: How close the pixels are to those of Apple's filter.
    public init(
        _ name: String, displayName: String? = nil, categories: [CIFilterCategory], kind: Kind = .other,
        summary: String? = nil, status: CIFilterStatus? = nil
    ) {
        self.name = name
        givenDisplayName = displayName
        (self.categories, self.kind) = (categories, kind)
        (self.summary, self.status) = (summary, status)
    }

    /// Returns the display name for a filter name: `CIBumpDistortion` → "Bump Distortion".
    static func displayName(forFilter name: String) -> String {
        InputDeclaration.displayName(forKey: name.hasPrefix("CI") && name.count > 2 ? String(name.dropFirst(2)) : name)
    }
}
