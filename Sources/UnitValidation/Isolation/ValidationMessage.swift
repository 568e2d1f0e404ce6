/// What the process that runs a filter tells the one that waits for it: one line of JSON each.
public enum ValidationMessage: Sendable, Hashable, Codable {
    /// A check begins.
    case started(String)
    /// What is about to be done, in words.
    case noted(String)
    /// A check has ended.
    case finished(CheckResult)
}
