/// A message from the process that runs a filter to the validator, sent as one line of JSON.
package enum ValidationMessage: Sendable, Hashable, Codable {
    /// A check begins.
    case started(String)
    /// A description of the next action.
    case noted(String)
    /// A check has ended.
    case finished(CheckResult)
}
