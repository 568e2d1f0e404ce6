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
    /// The input's value, for the filter to compute with.
    ///
    /// An image reads as nil while the filter has an input error, so that no image results from a misspelt key. Numbers
    /// that aren't finite read as those of `nonFinite`, if the input declares it.
    public var wrappedValue: Value {
        get {
            let value = unlessFailing
            return nonFinite.map(value.replacingNonFinite(by:)) ?? value
        }
        set { stored = newValue }
    }

    private var stored: Value
    private let initial: Value
    private let identity: Value?
    private let nonFinite: Value?
    package let explicitKey: String?
    /// The declaration without default and identity.
    private let declared: InputDeclaration
    package var isFailing = false

    /// The value as it was set; nothing for an image while the filter has an input error.
    private var unlessFailing: Value {
        (isFailing && Value.attributeClass == "CIImage") ? (Value.absent ?? stored) : stored
    }

    // Default and identity are converted on demand: a filter that only creates an image needs no attributes.
    package var declaration: InputDeclaration {
        var declaration = declared
        (declaration.default, declaration.identity) = (initial.keyValue, identity?.keyValue)
        return declaration
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
    ///   - nonFinite: The number to compute with if NaN or infinity is set. Of a point, only the coordinates that
    ///     aren't finite are replaced, by those of this point. By default the filter must handle such numbers.
    ///   - type: One of the `kCIAttributeType…` constants; by default that of the property's type.
    ///   - class: The class name reported to clients; by default that of the property's type.
    ///   - name: The display name; by default derived from the key.
    ///   - description: A sentence that says what the input does.
    public init(
        _ key: String? = nil, default: Value, range: ClosedRange<Double>? = nil, min: Double? = nil, max: Double? = nil,
        slider: ClosedRange<Double>? = nil, identity: Value? = nil, nonFinite: Value? = nil, type: String? = nil,
        class className: String? = nil, name: String? = nil, description: String? = nil
    ) {
        (stored, initial, self.identity, self.nonFinite) = (`default`, `default`, identity, nonFinite)
        explicitKey = key
        declared = InputDeclaration(
            attributeClass: className ?? Value.attributeClass, type: type ?? Value.attributeType,
            minimum: range?.lowerBound ?? min, maximum: range?.upperBound ?? max, slider: slider, displayName: name,
            summary: description)
    }

    /// Creates an input without a default, such as an image.
    public init() where Value: ExpressibleByNilLiteral {
        (stored, initial, identity, nonFinite) = (nil, nil, nil, nil)
        explicitKey = nil
        declared = InputDeclaration(attributeClass: Value.attributeClass, type: Value.attributeType)
    }

    /// Creates an input whose default is the property's initial value: `@CIInput var inputAmount: Float = 1`.
    public convenience init(wrappedValue: Value) { self.init(default: wrappedValue) }

    package var keyValue: Any? { unlessFailing.keyValue }
    package var current: any CIInputValue { stored }
    // Read for every input whenever a filter creates an image. The unsafe cast is sound because the types have just
    // been compared; a checked cast takes ten times as long.
    package var image: CIImage? { Value.self == CIImage?.self ? unsafeBitCast(stored, to: CIImage?.self) : nil }

    package func clear() {
        if let absent = Value.absent { stored = absent }
    }

    package func set(keyValue: Any) -> Bool {
        guard let converted = Value(keyValue: keyValue) else { return false }
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
