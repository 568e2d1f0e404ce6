import KernelLanguage
import UntrustedInput

/// A dictionary of a property list together with its place, so that every value read from it can be complained about.
struct PropertySection {
    /// The values by key.
    let entries: [String: PropertyValue]
    /// The file, relative to the bundle.
    let file: String
    /// Keys and indices that lead here, empty at the top.
    let path: String
    /// Where it stands in the file; nil where that isn't known.
    let place: ListPlace?
    /// What can't be used when something is wrong here.
    var scope: ImageUnitIssue.Scope
    /// How bad a problem here is: what only describes an executable filter is never worth more than a warning.
    var severity: ImageUnitIssue.Severity = .error
    /// Where problems are reported.
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

    /// Reports that a key is missing; or, where one was found that looks like it and means nothing, that this is
    /// misspelt.
    ///
    /// - Parameter problem: What it is called when nothing looks like the key.
    func reportMissing(
        _ key: String, as problem: ImageUnitProblem? = nil, severity: ImageUnitIssue.Severity? = nil
    ) {
        let severity = severity ?? self.severity
        if log.blameSlip(in: file, path: path, for: key, severity, scope: scope) { return }
        report(problem ?? .missingKey(key), severity: severity)
    }

    /// The path of a key of this dictionary, or of an element of its value.
    func keyPath(_ key: String, element: Int? = nil) -> String {
        (path.isEmpty ? key : "\(path).\(key)") + (element.map { "[\($0)]" } ?? "")
    }

    /// The line of the key, or of an element of its value; of the dictionary itself where the key isn't there.
    private func line(of key: String?, element: Int?) -> Int? {
        guard let found = key.flatMap({ place?.entries[$0] }) else { return place?.line }
        guard let element, found.elements.indices.contains(element) else { return found.line }
        return found.elements[element].line
    }

    /// The dictionary in `key`, or in an element of its value.
    func section(_ entries: [String: PropertyValue], at key: String, element: Int? = nil) -> PropertySection {
        var inner = place?.entries[key]
        if let element, let elements = inner?.elements {
            inner = elements.indices.contains(element) ? elements[element] : inner
        }
        return PropertySection(
            entries: entries, file: file, path: keyPath(key, element: element), place: inner ?? place, scope: scope,
            severity: severity, log: log)
    }

    /// The text of `key`; nil when it is absent or, which is reported, no text.
    func string(_ key: String) -> String? {
        guard let value = entries[key] else { return nil }
        if let text = value.string { return text }
        report(.wrongType(expected: "string", found: value.typeName), at: key)
        return nil
    }

    /// The dictionary of `key`; nil when it is absent or, which is reported, no dictionary.
    func section(_ key: String) -> PropertySection? {
        guard let value = entries[key] else { return nil }
        if let entries = value.dictionary { return section(entries, at: key) }
        report(.wrongType(expected: "dictionary", found: value.typeName), at: key)
        return nil
    }

    /// The finite number of `key`; nil when it is absent or, which is reported, no number. Text that reads as a number is accepted
    /// with a warning.
    func number(_ key: String) -> Double? {
        guard let value = entries[key] else { return nil }
        if let number = value.number {
            if number.isFinite { return number }
            report(.malformedValue("\(number)", expected: "a finite number"), at: key)
            return nil
        }
        if case .boolean(let flag) = value { return flag ? 1 : 0 }
        if let text = value.string, let number = ValueText.number(text) {
            report(.wrongType(expected: "number", found: "string"), at: key, severity: .warning)
            return number
        }
        report(.wrongType(expected: "number", found: value.typeName), at: key)
        return nil
    }

    /// Warns of keys that mean nothing here, with the nearest one that does.
    ///
    /// - Parameter decisive: Keys without which the dictionary would mean something else: where one of them is probably
    ///   meant, and isn't there, the unknown key is an error.
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

    /// Warns of keys that differ by a letter or two from known ones which aren't there, and says nothing of other
    /// unknown ones.
    func checkSlips(known: Set<String>) {
        let absent = known.filter { entries[$0] == nil }
        for key in entries.keys.sorted() where !known.contains(key) {
            if let nearest = NearestName.of(key, among: absent, atMost: 2) {
                reportUnknown(key, nearest: nearest, severity: .warning)
            }
        }
    }

    private func reportUnknown(_ key: String, nearest: String?, severity: ImageUnitIssue.Severity) {
        report(.unknownKey(key, nearest: nearest), at: key, severity: severity)
        if let nearest, entries[nearest] == nil { log.noteSlip(in: file, path: path, for: nearest) }
    }
}
