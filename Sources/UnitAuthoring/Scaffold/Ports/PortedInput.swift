import ImageUnits
import KernelLanguage

/// An input of a filter that is made from a kernel: what Description.plist and a class in Swift say of it.
struct PortedInput {
    /// The value of a new filter; images have none.
    enum Value: Hashable {
        case image
        case number(Double)
        case vector([Double])
        case color([Double])
    }

    /// The key, `inputRadius`.
    let key: String
    /// Its class, and its value in a new filter.
    var value: Value
    /// `CIAttributeTypeDistance` or another.
    var type: String?
    /// The least value.
    var minimum: Double?
    /// The greatest value.
    var maximum: Double?
    /// Limits of a slider.
    var slider: ClosedRange<Double>?
    /// The name to show.
    var displayName: String
    /// What it does.
    var summary: String

    /// An input as a bundle describes it. What it doesn't say is as the kernel's parameter has it.
    init(_ described: InputDescription, for parameter: KernelParameter?) {
        key = described.name
        let usual = parameter.map { Self.usual(for: $0) }
        switch (described.className, described.defaultValue) {
        case (_, .number(let number)?): value = .number(number)
        case (_, .vector(let vector)?): value = .vector(vector)
        case (_, .color(let red, let green, let blue, let alpha)?): value = .color([red, green, blue, alpha])
        case ("CIColor", _): value = .color([1, 1, 1, 1])
        case ("CIImage", _): value = .image
        default: value = usual?.value ?? .number(0)
        }
        type = described.type
        (minimum, maximum) = (described.minimum, described.maximum)
        if let low = described.sliderMinimum, let high = described.sliderMaximum, low <= high { slider = low...high }
        (displayName, summary) = (described.displayName, described.summary ?? "")
    }

    /// An input for a parameter.
    ///
    /// - Parameter key: The key, which no other input has.
    init(_ parameter: KernelParameter, key: String) {
        self.key = key
        let usual = Self.usual(for: parameter)
        (value, type) = (usual.value, usual.type)
        (minimum, maximum, slider) = (usual.minimum, usual.maximum, usual.slider)
        displayName = CamelCase.words(in: String(key.dropFirst("input".count))).joined(separator: " ")
        summary = "The parameter \(parameter.name) of the kernel."
    }

    /// An image that is no parameter of the kernel.
    init(imageForWarpUnder key: String) {
        (self.key, value, type) = (key, .image, "CIAttributeTypeImage")
        (displayName, summary) = ("Image", "The image that the kernel moves the pixels of.")
    }
}
