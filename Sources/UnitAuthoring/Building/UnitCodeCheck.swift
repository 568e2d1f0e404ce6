import Foundation

/// A check, supplied by a host, whether a bundle's code contains what its lists name. This module has no host, and
/// doesn't run code of units.
package struct UnitCodeCheck: Sendable {
    /// A problem of the code.
    package struct Finding: Sendable, Hashable {
        /// Whether the problem prevents the bundle from being moved to its destination.
        package var isError: Bool
        /// The message, a whole line.
        package var text: String

        /// Creates a finding.
        package init(isError: Bool, text: String) { (self.isError, self.text) = (isError, text) }
    }

    /// Returns the problems of a bundle's code. The bundle may be in a temporary folder.
    let findings: @Sendable (_ bundle: URL) -> [Finding]

    /// Creates a check from a host's function.
    package init(_ findings: @escaping @Sendable (_ bundle: URL) -> [Finding]) { self.findings = findings }
}
