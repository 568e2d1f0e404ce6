import Foundation

/// Asks a host whether the code of a bundle has what its lists name. Building knows no host, and runs no code of units.
public struct UnitCodeCheck: Sendable {
    /// Something that is wrong with the code.
    public struct Finding: Sendable, Hashable {
        /// Whether the bundle must not be put into its place.
        public var isError: Bool
        /// A whole line.
        public var text: String

        /// A finding from its parts.
        public init(isError: Bool, text: String) { (self.isError, self.text) = (isError, text) }
    }

    /// What is wrong with the code of a bundle, which may be in a temporary place.
    let findings: @Sendable (_ bundle: URL) -> [Finding]

    /// A check by a host.
    public init(_ findings: @escaping @Sendable (_ bundle: URL) -> [Finding]) { self.findings = findings }
}
