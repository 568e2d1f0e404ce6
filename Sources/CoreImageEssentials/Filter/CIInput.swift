import Foundation

/// An input of a filter. One declaration gives the key, class, type, limits, default, identity and display name.
///
/// ```swift
/// @CIInput var inputImage: CIImage?
/// @CIInput("inputEV", default: 0, slider: -10...10, identity: 0) var ev: Float
/// ```
///
/// The key is the one given, or the property's name with the prefix `input` (`intensity` → `inputIntensity`). The
/// display name is the one given, or derived from the key (`inputTargetImage` → "Target Image").
///
/// Not thread-safe, like the filter that holds it.
@propertyWrapper
public final class CIInput<Value: CIInputValue>: FilterInput {
    /// The input's value. An image reads as nil while the filter has an input error, so that no image results from a
    /// misspelt key.
    public var wrappedValue: Value {
        get { (isFailing && Value.attributeClass == "CIImage") ? (Value.absent ?? stored) : stored }
        set { stored = newValue }
    }

    private var stored: Value
    private let initial: Value
    private let identity: Value?
    package let explicitKey: String?
    private let facts: InputFacts
    package var isFailing = false

    /// Computed on demand: a filter that only creates an image needs no attributes.
    package var declaration: InputDeclaration {
        InputDeclaration(
            attributeClass: facts.className ?? Value.attributeClass, type: facts.type ?? Value.attributeType,
            minimum: facts.minimum, maximum: facts.maximum, sliderMinimum: facts.slider?.lowerBound,
            sliderMaximum: facts.slider?.upperBound, default: initial.keyValue, identity: identity?.keyValue,
            displayName: facts.displayName, summary: facts.summary)
    }

    /// Creates an input with a default value.
    ///
    /// - Parameters:
    ///   - key: The key for key-value coding; by default the property's name with the prefix `input`.
    ///   - default: The value of a newly created filter.
    ///   - range: The smallest and largest meaningful value. Values outside are accepted; the filter must handle them.
    ///   - min: The smallest meaningful value if there is no largest. Ignored when `range` is given.
    ///   - max: The largest meaningful value if there is no smallest. Ignored when `range` is given.
    ///   - slider: The limits of a slider in a user interface.
    ///   - identity: The value at which the input has no effect.
    ///   - type: One of the `kCIAttributeType…` constants; by default that of the property's type.
    ///   - class: The class name reported to clients; by default that of the property's type.
    ///   - name: The display name; by default derived from the key.
    ///   - description: A sentence that says what the input does.
    public init(
        _ key: String? = nil, default: Value, range: ClosedRange<Double>? = nil, min: Double? = nil, max: Double? = nil,
        slider: ClosedRange<Double>? = nil, identity: Value? = nil, type: String? = nil, class className: String? = nil,
        name: String? = nil, description: String? = nil
    ) {
        (stored, initial, self.identity) = (`default`, `default`, identity)
        explicitKey = key
        facts = InputFacts(
            className: className, type: type, minimum: range?.lowerBound ?? min, maximum: range?.upperBound ?? max,
            slider: slider, displayName: name, summary: description)
    }

    /// Creates an input without a default, such as an image.
    public init() where Value: ExpressibleByNilLiteral {
        (stored, initial, identity) = (nil, nil, nil)
        explicitKey = nil
        facts = InputFacts()
    }

    /// Creates an input whose default is the property's initial value: `@CIInput var inputAmount: Float = 1`.
    public convenience init(wrappedValue: Value) { self.init(default: wrappedValue) }

    package var keyValue: Any? { wrappedValue.keyValue }
    package var current: any CIInputValue { stored }
    // Read for every input whenever a filter creates an image. The unsafe cast is sound because the types have just
    // been compared; a checked cast takes ten times as long.
    package var image: CIImage? { Value.self == CIImage?.self ? unsafeBitCast(stored, to: CIImage?.self) : nil }

    package func clear() {
        if let absent = Value.absent { stored = absent }
    }

    package func take(_ value: Any) -> Bool {
        guard let converted = Value(keyValue: value) else { return false }
        stored = converted
        return true
    }

    package func reset() { stored = initial }
}

extension CIInput where Value: ExpressibleByNilLiteral {
    /// Creates an input without a default, with an explicit key, type, class, name or description.
    ///
    /// The parameters have the meanings that they have for inputs with a default.
    public convenience init(
        _ key: String? = nil, type: String? = nil, class className: String? = nil, name: String? = nil,
        description: String? = nil
    ) {
        self.init(key, default: nil, type: type, class: className, name: name, description: description)
    }
}

/// The interface of a `CIInput` of any value type.
package protocol FilterInput: AnyObject {
    var explicitKey: String? { get }
    var declaration: InputDeclaration { get }
    var keyValue: Any? { get }
    /// The value in the property's own type.
    var current: any CIInputValue { get }
    /// The value if the input is an image.
    var image: CIImage? { get }
    var isFailing: Bool { get set }
    /// Sets the value from key-value coding. Returns false if its class is wrong.
    func take(_ value: Any) -> Bool
    /// Sets the declared default.
    func reset()
    /// Sets the type's value for "nothing set", if it has one, whatever the default is.
    func clear()
}

/// The part of an input's declaration other than key, default and identity.
private struct InputFacts {
    var className: String?
    var type: String?
    var minimum: Double?
    var maximum: Double?
    var slider: ClosedRange<Double>?
    var displayName: String?
    var summary: String?
}

/// The declared properties of an input, as reported in attributes.
package struct InputDeclaration {
    var attributeClass: String
    var type: String?
    var minimum: Double?
    var maximum: Double?
    var sliderMinimum: Double?
    var sliderMaximum: Double?
    var `default`: Any?
    var identity: Any?
    var displayName: String?
    var summary: String?

    /// Returns the dictionary that `CIFilter.attributes` contains for the input.
    func attributes(key: String) -> [String: Any] {
        var result: [String: Any] = [
            kCIAttributeClass: attributeClass,
            kCIAttributeDisplayName: displayName ?? Self.displayName(forKey: key),
        ]
        result[kCIAttributeType] = type
        result[kCIAttributeMin] = minimum.map(NSNumber.init(value:))
        result[kCIAttributeMax] = maximum.map(NSNumber.init(value:))
        result[kCIAttributeSliderMin] = sliderMinimum.map(NSNumber.init(value:))
        result[kCIAttributeSliderMax] = sliderMaximum.map(NSNumber.init(value:))
        result[kCIAttributeDefault] = `default`
        result[kCIAttributeIdentity] = identity
        result[kCIAttributeDescription] = summary
        return result
    }

    /// Returns the display name for a key: `inputTargetImage` → "Target Image", `inputEV` → "EV", `inputColor0` →
    /// "Color 0".
    static func displayName(forKey key: String) -> String {
        let bare = key.hasPrefix("input") && key.count > 5 ? String(key.dropFirst(5)) : key
        var words = ""
        var previous: Character?
        for character in bare {
            if let previous, character.isUppercase && previous.isLowercase || character.isNumber && previous.isLetter {
                words.append(" ")
            }
            words.append(character)
            previous = character
        }
        return words.prefix(1).uppercased() + words.dropFirst()
    }
}
