import Foundation
import ImageUnits
import KernelLanguage

/// What loading one image unit came to.
public struct CIPlugInReport: Sendable {
    /// A filter of a unit.
    public struct Filter: Sendable, Hashable {
        /// What became of a filter.
        public enum State: Sendable, Hashable {
            /// It can be created by name.
            case registered
            /// It is wrong, or its unit is; the report's problems say how.
            case refused
            /// Its name, or its unit's identifier, was taken before by something from `by`.
            case shadowed(by: CIFilterOrigin)
            /// Its unit misbehaved so often that its code doesn't run any more.
            case quarantined(reason: String)
            /// It is executable, and the unit was loaded without leave to run code.
            case notAllowed
            /// It was registered, and its unit has been unloaded.
            case unloaded
        }

        /// Its name.
        public let name: String
        /// Whether it is machine code rather than a kernel only.
        public let isExecutable: Bool
        /// What became of it.
        public internal(set) var state: State

        /// Whether it can be created by name.
        public var isRegistered: Bool { state == .registered }
    }

    /// Something wrong with a unit, or worth knowing: the text names bundle, key and remedy.
    public struct Problem: Sendable, Hashable, CustomStringConvertible {
        /// Whether the unit or one of its filters was refused because of it.
        public let isError: Bool
        /// Whether it is of interest to the unit's author alone: the unit works as meant.
        public let isNote: Bool
        /// The name of the filter concerned; nil when it is the unit or its code.
        public let filter: String?
        /// What is wrong and what to do.
        public let description: String

        init(_ issue: ImageUnitIssue) {
            (isError, isNote) = (issue.severity == .error, issue.severity == .note)
            (filter, description) = (issue.filterName, issue.description)
        }

        init(_ finding: UnitScan.Finding) {
            (isError, isNote, filter, description) = (finding.isError, finding.isNote, finding.filter, finding.text)
        }

        init(bundle: URL, _ message: String, filter: String? = nil, isError: Bool = true) {
            (self.isError, isNote, self.filter) = (isError, false, filter)
            description =
                "\(printable(bundle.lastPathComponent)): \(isError ? "error" : "warning"): \(printableLines(message))"
        }
    }

    /// The unit's folder.
    public let url: URL
    /// Its bundle identifier, if it could be read.
    public internal(set) var identifier: String?
    /// Its version, if it states one.
    public internal(set) var version: String?
    /// A hash of all that is in the bundle, 64 hexadecimal digits; nil when not all of it could be read.
    public internal(set) var fingerprint: String?
    /// Counts how often the unit was loaded anew, from 1; 0 for a unit that never was.
    public internal(set) var generation = 0
    /// Its filters, refused ones included, by name.
    public internal(set) var filters: [Filter] = []
    /// What was found wrong.
    public internal(set) var problems: [Problem] = []

    /// Whether at least one filter was registered.
    public var isLoaded: Bool { filters.contains(where: \.isRegistered) }
}

extension CIPlugInReport {
    /// Why a filter can't be made that only code computes.
    static let codeNotAllowed =
        "whose code was not allowed to run; load it with CIPlugIn.load(_:allowExecutableCode: true)"

    /// Why a filter of the unit can't be made; nil when the unit has none of the name, or has it registered.
    func explanation(ofMissing name: String) -> CIFilterError? {
        guard let filter = filters.first(where: { $0.name == name }) else { return nil }
        let errors = problems.filter(\.isError)
        let cause = errors.first { $0.filter == name } ?? errors.first
        let reason: String
        switch filter.state {
        case .registered: return nil
        case .refused: reason = "which was refused: \(cause?.description ?? "the reason is in its report")"
        case .shadowed: reason = "which stood behind another: \(cause?.description ?? "load it again")"
        case .quarantined: reason = "which is in quarantine: \(cause?.description ?? "change or release it")"
        case .notAllowed: reason = Self.codeNotAllowed
        case .unloaded: reason = "which was unloaded; load it again with CIPlugIn.load(_:allowExecutableCode:)"
        }
        return .unavailableFilter(name: printable(name), unit: printable(url.lastPathComponent), reason: reason)
    }
}

/// Why a unit could not be loaded; carries the report.
public struct CIPlugInError: Error, Sendable, LocalizedError, CustomStringConvertible {
    /// What was found.
    public let report: CIPlugInReport

    /// Every error of the report, a line each.
    public var description: String {
        let errors = report.problems.filter(\.isError).map(\.description)
        return errors.isEmpty
            ? "\(printable(report.url.path)): no filter could be loaded" : errors.joined(separator: "\n")
    }

    /// The same text, for `localizedDescription`.
    public var errorDescription: String? { description }
}
