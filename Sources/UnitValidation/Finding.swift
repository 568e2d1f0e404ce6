/// Something that a check found: what is wrong, and what to do about it.
public struct Finding: Sendable, Hashable, Codable {
    /// What is wrong and where, in a sentence without a full stop.
    public var message: String
    /// What to do, as an order without a full stop; empty where the message says it.
    public var remedy: String

    /// A finding from its parts.
    public init(_ message: String, remedy: String = "") {
        (self.message, self.remedy) = (message, remedy)
    }

    /// Both parts on one line.
    public var text: String { remedy.isEmpty ? message : "\(message); \(remedy)" }
}
