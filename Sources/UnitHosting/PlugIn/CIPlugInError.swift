import Foundation
import UntrustedInput

/// An error of loading a unit, with the report.
public struct CIPlugInError: Error, Sendable, LocalizedError, CustomStringConvertible {
    /// The unit's report, whose problems are the reason.
    public let report: CIPlugInReport

    /// Every error of the report, one per line.
    public var description: String {
        let errors = report.problems.filter(\.isError).map(\.description)
        return errors.isEmpty
            ? "\(printable(report.url.path)): no filter could be loaded" : errors.joined(separator: "\n")
    }

    /// The same text, for `localizedDescription`.
    public var errorDescription: String? { description }
}
