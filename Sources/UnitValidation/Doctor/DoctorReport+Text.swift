import UntrustedInput

extension DoctorReport {
    /// The report as text for people.
    package var text: String {
        var lines: [String] = []
        for folder in folders {
            let words: String =
                switch folder.state {
                case .searched:
                    folder.units.isEmpty
                        ? "no units" : "\(folder.units.count) unit\(folder.units.count == 1 ? "" : "s")"
                case .missing: "doesn't exist"
                case .unreadable: "can't be read; give this user the rights"
                case .notAFolder: "is not a folder; remove it from the search path"
                }
            lines.append("\(printable(folder.path, limit: 4096))  \(words)")
            for unit in folder.units { lines += Self.lines(unit).map { "  " + $0 } }
        }
        lines.append("")
        for layer in layers {
            lines.append("\(layer.name)  \(layer.isPresent ? "present" : "absent"): \(layer.detail)")
        }
        if !duplicates.isEmpty {
            lines.append("")
            for duplicate in duplicates {
                lines.append("\(duplicate.name) is in several units, the first keeps it:")
                lines += duplicate.units.map { "  " + printable($0, limit: 4096) }
            }
        }
        lines += ["", isHealthy ? "everything was loaded" : "something was refused; the reasons stand above"]
        return lines.joined(separator: "\n")
    }

    private static func lines(_ unit: Unit) -> [String] {
        let name = printable(unit.path.split(separator: "/").last.map(String.init) ?? unit.path)
        let version = unit.version.map { " \($0)" } ?? ""
        var lines = ["\(name)\(version)  \(unit.isLoaded ? "loaded" : "not loaded")"]
        for filter in unit.filters {
            let kind = filter.isExecutable ? "executable" : "nonexecutable"
            lines.append(
                "  \(filter.name)  \(kind), \(filter.state.rawValue)" + (filter.reason.map { ": \($0)" } ?? ""))
        }
        let told = Set(unit.filters.compactMap(\.reason))
        lines += unit.problems.filter { !told.contains($0.message) }.map { "  " + $0.message }
        return lines
    }
}
