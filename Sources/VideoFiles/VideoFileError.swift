import Foundation
import UntrustedInput
import VideoExchange

/// The reason why a video file can't be read or written. The text names the file, the time in it, the cause and the
/// remedy.
package struct VideoFileError: Error, Hashable, Sendable, LocalizedError, CustomStringConvertible {
    /// The kinds of reasons.
    package enum Kind: Hashable, Sendable {
        /// The program that reads and writes video files isn't installed.
        case missingProgram
        /// The program can't be started, or isn't one that works with this library.
        case cannotStart
        /// The program can't be put into its sandbox.
        case unprotected
        /// The system refuses to open, read or write the file.
        case inputOutput
        /// The file isn't a video file of a format that can be read.
        case unrecognised
        /// The file, or what is to be written, needs something that isn't available.
        case unsupported
        /// The file exceeds one of ``VideoLimits``.
        case limit
        /// The file is damaged or incomplete.
        case damaged
        /// The program crashed, or sent something invalid.
        case crashed
        /// The program used up its time without a result.
        case stalled
        /// Reading or writing was cancelled.
        case cancelled
        /// The request makes no sense.
        case invalidRequest
    }

    /// The kind of reason.
    package let kind: Kind
    /// The file's name as in messages.
    package let file: String
    /// The time in the file at which the problem occurred, if it is known.
    package let time: RationalTime?
    /// The cause, as a sentence without a full stop.
    package let cause: String
    /// What to do, as a sentence; empty if there is nothing.
    package let remedy: String
    /// What FFmpeg wrote to its log before, made printable.
    package let log: [String]

    /// Creates an error. Texts from files are made printable.
    package init(
        _ kind: Kind, file: String, time: RationalTime? = nil, cause: String, remedy: String = "", log: [String] = []
    ) {
        self.kind = kind
        (self.file, self.cause) = (printable(file), printable(cause, limit: 1000))
        (self.time, self.remedy) = (time, remedy)
        self.log = log.suffix(20).map { printable($0, limit: 300) }
    }

    /// The file, the time, the cause and the remedy.
    package var description: String {
        let place = time.map { "\(file), \($0)" } ?? file
        return "\(place): \(cause)." + (remedy.isEmpty ? "" : " \(remedy)")
    }

    /// The same text, for `localizedDescription`.
    package var errorDescription: String? { description }

    /// Creates an error from a worker's.
    init(_ problem: WorkerProblem, file: String) {
        let (kind, remedy): (Kind, String) =
            switch problem.kind {
            case .unrecognised: (.unrecognised, "Check that it is a video file.")
            case .unsupported: (.unsupported, "")
            case .limit: (.limit, "If the file is trusted, raise the limit in VideoLimits.")
            case .damaged where problem.time == nil: (.damaged, "Get a complete copy of it.")
            case .damaged:
                (.damaged, "Frames before it are good. To leave out what is damaged, set the damage policy to skip.")
            case .inputOutput: (.inputOutput, problem.systemError.map { SystemErrorRemedy.text($0) } ?? "")
            case .invalidRequest: (.invalidRequest, "")
            case .library: (.unsupported, "")
            }
        self.init(
            kind, file: file, time: problem.time, cause: problem.cause,
            remedy: problem.remedy.map { printable($0, limit: 300) } ?? remedy, log: problem.log)
    }
}
