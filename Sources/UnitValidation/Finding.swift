/// A problem that a check found, with its remedy.
package struct Finding: Sendable, Hashable, Codable {
    /// The problem and its place, as a sentence without a full stop.
    package var message: String
    /// The remedy, as an imperative without a full stop. Empty if the message implies it.
    package var remedy: String

    /// Creates a finding.
    package init(_ message: String, remedy: String = "") {
        (self.message, self.remedy) = (message, remedy)
    }

    /// The message and the remedy on one line.
    package var text: String { remedy.isEmpty ? message : "\(message); \(remedy)" }
}
