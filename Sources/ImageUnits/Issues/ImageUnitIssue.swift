import Foundation
import UntrustedInput

/// A problem of a unit, for its author or its user: where it is, its description and its remedy.
package struct ImageUnitIssue: Error, Sendable, Hashable, LocalizedError, CustomStringConvertible {
    /// The severity of an issue.
    package enum Severity: String, Sendable, Hashable, Codable {
        /// The part of the unit that the issue concerns can't be used.
        case error
        /// The part can be used, but perhaps not as its author intended.
        case warning
        /// The part works as intended, but is unusual. Only the author needs to know.
        case note
    }

    /// The part of the unit that an error makes unusable.
    package enum Scope: Sendable, Hashable {
        /// The whole unit.
        case unit
        /// The unit's machine code, and thus its executable filters. The nonexecutable ones are not affected.
        case executable
        /// One filter, by name. Other filters are not affected.
        case filter(String)
    }

    /// The severity of the issue.
    package var severity: Severity
    /// The part of the unit that the issue concerns.
    package var scope: Scope
    /// The unit's folder.
    package var bundle: URL
    /// The file with the problem, relative to the bundle; nil if the problem is the bundle itself.
    package var file: String?
    /// The line of the file, counted from 1, for property lists in XML; nil if it isn't known.
    package var line: Int?
    /// The path of the key in a property list, for instance `CIPlugInFilterList.Glow.CIInputs[1].CIAttributeDefault`;
    /// nil for the whole file.
    package var keyPath: String?
    /// The problem.
    package var problem: ImageUnitProblem

    /// Creates an issue.
    package init(
        severity: Severity, scope: Scope, bundle: URL, file: String? = nil, line: Int? = nil, keyPath: String? = nil,
        problem: ImageUnitProblem
    ) {
        (self.severity, self.scope, self.bundle) = (severity, scope, bundle)
        (self.file, self.line, self.keyPath, self.problem) = (file, line, keyPath, problem)
    }

    /// The issue as one line: `Glow.plugin: error: Contents/Resources/Description.plist:12: KEY: problem; remedy`. The
    /// filter's name is included if there is no key path. It has no control characters, whatever the unit contains.
    package var description: String {
        let numbered = file.map { file in line.map { "\(file):\($0)" } ?? file }
        let place = [keyPath == nil ? filterName : nil, problem.path == file ? nil : numbered, keyPath]
            .compactMap { $0 }.map { printable($0) + ": " }.joined()
        return
            "\(printable(bundle.lastPathComponent)): \(severity.rawValue): \(place)\(problem.message); \(problem.remedy)"
    }

    /// The same text, for `localizedDescription`.
    package var errorDescription: String? { description }

    /// The name of the filter concerned; nil if it is the unit or its executable.
    package var filterName: String? {
        if case .filter(let name) = scope { name } else { nil }
    }
}
