import ImageUnits
import KernelLanguage

/// An input of a filter that is made from a kernel, for Description.plist and for a Swift class.
struct PortedInput {
    /// The value in a new filter; an image has none.
    enum Value: Hashable {
        case image
        case number(Double)
        case vector([Double])
        case color([Double])
    }

    /// The key, for instance `inputRadius`.
    let key: String
    /// The class of the input, and its value in a new filter.
    var value: Value
    /// The attribute type, for instance `CIAttributeTypeDistance`.
    var type: String?
    /// The minimum.
    var minimum: Double?
    /// The maximum.
    var maximum: Double?
    /// The range of a slider.
    var slider: ClosedRange<Double>?
    /// The display name.
    var displayName: String
    /// A description of the input.
    var summary: String

    /// Creates an input from a bundle's description. If its default value is missing, it is derived from the kernel's
    /// parameter.
    init(_ described: InputDescription, for parameter: KernelParameter?) {
        key = described.name
        let defaults = parameter.map { Self.defaults(for: $0) }
        switch (described.className, described.defaultValue) {
        case (_, .number(let number)?): value = .number(number)
        case (_, .vector(let vector)?): value = .vector(vector)
        case (_, .color(let red, let green, let blue, let alpha)?): value = .color([red, green, blue, alpha])
        case ("CIColor", _): value = .color([1, 1, 1, 1])
        case ("CIImage", _): value = .image
        default: value = defaults?.value ?? .number(0)
        }
        type = described.type
        (minimum, maximum) = (described.minimum, described.maximum)
        if let low = described.sliderMinimum, let high = described.sliderMaximum, low <= high { slider = low...high }
        (displayName, summary) = (described.displayName, described.summary ?? "")
    }

    /// Creates an input for a parameter.
    ///
    /// - Parameter key: The key, which no other input has.
    init(_ parameter: KernelParameter, key: String) {
        self.key = key
        let defaults = Self.defaults(for: parameter)
        (value, type) = (defaults.value, defaults.type)
        (minimum, maximum, slider) = (defaults.minimum, defaults.maximum, defaults.slider)
        displayName = CamelCase.words(in: String(key.dropFirst("input".count))).joined(separator: " ")
        summary = "The parameter \(parameter.name) of the kernel."
    }

    /// Creates an input for the image that a warp kernel samples, which isn't a parameter.
    init(imageForWarpUnder key: String) {
        (self.key, value, type) = (key, .image, "CIAttributeTypeImage")
        (displayName, summary) = ("Image", "The image that the kernel moves the pixels of.")
    }
}
