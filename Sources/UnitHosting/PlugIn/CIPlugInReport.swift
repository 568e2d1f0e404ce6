import CoreImageEssentials
import Foundation
import ImageUnits
import UntrustedInput

/// The result of loading one image unit.
public struct CIPlugInReport: Sendable {
    /// A filter of a unit.
    public struct Filter: Sendable, Hashable {
        /// The state of a filter after its unit was loaded.
        public enum State: Sendable, Hashable {
            /// The filter can be created by name.
            case registered
            /// The filter or its unit has an error, which the report's problems describe.
            case refused
            /// The filter's name, or its unit's identifier, is already in use by `by`.
            case shadowed(by: CIFilterOrigin)
            /// The unit's code failed so often that it is no longer run.
            case quarantined(reason: String)
            /// The filter is executable, and the unit was loaded without permission to run code.
            case notAllowed
            /// The filter was registered, and its unit has since been unloaded.
            case unloaded
        }

        /// The filter's name.
        public let name: String
        /// Whether the filter has executable code, rather than a kernel only.
        public let isExecutable: Bool
        /// The filter's state after loading.
        public internal(set) var state: State

        /// Whether the filter can be created by name.
        public var isRegistered: Bool { state == .registered }
    }

    /// An error, warning or note about a unit. The text names the bundle, the key and the remedy.
    public struct Problem: Sendable, Hashable, CustomStringConvertible {
        /// Whether the problem caused the unit or one of its filters to be refused.
        public let isError: Bool
        /// Whether the problem matters to the unit's author only; the unit works as intended.
        public let isNote: Bool
        /// The name of the filter concerned; nil if the problem concerns the unit or its code.
        public let filter: String?
        /// The problem and its remedy.
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

    /// The URL of the unit's folder.
    public let url: URL
    /// The unit's bundle identifier; nil if it couldn't be read.
    public internal(set) var identifier: String?
    /// The unit's version; nil if it states none.
    public internal(set) var version: String?
    /// A hash of the bundle's whole content, 64 hexadecimal digits; nil if part of it couldn't be read.
    public internal(set) var fingerprint: String?
    /// The number of loads of the unit, starting at 1; 0 if the unit was never examined. A load that is refused while
    /// the previous version stays in use doesn't count.
    public internal(set) var generation = 0
    /// The unit's filters, including refused ones, sorted by name.
    public internal(set) var filters: [Filter] = []
    /// The problems found.
    public internal(set) var problems: [Problem] = []

    /// Whether at least one filter was registered.
    public var isLoaded: Bool { filters.contains(where: \.isRegistered) }
}

extension CIPlugInReport {
    /// Returns why a filter of the unit can't be made; nil if the unit has no filter of this name, or has it
    /// registered.
    func error(forMissingFilter name: String) -> CIFilterError? {
        guard let filter = filters.first(where: { $0.name == name }) else { return nil }
        let errors = problems.filter(\.isError)
        let cause = errors.first { $0.filter == name } ?? errors.first
        let reason: String
        switch filter.state {
        case .registered: return nil
        case .refused: reason = "which was refused: \(cause?.description ?? "the reason is in its report")"
        case .shadowed: reason = "which is shadowed by another filter: \(cause?.description ?? "load it again")"
        case .quarantined: reason = CIFilterError.inQuarantine + "\(cause?.description ?? "change or release it")"
        case .notAllowed: reason = CIFilterError.codeNotAllowed
        case .unloaded: reason = "which was unloaded; load it again with CIPlugIn.load(_:allowExecutableCode:)"
        }
        return .unavailableFilter(name: printable(name), unit: printable(url.lastPathComponent), reason: reason)
    }
}
