import Foundation

/// The content of a barcode: the data codewords and the parameters of its symbol, from which `CIBarcodeGenerator` draws
/// it.
///
/// Each kind of symbol has a subclass. Descriptors are immutable and thread-safe, and equal when their class, payload
/// and parameters are equal.
open class CIBarcodeDescriptor: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    package override init() { super.init() }

    /// Creates a descriptor from an archive. Subclasses override it.
    public required init?(coder: NSCoder) { super.init() }

    /// Writes nothing. Subclasses write their payload and parameters.
    open func encode(with coder: NSCoder) {}

    /// Returns the descriptor itself, because it is immutable.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Whether descriptors can be decoded from untrusted archives: true.
    open class var supportsSecureCoding: Bool { true }

    /// The parameters of the symbol, by the names of their properties.
    package var parameters: [(name: String, value: Int)] { [] }
    /// The bytes of the codewords.
    package var payload: Data { Data() }

    /// Whether `object` is a descriptor of the same class with an equal payload and equal parameters.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? CIBarcodeDescriptor, type(of: self) == type(of: other) else { return false }
        return payload == other.payload && parameters.map(\.value) == other.parameters.map(\.value)
    }

    /// A hash of the payload and the parameters.
    open override var hash: Int {
        var hasher = Hasher()
        hasher.combine(payload)
        for parameter in parameters { hasher.combine(parameter.value) }
        return hasher.finalize()
    }

    /// The class, the payload's length and the parameters, as text.
    open override var description: String {
        let values = parameters.map { "\($0.name) \($0.value)" }
        return "<\(type(of: self)): \(payload.count) bytes, \(values.joined(separator: ", "))>"
    }

    /// A parameter with the values that it may have.
    typealias CheckedNumber = (name: String, value: Int, range: ClosedRange<Int>)

    /// Throws `CIError.numberOutOfRange` for the first number that is out of its range.
    static func check(_ numbers: [CheckedNumber]) throws(CIError) {
        for number in numbers where !number.range.contains(number.value) {
            throw .numberOutOfRange(
                type: String(describing: self), parameter: number.name, range: number.range, given: number.value)
        }
    }

    /// Returns whether all numbers are in their ranges, and logs the error otherwise.
    static func accepts(_ numbers: [CheckedNumber]) -> Bool {
        do { try check(numbers) } catch {
            logError(error)
            return false
        }
        return true
    }

    package static let payloadKey = "errorCorrectedPayload"

    func encodeContents(with coder: NSCoder) {
        coder.encode(payload as NSData, forKey: Self.payloadKey)
        for parameter in parameters { coder.encode(parameter.value, forKey: parameter.name) }
    }

    static func decodedPayload(from coder: NSCoder) -> Data? {
        coder.decodeObject(of: NSData.self, forKey: payloadKey).map { Data(referencing: $0) }
    }
}

extension CIBarcodeDescriptor: CIInputValue {
    /// The class name that `kCIAttributeClass` reports: `CIBarcodeDescriptor`.
    public static var attributeClass: String { "CIBarcodeDescriptor" }
    /// The type that `kCIAttributeType` reports: none.
    public static var attributeType: String? { nil }
}
