import Foundation

/// What a unit says about one input of a filter.
public struct InputDescription: Sendable, Hashable, Codable {
    /// The key, `inputRadius`.
    public var name: String
    /// The class in its documented spelling: `CIImage`, `CIColor`, `CIVector` or `NSNumber`; an executable filter may use others.
    public var className: String
    /// The attribute type, `CIAttributeTypeDistance`, if given.
    public var type: String?
    /// Value of a new filter.
    public var defaultValue: InputValue?
    /// Value that leaves the image as it is.
    public var identity: InputValue?
    /// Least value, in the input's own unit.
    public var minimum: Double?
    /// Greatest value.
    public var maximum: Double?
    /// Least value of a slider.
    public var sliderMinimum: Double?
    /// Greatest value of a slider.
    public var sliderMaximum: Double?
    /// The name to show, in the user's language.
    public var displayName: String
    /// What the input does, in the user's language.
    public var summary: String?
    /// Attributes without a place of their own, as written.
    public var attributes: [String: PropertyValue]
}

/// A value of an input.
public enum InputValue: Sendable, Hashable, Codable {
    /// For `NSNumber`.
    case number(Double)
    /// For `CIVector`.
    case vector([Double])
    /// For `CIColor`: sRGB components, not premultiplied.
    case color(red: Double, green: Double, blue: Double, alpha: Double)
    /// For `CIImage`: a regular file in the bundle, by its canonical path.
    case image(URL)
    /// For a class that only executable filters may use, as written.
    case other(PropertyValue)
}

extension InputValue {
    /// Whether the file of an image still is the one that was checked: a link in its place, or in that of a folder above it, may lead out of
    /// the bundle. True for other values.
    package var isUnmoved: Bool {
        guard case .image(let url) = self else { return true }
        return UnitFolder.isCanonicalFile(url.path)
    }
}
