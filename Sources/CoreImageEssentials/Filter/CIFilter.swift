import Foundation

/// An effect: inputs that can be set, and an output image that is computed from them.
///
/// Create a filter by name and use key-value coding, or create it through the typed API and set properties:
///
/// ```swift
/// let filter = CIFilter(name: "CISepiaTone", parameters: [kCIInputImageKey: image, kCIInputIntensityKey: 0.8])
/// let sepia = CIFilter.sepiaTone()
/// sepia.intensity = 0.8
/// ```
///
/// To write a filter, subclass this class, declare inputs with `CIInput`, and override `outputImage`. Stored properties
/// without the wrapper also work with key-value coding if their names begin with `input` and their types conform to
/// `CIInputValue`.
///
/// **Errors.** An unknown key or a value of a wrong class doesn't crash. The filter records the error as `inputError`,
/// image inputs read as nil until the error is corrected, `renderableOutput()` throws the error, and an image made with
/// `applyingFilter` throws it when rendered.
///
/// **Thread safety.** A filter is mutable, and only one thread at a time may use it. The images that it creates may be
/// shared between threads.
open class CIFilter: NSObject, NSCopying, NSSecureCoding, CIFilterProtocol {
    /// The name under which the filter is registered, or else the name of its class.
    open var name: String {
        get { registeredName ?? Self.registration?.name ?? String(describing: type(of: self)) }
        set { registeredName = newValue }
    }

    private(set) var registeredName: String?
    /// The attributes in the registry: display name, categories, and those given at registration.
    var classAttributes: [String: Any] = [:]
    /// Creates a filter of the same class. Set if the registry created this filter.
    var makeFilter: (() -> CIFilter?)?
    /// The image unit that the filter comes from. Set if the registry created this filter.
    package var unit: UnitRelease?
    private(set) var inputFailures: [(key: String, error: CIFilterError)] = []
    private var cachedInputs: InputTable?

    /// Creates a filter with every input at its default.
    public override init() { super.init() }

    /// Creates a filter from an archive. Inputs that the archive lacks have their defaults. nil for a coder without
    /// keys.
    ///
    /// A value of a wrong class, which only a forged archive contains, is recorded as `inputError`.
    public required init?(coder: NSCoder) {
        guard coder.allowsKeyedCoding else { return nil }
        super.init()
        restore(from: coder)
    }

    /// The name, categories and kind of the filter class. nil unless overridden.
    open class var registration: CIFilterRegistration? { nil }

    /// The image computed from the current inputs, or nil when a required input is missing. `renderableOutput()` throws
    /// the reason for nil.
    ///
    /// Reading this property computes no pixels.
    open var outputImage: CIImage? { nil }

    /// Returns attributes of the filter class and its inputs, with the keys of `attributes`, for filters that describe
    /// them in a dictionary.
    open class func customAttributes() -> [String: Any]? { nil }

    /// Returns attributes like the class method of the same name. `attributes` merges both.
    open func customAttributes() -> [String: Any]? { nil }

    /// All attributes of the filter: its names and categories, and a dictionary for each input with its class, type,
    /// limits, default and identity.
    open var attributes: [String: Any] { describedAttributes() }

    /// The keys of the inputs, in the order of their declaration.
    open var inputKeys: [String] { inputs.keys }

    /// The keys of the outputs.
    open var outputKeys: [String] { [kCIOutputImageKey] }

    /// Sets every input that has a default to the default, and removes recorded input errors.
    open func setDefaults() {
        for input in inputs.declared { input.input.reset() }
        for (key, value) in attributeDefaults() { setValue(value, forKey: key) }
        inputFailures = []
        markInputs(failing: false)
    }

    /// Sets an input by its key. nil or `NSNull` returns the input to its default; an image input becomes nil.
    ///
    /// An unknown key or a value of a wrong class is recorded as `inputError`. Setting a valid value for the same key
    /// removes the error.
    open func setValue(_ value: Any?, forKey key: String) { storeInput(value, forKey: key) }

    /// Returns an input's value, or the output image for the key `outputImage`.
    ///
    /// nil when nothing is set. While `inputError` is set, image inputs and `outputImage` are nil. Reading a key that
    /// the filter doesn't have returns nil and logs the error.
    open func value(forKey key: String) -> Any? { readValue(forKey: key) }

    /// The first error in setting inputs that hasn't been corrected by a later value for the same key.
    public var inputError: CIFilterError? { inputFailures.first?.error }

    package func remember(_ error: CIFilterError, forKey key: String) {
        forget(key: key)
        inputFailures.append((key, error))
        markInputs(failing: true)
    }

    package func forget(key: String) {
        inputFailures.removeAll { $0.key == key }
        if inputFailures.isEmpty { markInputs(failing: false) }
    }

    private func markInputs(failing: Bool) {
        for input in inputs.declared { input.input.isFailing = failing }
    }

    /// The filter's inputs. The table is created once.
    package var inputs: InputTable {
        if let cachedInputs { return cachedInputs }
        let table = InputTable(of: self)
        cachedInputs = table
        return table
    }

    /// Returns a filter of the same class with the same values. Images and other objects among the values are immutable
    /// and shared.
    ///
    /// Only filters that the registry can create can be copied, as Swift cannot create an object of a class that is
    /// known only at run time. For other filters this method logs an error and returns the filter itself.
    open func copy(with zone: NSZone? = nil) -> Any {
        guard let twin = makeFilter?() ?? FilterRegistry.shared.filter(named: name), type(of: twin) == type(of: self)
        else {
            logError(CIFilterError.notCopyable(filter: name))
            return self
        }
        twin.name = name
        for key in inputKeys {
            if let value = value(forKey: key) { twin.setValue(value, forKey: key) }
        }
        return twin
    }

    /// Whether filters can be decoded from untrusted archives: true.
    open class var supportsSecureCoding: Bool { true }

    /// Writes the filter's name and every input that is a number, vector, colour, transform, string or data.
    ///
    /// Other values, such as images, are not archived. They are named in the log, and must be set again on the decoded
    /// filter.
    open func encode(with coder: NSCoder) { archive(in: coder) }

    /// The name and the inputs' values, as text.
    open override var description: String {
        let values = inputKeys.map { key in "\(key): \(value(forKey: key).map { "\($0)" } ?? "nil")" }
        return "<\(name) \(values.joined(separator: ", "))>"
    }
}

/// The interface that every filter has.
public protocol CIFilterProtocol: AnyObject {
    /// The image computed from the inputs' current values.
    var outputImage: CIImage? { get }
    /// Returns attributes that the class adds.
    static func customAttributes() -> [String: Any]?
}
