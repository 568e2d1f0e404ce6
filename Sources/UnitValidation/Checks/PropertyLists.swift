import ImageUnits

extension ValidationCheck {
    /// Checks Info.plist and Description.plist.
    static let propertyLists = ValidationCheck(
        unit: "property-lists", level: 1,
        reason: "A host knows a unit only by its property lists until it runs the unit's code."
    ) { unit, _ in
        func findings(_ severity: ImageUnitIssue.Severity) -> [Finding] {
            unit.reading.issues.filter { $0.severity == severity }.map { Finding($0.description) }
        }
        var failures = findings(.error)
        if failures.isEmpty, unit.filters.isEmpty {
            failures.append(
                Finding("the unit describes no filter", remedy: "list its filters under CIPlugInFilterList"))
        }
        return .of(failures: failures, warnings: findings(.warning) + findings(.note))
    }
}
