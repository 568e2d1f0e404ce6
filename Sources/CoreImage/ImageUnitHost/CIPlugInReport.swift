import Foundation
import ImageUnits

/// What loading one image unit came to.
public struct CIPlugInReport: Sendable {
    /// A filter of a unit.
    public struct Filter: Sendable, Hashable {
        /// Its name.
        public let name: String
        /// Whether it is machine code rather than a kernel only.
        public let isExecutable: Bool
        /// Whether it can be created by name.
        public internal(set) var isRegistered: Bool
    }

    /// Something wrong with a unit, or worth knowing: the text names bundle, key and remedy.
    public struct Problem: Sendable, Hashable, CustomStringConvertible {
        /// Whether the unit or one of its filters was refused because of it.
        public let isError: Bool
        /// What is wrong and what to do.
        public let description: String

        init(_ issue: ImageUnitIssue) { (isError, description) = (issue.severity == .error, issue.description) }

        init(bundle: URL, _ message: String) {
            (isError, description) = (true, "\(bundle.lastPathComponent): error: \(message)")
        }
    }

    /// The unit's folder.
    public let url: URL
    /// Its bundle identifier, if it could be read.
    public internal(set) var identifier: String?
    /// Its version, if it states one.
    public internal(set) var version: String?
    /// Its filters, refused ones included, by name.
    public internal(set) var filters: [Filter] = []
    /// What was found wrong.
    public internal(set) var problems: [Problem] = []

    /// Whether at least one filter was registered.
    public var isLoaded: Bool { filters.contains(where: \.isRegistered) }
}

/// Why a unit could not be loaded at all; carries the report.
public struct CIPlugInError: Error, Sendable, LocalizedError, CustomStringConvertible {
    /// What was found.
    public let report: CIPlugInReport

    /// Every error of the report, a line each.
    public var description: String {
        let errors = report.problems.filter(\.isError).map(\.description)
        return errors.isEmpty ? "\(report.url.path): no filter could be loaded" : errors.joined(separator: "\n")
    }

    /// The same text, for `localizedDescription`.
    public var errorDescription: String? { description }
}
