import ImageUnits
import UntrustedInput

extension ValidationCheck {
    /// Checks the translations of the bundle.
    static let translations = ValidationCheck(
        unit: "translations", level: 2,
        reason: "A key that a language lacks appears untranslated in the interface."
    ) { unit, _ in
        let translations = UnitTranslations(bundle: unit.bundle)
        let tables = translations.tables
        if tables.isEmpty { return .skipped("the unit has no Description.strings") }
        var failures: [Finding] = []
        var keys: [String: Set<String>] = [:]
        for (language, table) in tables {
            switch table {
            case .success(let strings): keys[language] = Set(strings.keys)
            case .failure(let problem):
                failures.append(
                    Finding("\(printable(language)).lproj: \(problem.message)", remedy: problem.remedy))
            }
        }
        let all = keys.values.reduce(into: Set<String>()) { $0.formUnion($1) }
        // Texts in the development language may be in Description.plist only.
        for (language, own) in keys.sorted(by: { $0.key < $1.key }) where language != translations.developmentLanguage {
            let missing = all.subtracting(own).sorted()
            if missing.isEmpty { continue }
            let shown = missing.prefix(5).map { "'\(printable($0))'" }.joined(separator: ", ")
            failures.append(
                Finding(
                    "\(printable(language)).lproj/Description.strings lacks \(shown)"
                        + (missing.count > 5 ? " and \(missing.count - 5) more" : ""),
                    remedy: "translate what the other languages have"))
        }
        return .of(failures: failures, notes: ["\(keys.count) language\(keys.count == 1 ? "" : "s")"])
    }
}
