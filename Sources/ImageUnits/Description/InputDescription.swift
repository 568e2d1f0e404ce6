import Foundation

/// A unit's description of one input of a filter.
package struct InputDescription: Sendable, Hashable, Codable {
    /// The key, for instance `inputRadius`.
    package var name: String
    /// The documented name of the class: `CIImage`, `CIColor`, `CIVector` or `NSNumber`. An executable filter may use
    /// others.
    package var className: String
    /// The attribute type, for instance `CIAttributeTypeDistance`; nil if not given.
    package var type: String?
    /// The value in a new filter.
    package var defaultValue: InputValue?
    /// The value that leaves the image unchanged.
    package var identity: InputValue?
    /// The minimum, in the unit of the input.
    package var minimum: Double?
    /// The maximum, in the unit of the input.
    package var maximum: Double?
    /// The left end of a slider.
    package var sliderMinimum: Double?
    /// The right end of a slider.
    package var sliderMaximum: Double?
    /// The display name in the user's language.
    package var displayName: String
    /// A description of the input in the user's language.
    package var summary: String?
    /// Attributes that have no property here, as written.
    package var attributes: [String: PropertyValue]
}

/// The value of an input.
package enum InputValue: Sendable, Hashable, Codable {
    /// A value of class `NSNumber`.
    case number(Double)
    /// A value of class `CIVector`.
    case vector([Double])
    /// A value of class `CIColor`: sRGB components, not premultiplied.
    case color(red: Double, green: Double, blue: Double, alpha: Double)
    /// A value of class `CIImage`: the canonical path of a regular file in the bundle.
    case image(URL)
    /// A value of a class that only executable filters may use, as written.
    case other(PropertyValue)
}

extension InputValue {
    /// Whether the file of an image is still the one that was checked. A symbolic link put in its place, or in place of
    /// a folder above it, could lead outside the bundle. True for other values.
    package var isUnmoved: Bool {
        guard case .image(let url) = self else { return true }
        return UnitFolder.isCanonicalFile(url.path)
    }
}
