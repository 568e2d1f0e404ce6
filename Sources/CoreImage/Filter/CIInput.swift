import Foundation

/// An input of a filter: one declaration gives the key, class, type, limits, default, identity and display name.
///
/// ```swift
/// @CIInput var inputImage: CIImage?
/// @CIInput("inputEV", default: 0, slider: -10...10, identity: 0) var ev: Float
/// ```
///
/// The key is the one given, or the property's name with `input` in front where it isn't there (`intensity` → `inputIntensity`). The
/// display name is the one given, or made from the key (`inputTargetImage` → "Target Image").
///
/// Not thread-safe, as filters aren't.
@propertyWrapper
public final class CIInput<Value: CIInputValue>: FilterInput {
    /// The input's value. An image reads as nil while the filter holds an input error, so that no picture comes of a misspelt key.
    public var wrappedValue: Value {
        get { (isFailing && Value.attributeClass == "CIImage") ? (Value.absent ?? stored) : stored }
        set { stored = newValue }
    }

    private var stored: Value
    private let initial: Value
    private let identity: Value?
    let explicitKey: String?
    private let facts: InputFacts
    var isFailing = false

    /// Made when asked for: a filter that is only to make an image needs no attributes.
    var declaration: InputDeclaration {
        InputDeclaration(
            attributeClass: facts.className ?? Value.attributeClass, type: facts.type ?? Value.attributeType,
            minimum: facts.minimum, maximum: facts.maximum, sliderMinimum: facts.slider?.lowerBound,
            sliderMaximum: facts.slider?.upperBound, default: initial.keyValue, identity: identity?.keyValue,
            displayName: facts.displayName, summary: facts.summary)
    }

    /// An input with a default value.
    ///
    /// - Parameters:
    ///   - key: Key for key-value coding; by default the property's name with `input` in front.
    ///   - default: Value of a filter that was just made.
    ///   - range: Smallest and largest meaningful value; the filter behaves sensibly outside it.
    ///   - min: Smallest meaningful value where there is no largest.
    ///   - max: Largest meaningful value where there is no smallest.
    ///   - slider: Limits for a slider in a user interface.
    ///   - identity: Value at which the input has no effect.
    ///   - type: One of the `kCIAttributeType…` constants; by default the one of the property's type.
    ///   - class: Class name reported to clients where it differs from the type's usual one.
    ///   - name: Display name.
    ///   - description: What the input does, in a sentence.
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

    /// An input without a default, such as an image.
    public init() where Value: ExpressibleByNilLiteral {
        (stored, initial, identity) = (nil, nil, nil)
        explicitKey = nil
        facts = InputFacts()
    }

    /// An input whose default is the property's initial value: `@CIInput var inputAmount: Float = 1`.
    public convenience init(wrappedValue: Value) { self.init(default: wrappedValue) }

    var keyValue: Any? { wrappedValue.keyValue }
    var current: any CIInputValue { stored }
    // Asked of every input each time that a filter makes an image. One of the few unsafe places: a cast takes ten times as long, and the
    // type has just been compared.
    var image: CIImage? { Value.self == CIImage?.self ? unsafeBitCast(stored, to: CIImage?.self) : nil }

    func clear() {
        if let absent = Value.absent { stored = absent }
    }

    func take(_ value: Any) -> Bool {
        guard let converted = Value(keyValue: value) else { return false }
        stored = converted
        return true
    }

    func reset() { stored = initial }
}

extension CIInput where Value: ExpressibleByNilLiteral {
    /// An input without a default, with a key or a type of its own.
    public convenience init(
        _ key: String? = nil, type: String? = nil, class className: String? = nil, name: String? = nil,
        description: String? = nil
    ) {
        self.init(key, default: nil, type: type, class: className, name: name, description: description)
    }
}

/// What the filter's machinery sees of a `CIInput`, whatever its type.
protocol FilterInput: AnyObject {
    var explicitKey: String? { get }
    var declaration: InputDeclaration { get }
    var keyValue: Any? { get }
    /// The value as the property has it.
    var current: any CIInputValue { get }
    /// The value, where the input is an image.
    var image: CIImage? { get }
    var isFailing: Bool { get set }
    /// Takes a value from key-value coding; false when its class is wrong.
    func take(_ value: Any) -> Bool
    /// Returns to the declared default.
    func reset()
    /// Holds nothing, where the type has a value for that, whatever the default is.
    func clear()
}

/// What an input's declaration says beside key, default and identity.
private struct InputFacts {
    var className: String?
    var type: String?
    var minimum: Double?
    var maximum: Double?
    var slider: ClosedRange<Double>?
    var displayName: String?
    var summary: String?
}

/// The facts about an input that its declaration states.
struct InputDeclaration {
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

    /// The dictionary that `CIFilter.attributes` holds for the input.
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

    /// `inputTargetImage` → "Target Image", `inputEV` → "EV", `inputColor0` → "Color 0".
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
