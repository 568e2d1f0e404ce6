import Foundation
import KernelLanguage

/// Something about a unit that its author or its user should know: what, where, and what to do.
public struct ImageUnitIssue: Error, Sendable, Hashable, CustomStringConvertible {
    /// How bad it is.
    public enum Severity: String, Sendable, Hashable, Codable {
        /// What the issue concerns can't be used.
        case error
        /// It can be used, but perhaps not as its author meant.
        case warning
        /// It works as its author meant, though not as other units do; of interest to the author alone.
        case note
    }

    /// What can't be used because of an error.
    public enum Scope: Sendable, Hashable {
        /// The whole unit.
        case unit
        /// The unit's machine code, and with it its executable filters; the nonexecutable ones are not affected.
        case executable
        /// One filter, by name; its neighbours are not affected.
        case filter(String)
    }

    /// How bad it is.
    public var severity: Severity
    /// What it concerns.
    public var scope: Scope
    /// The unit's folder.
    public var bundle: URL
    /// The file that the issue was found in, relative to the bundle; nil when it is the bundle itself.
    public var file: String?
    /// The line of the file, counted from 1, where it is a property list in XML; nil when it isn't known.
    public var line: Int?
    /// Where in a property list, for instance `CIPlugInFilterList.Glow.CIInputs[1].CIAttributeDefault`; nil when it is the whole file.
    public var keyPath: String?
    /// What is wrong.
    public var problem: ImageUnitProblem

    /// An issue from its parts.
    public init(
        severity: Severity, scope: Scope, bundle: URL, file: String? = nil, line: Int? = nil, keyPath: String? = nil,
        problem: ImageUnitProblem
    ) {
        (self.severity, self.scope, self.bundle) = (severity, scope, bundle)
        (self.file, self.line, self.keyPath, self.problem) = (file, line, keyPath, problem)
    }

    /// `Glow.plugin: error: Contents/Resources/Description.plist:12: KEY: what is wrong; what to do`, with the filter's
    /// name where no key has it, on one line and free of control characters whatever the unit contains.
    public var description: String {
        let numbered = file.map { file in line.map { "\(file):\($0)" } ?? file }
        let place = [keyPath == nil ? filterName : nil, problem.path == file ? nil : numbered, keyPath]
            .compactMap { $0 }.map { printable($0) + ": " }.joined()
        return
            "\(printable(bundle.lastPathComponent)): \(severity.rawValue): \(place)\(problem.message); \(problem.remedy)"
    }

    /// The name of the filter concerned, or nil when it is the unit or its executable.
    public var filterName: String? {
        if case .filter(let name) = scope { name } else { nil }
    }
}
