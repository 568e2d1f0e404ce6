import UntrustedInput

/// A dictionary of a property list together with its position, so that every problem can be reported with file, line
/// and key.
struct PropertySection {
    /// The values, by key.
    let entries: [String: PropertyValue]
    /// The path of the file, relative to the bundle.
    let file: String
    /// The keys and indices that lead to this dictionary; empty for the top level.
    let path: String
    /// The lines of the dictionary and its values in the file; nil if they aren't known.
    let place: PropertyListPosition?
    /// The part of the unit that can't be used if there is an error here.
    var scope: ImageUnitIssue.Scope
    /// The severity of a problem here. An entry that only describes an executable filter never causes more than a
    /// warning.
    var severity: ImageUnitIssue.Severity = .error
    /// The log that problems are reported to.
    let log: IssueLog

    /// Reports a problem with the value of `key`, with an element of it, or with the whole dictionary.
    func report(
        _ problem: ImageUnitProblem, at key: String? = nil, element: Int? = nil,
        severity: ImageUnitIssue.Severity? = nil
    ) {
        let whole = key.map { keyPath($0, element: element) } ?? (path.isEmpty ? nil : path)
        log.report(
            problem, severity ?? self.severity, scope: scope, file: file, line: line(of: key, element: element),
            keyPath: whole)
    }

    /// Reports that a key is missing. If an unknown key here is probably a misspelling of it, that key's issue is
    /// raised to `severity` instead.
    ///
    /// - Parameter problem: The problem to report if no unknown key is similar; `missingKey` if nil.
    func reportMissing(
        _ key: String, as problem: ImageUnitProblem? = nil, severity: ImageUnitIssue.Severity? = nil
    ) {
        let severity = severity ?? self.severity
        if log.raiseMisspelling(in: file, path: path, for: key, severity, scope: scope) { return }
        report(problem ?? .missingKey(key), severity: severity)
    }

    /// Returns the path of a key of this dictionary, or of an element of its value.
    func keyPath(_ key: String, element: Int? = nil) -> String {
        (path.isEmpty ? key : "\(path).\(key)") + (element.map { "[\($0)]" } ?? "")
    }

    /// Returns the line of the key, or of an element of its value; the line of the dictionary if the key isn't there.
    private func line(of key: String?, element: Int?) -> Int? {
        guard let found = key.flatMap({ place?.entries[$0] }) else { return place?.line }
        guard let element, found.elements.indices.contains(element) else { return found.line }
        return found.elements[element].line
    }

    /// Returns the section of a dictionary that is the value of `key`, or an element of that value.
    func section(_ entries: [String: PropertyValue], at key: String, element: Int? = nil) -> PropertySection {
        var inner = place?.entries[key]
        if let element, let elements = inner?.elements {
            inner = elements.indices.contains(element) ? elements[element] : inner
        }
        return PropertySection(
            entries: entries, file: file, path: keyPath(key, element: element), place: inner ?? place, scope: scope,
            severity: severity, log: log)
    }

    /// Returns the string of `key`; nil if it is absent. A value of another type is reported, and gives nil too.
    func string(_ key: String) -> String? {
        guard let value = entries[key] else { return nil }
        if let text = value.string { return text }
        report(.wrongType(expected: "string", found: value.typeName), at: key)
        return nil
    }

    /// Returns the dictionary of `key`; nil if it is absent. A value of another type is reported, and gives nil too.
    func section(_ key: String) -> PropertySection? {
        guard let value = entries[key] else { return nil }
        if let entries = value.dictionary { return section(entries, at: key) }
        report(.wrongType(expected: "dictionary", found: value.typeName), at: key)
        return nil
    }

    /// Returns the finite number of `key`; nil if it is absent. A value of another type is reported, and gives nil too.
    /// A Boolean counts as 0 or 1, and a string that holds a number is accepted, both with a warning.
    ///
    /// - Parameter isFlag: Whether the number stands for yes or no. A Boolean is as good then.
    func number(_ key: String, isFlag: Bool = false) -> Double? {
        guard let value = entries[key] else { return nil }
        if let number = value.number {
            if number.isFinite { return number }
            report(.malformedValue("\(number)", expected: "a finite number"), at: key)
            return nil
        }
        if case .boolean(let flag) = value {
            if !isFlag { report(.wrongType(expected: "number", found: value.typeName), at: key, severity: .warning) }
            return flag ? 1 : 0
        }
        if let text = value.string, let number = ValueText.number(text) {
            report(.wrongType(expected: "number", found: "string"), at: key, severity: .warning)
            return number
        }
        report(.wrongType(expected: "number", found: value.typeName), at: key)
        return nil
    }

    /// Warns about values of other types under keys of strings that are kept, but not read.
    func checkStrings(_ keys: some Sequence<String>) {
        for key in keys {
            guard let value = entries[key], value.string == nil else { continue }
            report(.wrongType(expected: "string", found: value.typeName), at: key, severity: .warning)
        }
    }

    /// Warns about unknown keys, and suggests the most similar known one.
    ///
    /// - Parameter decisive: Keys that change the meaning of the whole dictionary. If an unknown key is probably one of
    ///   them, and that one is absent, this is an error.
    /// - Returns: Whether no such error was found.
    @discardableResult
    func checkKeys(
        known: Set<String>, decisive: Set<String> = [], where isSuspicious: (String) -> Bool = { _ in true }
    ) -> Bool {
        var isUsable = true
        for key in entries.keys.sorted() where !known.contains(key) && isSuspicious(key) {
            let nearest = NearestName.of(key, among: known)
            let isDecisive = nearest.map { decisive.contains($0) && entries[$0] == nil } ?? false
            if isDecisive { isUsable = false }
            reportUnknown(key, nearest: nearest, severity: isDecisive ? .error : .warning)
        }
        return isUsable
    }

    /// Warns about unknown keys that differ by one or two letters from a known key which is absent. Ignores other
    /// unknown keys.
    func checkMisspellings(known: Set<String>, where isSuspicious: (String) -> Bool = { _ in true }) {
        let absent = known.filter { entries[$0] == nil }
        for key in entries.keys.sorted() where !known.contains(key) && isSuspicious(key) {
            if let nearest = NearestName.of(key, among: absent, atMost: 2) {
                reportUnknown(key, nearest: nearest, severity: .warning)
            }
        }
    }

    private func reportUnknown(_ key: String, nearest: String?, severity: ImageUnitIssue.Severity) {
        report(.unknownKey(key, nearest: nearest), at: key, severity: severity)
        if let nearest, entries[nearest] == nil { log.recordMisspelling(in: file, path: path, for: nearest) }
    }
}
