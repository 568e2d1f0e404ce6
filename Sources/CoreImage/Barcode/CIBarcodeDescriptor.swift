import Foundation

/// What a barcode consists of: the data codewords and the parameters of its symbol, from which `CIBarcodeGenerator` draws it.
///
/// Each kind of symbol has a subclass. Descriptors are immutable, and equal when all they hold is equal. Safe to share between threads.
open class CIBarcodeDescriptor: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    override init() { super.init() }

    /// Subclasses read themselves from archives.
    public required init?(coder: NSCoder) { super.init() }

    /// Writes nothing; subclasses write what they hold.
    open func encode(with coder: NSCoder) {}

    /// The descriptor itself: it never changes.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Descriptors may be decoded from archives that are not trusted.
    open class var supportsSecureCoding: Bool { true }

    /// The numbers that, with the payload, make up the descriptor, by the names of their properties.
    var parameters: [(name: String, value: Int)] { [] }
    /// The codewords' bytes.
    var payload: Data { Data() }

    /// Whether both are of one kind and hold the same.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? CIBarcodeDescriptor, type(of: self) == type(of: other) else { return false }
        return payload == other.payload && parameters.map(\.value) == other.parameters.map(\.value)
    }

    /// Equal descriptors have equal hashes.
    open override var hash: Int {
        var hasher = Hasher()
        hasher.combine(payload)
        for parameter in parameters { hasher.combine(parameter.value) }
        return hasher.finalize()
    }

    /// The kind, the payload's length and the parameters.
    open override var description: String {
        let values = parameters.map { "\($0.name) \($0.value)" }
        return "<\(type(of: self)): \(payload.count) bytes, \(values.joined(separator: ", "))>"
    }

    static let payloadKey = "errorCorrectedPayload"

    func encodeContents(with coder: NSCoder) {
        coder.encode(payload as NSData, forKey: Self.payloadKey)
        for parameter in parameters { coder.encode(parameter.value, forKey: parameter.name) }
    }

    static func decodedPayload(from coder: NSCoder) -> Data? {
        coder.decodeObject(of: NSData.self, forKey: payloadKey).map { Data(referencing: $0) }
    }
}

extension CIBarcodeDescriptor: CIInputValue {
    /// See `CIInputValue`.
    public static var attributeClass: String { "CIBarcodeDescriptor" }
    /// See `CIInputValue`.
    public static var attributeType: String? { nil }
}
