/// Why a filter could not be run in a process of its own.
public enum IsolationError: Error, Sendable, CustomStringConvertible {
    /// The process could not be started.
    case notStarted(String, reason: String)
    /// There is no way to hear of it.
    case noPipe(String)

    /// What happened and what to do.
    public var description: String {
        switch self {
        case .notStarted(let program, let reason):
            "\(program) can't be started to run the unit's code: \(reason); reinstall the command"
        case .noPipe(let reason):
            "no pipe to the process that runs the unit's code: \(reason); close other programs"
        }
    }
}
