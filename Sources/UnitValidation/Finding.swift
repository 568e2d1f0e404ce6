/// A problem that a check found, with its remedy.
public struct Finding: Sendable, Hashable, Codable {
    /// The problem and its place, as a sentence without a full stop.
    public var message: String
    /// The remedy, as an imperative without a full stop. Empty if the message implies it.
    public var remedy: String

    /// Creates a finding.
    public init(_ message: String, remedy: String = "") {
        (self.message, self.remedy) = (message, remedy)
    }

    /// The message and the remedy on one line.
    public var text: String { remedy.isEmpty ? message : "\(message); \(remedy)" }
}
