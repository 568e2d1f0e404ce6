import Foundation

extension CIFilter {
    func storeInput(_ value: Any?, forKey key: String) {
        let value = value is NSNull ? nil : value
        if let input = inputs.input(forKey: key) {
            forget(key: key)
            guard let value else { return input.reset() }
            if !input.take(value) {
                remember(wrongClass(value, forKey: key, expected: input.declaration.attributeClass), forKey: key)
            }
        } else if let property = inputs.storedProperty(forKey: key) {
            forget(key: key)
            if !property.store(value, in: self) {
                remember(wrongClass(value, forKey: key, expected: property.declaration.attributeClass), forKey: key)
            }
        } else if !storeUndeclared(value, forKey: key) {
            let known = inputKeys
            remember(
                .unknownKey(filter: name, key: key, suggestion: nearestName(to: key, among: known), known: known),
                forKey: key)
        }
    }

    func readValue(forKey key: String) -> Any? {
        if let input = inputs.input(forKey: key) { return input.keyValue }
        if let property = inputs.storedProperty(forKey: key) { return property.value(in: self) }
        if key == kCIOutputImageKey { return inputError == nil ? outputImage : nil }
        return undeclaredValue(forKey: key)
    }

    /// Sets several inputs.
    public func setValuesForKeys(_ values: [String: Any]) {
        for (key, value) in values { setValue(value, forKey: key) }
    }

    /// The values for several keys; `NSNull` where there is none.
    public func dictionaryWithValues(forKeys keys: [String]) -> [String: Any] {
        Dictionary(keys.map { ($0, value(forKey: $0) ?? NSNull()) }, uniquingKeysWith: { first, _ in first })
    }

    private func wrongClass(_ value: Any?, forKey key: String, expected: String) -> CIFilterError {
        .wrongClass(filter: name, key: key, expected: expected, given: value.map { "\(type(of: $0))" } ?? "nil")
    }

    /// The output image, or the reason why there is none.
    public func renderableOutput() throws(CIFilterError) -> CIImage {
        if let inputError { throw inputError }
        if let image = outputImage { return image }
        let missing = inputKeys.filter { key in
            inputs.input(forKey: key).map { $0.keyValue == nil } ?? (value(forKey: key) == nil)
        }
        throw .noOutput(filter: name, missing: missing)
    }
}

/// The candidate nearest to `name` in edit distance, or nil when none is near. Upper and lower case count as equal.
public func nearestName(to name: String, among candidates: some Sequence<String>) -> String? {
    let wanted = Array(name.lowercased().utf8.prefix(200))
    var best: (name: String, distance: Int)?
    for candidate in candidates {
        let distance = editDistance(wanted, Array(candidate.lowercased().utf8.prefix(200)))
        if distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    guard let best, best.distance <= max(2, wanted.count / 3) else { return nil }
    return best.name
}

/// Insertions, deletions, substitutions and swaps of neighbours that turn `a` into `b`.
private func editDistance(_ a: [UInt8], _ b: [UInt8]) -> Int {
    guard !a.isEmpty, !b.isEmpty else { return max(a.count, b.count) }
    var beforePrevious = [Int](repeating: 0, count: b.count + 1)
    var previous = Array(0...b.count)
    for i in 1...a.count {
        var current = [i]
        current.reserveCapacity(b.count + 1)
        for j in 1...b.count {
            let substitution = previous[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)
            var least = min(substitution, previous[j] + 1, current[j - 1] + 1)
            if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
                least = min(least, beforePrevious[j - 2] + 1)
            }
            current.append(least)
        }
        (beforePrevious, previous) = (previous, current)
    }
    return previous[b.count]
}
