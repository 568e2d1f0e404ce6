import Foundation

/// The reason why a program can't be started.
package enum ProcessStartError: Error, Sendable, Hashable, LocalizedError, CustomStringConvertible {
    /// There is no file with this path.
    case missingExecutable(path: String)
    /// The system refused to start it.
    case cannotStart(reason: String)

    /// The reason, as part of a sentence.
    package var description: String {
        switch self {
        case .missingExecutable(let path): "\(path) doesn't exist"
        case .cannotStart(let reason): reason
        }
    }

    /// The same text, for `localizedDescription`.
    package var errorDescription: String? { description }
}
