import Foundation

/// An effect: inputs that can be set, and an output image that follows from them.
///
/// Create a filter by name and use key-value coding, or create it through the typed API and set properties:
///
/// ```swift
/// let filter = CIFilter(name: "CISepiaTone", parameters: [kCIInputImageKey: image, kCIInputIntensityKey: 0.8])
/// let sepia = CIFilter.sepiaTone()
/// sepia.intensity = 0.8
/// ```
///
/// To write a filter, subclass this class, declare inputs with `CIInput`, and override `outputImage`. (Built-in filters override `result`,
/// which `outputImage` notes the filter's name and values on, so that recipes can be saved: see `CIRecipe`.) Properties without the
/// wrapper whose names begin with `input` work with key-value coding too, as long as they are stored and have one of the
/// types that conform to `CIInputValue`.
///
/// A key that the filter doesn't have, or a value of the wrong class, does not crash: the filter remembers the error
/// (`inputError`), its output image is nil, and an image made with `applyingFilter` throws the error when rendered.
///
/// Thread safety: filters are mutable and belong to one thread at a time; the images that they make can be shared.
open class CIFilter: NSObject, NSCopying, NSSecureCoding, CIFilterProtocol {
    /// The name under which the filter is registered, or the name of its class.
    open var name: String {
        get { registeredName ?? Self.registration?.name ?? String(describing: type(of: self)) }
        set { registeredName = newValue }
    }

    private(set) var registeredName: String?
    /// What the registry knows of the filter: display name, categories and attributes given when it was registered.
    var classAttributes: [String: Any] = [:]
    /// Makes a filter of the same class, where the registry made this one.
    var construct: (() -> CIFilter?)?
    /// The image unit that the filter comes from, where the registry made this one.
    var unit: UnitRelease?
    private(set) var inputFailures: [(key: String, error: CIFilterError)] = []
    private var cachedInputs: InputTable?

    /// A filter with every input at its default.
    public override init() { super.init() }

    /// A filter from an archive: the inputs that the archive holds, and defaults for the others. Nil for archives without keys.
    ///
    /// Values of a wrong class, which only a forged archive has, are remembered as `inputError`.
    public required init?(coder: NSCoder) {
        guard coder.allowsKeyedCoding else { return nil }
        super.init()
        restore(from: coder)
    }

    /// How the class introduces itself: name, categories and kind. Nil unless overridden.
    open class var registration: CIFilterRegistration? { nil }

    /// The image that the inputs' current values describe, or nil when an input that it needs is missing; `inputError` says why.
    ///
    /// Reading it touches no pixels.
    open var outputImage: CIImage? { result.map(recorded) }

    /// What built-in filters override in place of `outputImage`, which records the filter on it.
    var result: CIImage? { nil }

    /// Where the filter takes the points of its input image, for filters that automatic adjustment may return; nil where they stay.
    var movement: CGAffineTransform? { nil }

    /// Keys of inputs that no declaration has, for filters whose inputs are data.
    var undeclaredKeys: [String] { [] }

    /// Attributes of the filter's inputs, for filters that describe them in a dictionary; keys as in `attributes`.
    open class func customAttributes() -> [String: Any]? { nil }

    /// As the class method of the same name, in the older spelling; both are merged into `attributes`.
    open func customAttributes() -> [String: Any]? { nil }

    /// Everything known of the filter: its names and categories, and for each input its class, type, limits, default and identity.
    open var attributes: [String: Any] { describedAttributes() }

    /// Keys of the inputs, in the order of their declaration.
    open var inputKeys: [String] { inputs.keys }

    /// Keys of the outputs.
    open var outputKeys: [String] { [kCIOutputImageKey] }

    /// Sets every input that has a default to it, and forgets input errors.
    open func setDefaults() {
        for input in inputs.declared { input.input.reset() }
        for (key, value) in attributeDefaults() { setValue(value, forKey: key) }
        inputFailures = []
        markInputs(failing: false)
    }

    /// Sets an input by its key. Nil (or `NSNull`) returns the input to its default, an image input to none.
    ///
    /// An unknown key or a value of the wrong class is remembered as `inputError`; a right value for the same key mends it.
    open func setValue(_ value: Any?, forKey key: String) { storeInput(value, forKey: key) }

    /// An input's value, or the output image for `outputImage`. Nil when nothing is set, or when the filter has an input error; for a
    /// key that the filter doesn't have, the log says so.
    open func value(forKey key: String) -> Any? { readValue(forKey: key) }

    /// Stores a value under a key that no declaration has, for filters whose inputs are data; false when there is no such input.
    func storeUndeclared(_ value: Any?, forKey key: String) -> Bool { false }

    /// Reads what `storeUndeclared` stored.
    func undeclaredValue(forKey key: String) -> Any? { nil }

    /// The first error that setting an input met and that no later value for the same key mended.
    public var inputError: CIFilterError? { inputFailures.first?.error }

    func remember(_ error: CIFilterError, forKey key: String) {
        forget(key: key)
        inputFailures.append((key, error))
        markInputs(failing: true)
    }

    func forget(key: String) {
        inputFailures.removeAll { $0.key == key }
        if inputFailures.isEmpty { markInputs(failing: false) }
    }

    private func markInputs(failing: Bool) {
        for input in inputs.declared { input.input.isFailing = failing }
    }

    /// The filter's inputs; found once.
    var inputs: InputTable {
        if let cachedInputs { return cachedInputs }
        let table = InputTable(of: self)
        cachedInputs = table
        return table
    }

    /// A filter of the same class with the same values. Images and other objects are shared, as they are immutable.
    ///
    /// Only filters that the registry can make can be copied; Swift can't make an object of a class that it only knows at run time.
    /// A filter of another class says so in the log and returns itself.
    open func copy(with zone: NSZone? = nil) -> Any {
        guard let twin = construct?() ?? FilterRegistry.shared.filter(named: name), type(of: twin) == type(of: self)
        else {
            logRefusal(CIFilterError.notCopyable(filter: name))
            return self
        }
        twin.name = name
        for key in inputKeys {
            if let value = value(forKey: key) { twin.setValue(value, forKey: key) }
        }
        return twin
    }

    /// Filters may be decoded from archives that are not trusted.
    open class var supportsSecureCoding: Bool { true }

    /// Writes the filter's name and every input that is a number, vector, colour, transform, text or data.
    ///
    /// Other values, images above all, are not archived; the log names them, and the decoded filter needs them set again.
    open func encode(with coder: NSCoder) { archive(in: coder) }

    /// The name and the inputs' values.
    open override var description: String {
        let values = inputKeys.map { key in "\(key): \(value(forKey: key).map { "\($0)" } ?? "nil")" }
        return "<\(name) \(values.joined(separator: ", "))>"
    }
}

/// What every filter offers, whichever API made it.
public protocol CIFilterProtocol: AnyObject {
    /// The image that the inputs' current values describe.
    var outputImage: CIImage? { get }
    /// Attributes that the class adds.
    static func customAttributes() -> [String: Any]?
}
