import KernelLanguage

/// A dictionary of a property list together with its place, so that every value read from it can be complained about.
struct PropertySection {
    /// The values by key.
    let entries: [String: PropertyValue]
    /// The file, relative to the bundle.
    let file: String
    /// Keys and indices that lead here, empty at the top.
    let path: String
    /// What can't be used when something is wrong here.
    var scope: ImageUnitIssue.Scope
    /// How bad a problem here is: what only describes an executable filter is never worth more than a warning.
    var severity: ImageUnitIssue.Severity = .error
    /// Where problems are reported.
    let log: IssueLog

    /// Reports a problem with the value of `key`, or with the whole dictionary.
    func report(_ problem: ImageUnitProblem, at key: String? = nil, severity: ImageUnitIssue.Severity? = nil) {
        let place = key.map(keyPath) ?? (path.isEmpty ? nil : path)
        log.report(problem, severity ?? self.severity, scope: scope, file: file, keyPath: place)
    }

    /// The path of a key of this dictionary.
    func keyPath(_ key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }

    /// The dictionary at a path below this one.
    func section(_ entries: [String: PropertyValue], at path: String) -> PropertySection {
        PropertySection(entries: entries, file: file, path: path, scope: scope, severity: severity, log: log)
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
        if let entries = value.dictionary { return section(entries, at: keyPath(key)) }
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
    func checkKeys(known: Set<String>, where isSuspicious: (String) -> Bool = { _ in true }) {
        for key in entries.keys.sorted() where !known.contains(key) && isSuspicious(key) {
            report(.unknownKey(key, nearest: NearestName.of(key, among: known)), at: key, severity: .warning)
        }
    }
}
