import Foundation
import UntrustedInput

extension CIFilter {
    func storeInput(_ value: Any?, forKey key: String) {
        let value = value is NSNull ? nil : value
        if let input = inputs.input(forKey: key) {
            forget(key: key)
            guard let value else { return input.reset() }
            if !input.set(keyValue: value) {
                remember(refusal(of: value, forKey: key, input.declaration), forKey: key)
            }
        } else if let property = inputs.storedProperty(forKey: key) {
            forget(key: key)
            if !property.store(value, in: self) {
                remember(refusal(of: value, forKey: key, property.declaration), forKey: key)
            }
        } else if (self as? any DynamicInputs)?.storeDynamic(value, forKey: key) != true {
            let known = inputKeys
            remember(
                .unknownKey(filter: name, key: key, suggestion: NearestName.of(key, among: known), known: known),
                forKey: key)
        }
    }

    func readValue(forKey key: String) -> Any? {
        if let input = inputs.input(forKey: key) { return input.keyValue }
        if let property = inputs.storedProperty(forKey: key) { return property.value(in: self) }
        if key == kCIOutputImageKey { return inputError == nil ? outputImage.map(recordedIfRegistered) : nil }
        if let value = (self as? any DynamicInputs)?.dynamicValue(forKey: key) { return value }
        let known = inputKeys + outputKeys
        if !known.contains(key) { logError(CIFilterError.unknownOutput(filter: name, key: key, known: known)) }
        return nil
    }

    /// Sets several inputs by their keys. Errors are recorded as by `setValue(_:forKey:)`.
    public func setValuesForKeys(_ values: [String: Any]) {
        for (key, value) in values { setValue(value, forKey: key) }
    }

    /// Sets an input. Values of inputs have no key paths, so `keyPath` is a single key.
    public func setValue(_ value: Any?, forKeyPath keyPath: String) { setValue(value, forKey: keyPath) }

    /// Returns an input's value. Values of inputs have no key paths, so `keyPath` is a single key.
    public func value(forKeyPath keyPath: String) -> Any? { value(forKey: keyPath) }

    /// Returns the values for several keys, with `NSNull` for each key without a value.
    public func dictionaryWithValues(forKeys keys: [String]) -> [String: Any] {
        Dictionary(keys.map { ($0, value(forKey: $0) ?? NSNull()) }, uniquingKeysWith: { first, _ in first })
    }

    /// Returns the error for a value that can't be converted to an input's type.
    private func refusal(of value: Any?, forKey key: String, _ declaration: InputDeclaration) -> CIFilterError {
        let expected = declaration.attributeClass
        // Inputs of the type CIVector take any vector. Points, sizes and rectangles need a number of components.
        if let vector = value as? CIVector, expected == "CIVector" {
            let needed =
                declaration.type == kCIAttributeTypeRectangle
                ? "four numbers, such as 0,0,320,240 for x, y, width and height" : "two numbers, such as 320,240"
            return .badValue(filter: name, key: key, reason: "it needs \(needed), and was given \(vector.count)")
        }
        return .wrongClass(filter: name, key: key, expected: expected, given: value.map { "\(type(of: $0))" } ?? "nil")
    }

    /// Returns the output image.
    ///
    /// - Throws: `CIFilterError`: the first recorded input error, or `CIFilterError.noOutput` with the keys of inputs
    ///   that are not set.
    public func renderableOutput() throws(CIFilterError) -> CIImage {
        if let inputError { throw inputError }
        if let image = outputImage { return recordedIfRegistered(image) }
        let missing = inputKeys.filter { key in
            inputs.input(forKey: key).map { $0.keyValue == nil } ?? (value(forKey: key) == nil)
        }
        throw .noOutput(filter: name, missing: missing)
    }
}
