import Foundation

/// The reason why a filter can't be run in a separate process.
package enum IsolationError: Error, Sendable, LocalizedError, CustomStringConvertible {
    /// The process could not be started.
    case notStarted(String, reason: String)
    /// The pipe for its messages couldn't be created.
    case noPipe(String)

    /// The failure and its remedy.
    package var description: String {
        switch self {
        case .notStarted(let program, let reason):
            "\(program) can't be started to run the unit's code: \(reason); reinstall the command"
        case .noPipe(let reason):
            "no pipe to the process that runs the unit's code: \(reason); raise the limit of open files (ulimit -n), or close other programs"
        }
    }

    /// The same text, for `localizedDescription`.
    package var errorDescription: String? { description }
}
