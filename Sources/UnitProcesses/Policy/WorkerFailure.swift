import CSandbox
import Foundation
import Sandboxing

/// The reason why a worker has no result. The texts speak of "the worker"; a caller that knows whose code it runs adds
/// the name.
package indirect enum WorkerFailure: Error, Hashable, Sendable, LocalizedError, CustomStringConvertible {
    /// The worker program doesn't exist.
    case missingExecutable(path: String)
    /// The worker couldn't be started.
    case cannotStart(reason: String)
    /// The worker couldn't be sandboxed, so it doesn't run any code.
    case unprotected(reason: String)
    /// Memory couldn't be shared with the worker.
    case cannotShareMemory(bytes: Int, reason: String)
    /// A signal ended the worker. `errorOutput` is the end of its standard error, made printable.
    case crashed(signal: Int32, errorOutput: String)
    /// The worker's code made a kernel from text that doesn't compile, and ended. The diagnostics are lines, made
    /// printable.
    case brokenKernel(diagnostics: String)
    /// The worker read or wrote outside of the pixels that it was given, which ended it.
    case outOfBounds(OutOfBoundsAccess)
    /// The worker ended itself. The code is nil if the system kept none.
    case exited(code: Int32?, errorOutput: String)
    /// The worker sent no reply within the time.
    case timedOut(Duration)
    /// The worker used more processor time than a call may use.
    case usedUpProcessorTime(Duration)
    /// The worker crashed when almost no address space was left. The limit is in bytes.
    case usedUpMemory(limit: Int)
    /// The worker had more threads than its limit.
    case tooManyThreads(limit: Int)
    /// The files in the worker's scratch folder exceed their total size limit, in bytes.
    case tooMuchScratch(limit: Int)
    /// The worker created more files in its scratch folder than its limit.
    case tooManyScratchFiles(limit: Int)
    /// The worker's message isn't a valid reply.
    case malformedReply(reason: String)
    /// The worker's reply exceeds the size limit. Both values are in bytes.
    case replyTooLarge(bytes: UInt64, limit: Int)
    /// The worker attempted actions that its sandbox forbids.
    case forbidden([ForbiddenAction])
    /// The worker's code threw this error instead of returning a result.
    case refused(reason: String)
    /// All channels were in use by other calls until the deadline.
    case busy(Duration)
    /// The worker ended for a reason that isn't related to this call. The call can be repeated on a new worker.
    case endedByAnotherCall
    /// The worker failed recently and isn't restarted before this time has passed.
    case restartDelayed(Duration, after: WorkerFailure)
    /// The worker failed so often that it isn't restarted any more.
    case quarantined(offences: Int, last: WorkerFailure)

    /// Whether the worker's code is responsible. Such failures count towards the delays and the quarantine.
    package var isOffence: Bool {
        switch self {
        case .crashed, .brokenKernel, .outOfBounds, .exited, .timedOut, .usedUpProcessorTime, .usedUpMemory,
            .tooManyThreads,
            .tooMuchScratch,
            .tooManyScratchFiles, .malformedReply, .replyTooLarge, .forbidden:
            true
        case .missingExecutable, .cannotStart, .unprotected, .cannotShareMemory, .refused, .busy, .endedByAnotherCall,
            .restartDelayed,
            .quarantined:
            false
        }
    }

    /// The failure and its remedy.
    package var description: String {
        switch self {
        case .missingExecutable(let path):
            "There is no worker program at \(path). Install coreimage-unit-worker beside the program that uses it."
        case .cannotStart(let reason):
            "The worker can't be started: \(reason). Free memory, processes or open files if those are short."
        case .unprotected(let reason):
            "The worker can't be put into its sandbox: \(reason). Use a kernel that has what is missing, outside of a container that forbids it."
        case .cannotShareMemory(let bytes, let reason):
            "\(bytes) bytes can't be shared with the worker: \(reason). Free memory, or use smaller pictures, if it is short."
        case .crashed(let signal, let errorOutput):
            "The worker crashed (\(Self.name(of: signal)))\(Self.quoted(errorOutput)). Report it to the author of the code that it ran."
        case .brokenKernel(let diagnostics): "The worker's code has a kernel that doesn't compile:\n\(diagnostics)"
        case .outOfBounds(let access): "The worker's code \(access)"
        case .exited(let code, let errorOutput):
            "The worker ended itself\(code.map { " with exit code \($0)" } ?? "")\(Self.quoted(errorOutput)). "
                + "Code that it runs must return instead."
        case .timedOut(let time):
            "The worker gave no reply within \(Self.text(time)) and was ended. "
                + "If it needs more time, raise the durations of CIPlugInLimits."
        case .usedUpProcessorTime(let time):
            "The worker used more than \(Self.text(time)) of processor time in a call and was ended. "
                + "If it needs more, raise CIPlugInLimits.processorTime."
        case .usedUpMemory(let limit):
            "The worker ran out of the \(limit >> 20) MiB of memory that it may use. If it needs more, raise CIPlugInLimits.memory."
        case .tooManyThreads(let limit):
            "The worker started more than the \(limit) threads that it may have at once and was ended. "
                + "If it needs more, raise CIPlugInLimits.threads."
        case .tooMuchScratch(let limit):
            "The worker's files in its scratch folder took more than the \(Self.size(limit)) that they may have, and it was ended. "
                + "If it needs more, raise CIPlugInLimits.scratchSize."
        case .tooManyScratchFiles(let limit):
            "The worker made more than the \(limit) files that its scratch folder may hold and was ended. "
                + "If it needs more, raise CIPlugInLimits.scratchFiles."
        case .malformedReply(let reason):
            "The worker's reply is malformed (\(reason)), and it was ended. Report it to the author of the code that it ran."
        case .replyTooLarge(let bytes, let limit):
            "The worker's reply of \(bytes) bytes is over the limit of \(limit), and it was ended. "
                + "If it needs more, raise CIPlugInLimits.recipeSize."
        case .forbidden(let actions):
            "The worker tried to \(Self.list(actions)), which its sandbox forbids. Don't use it unless you know why it does."
        case .refused(let reason): reason
        case .busy(let time):
            "All channels to the worker were busy for \(Self.text(time)). Call it less often at once, or allow more time or channels."
        case .endedByAnotherCall: "The worker ended because of another call. Try again."
        case .restartDelayed(let time, let last):
            "The worker isn't started again for another \(Self.text(time)). Before: \(last.description)"
        case .quarantined(let offences, let last):
            "The worker failed \(offences) times and isn't started any more until it is changed or released. "
                + "Change the code that it ran, or release it with coreimage units doctor --release. Last: \(last.description)"
        }
    }

    /// The same text, for `localizedDescription`.
    package var errorDescription: String? { description }

    /// Returns a signal's name and meaning.
    private static func name(of signal: Int32) -> String {
        let abbreviation = csandbox_signal_name(signal).map { "SIG" + String(cString: $0) } ?? "signal \(signal)"
        return csandbox_signal_description(signal).map { "\(abbreviation), \(String(cString: $0).lowercased())" }
            ?? abbreviation
    }

    private static func size(_ bytes: Int) -> String {
        bytes >= 1 << 20 ? "\(bytes >> 20) MiB" : "\(bytes) bytes"
    }

    private static func quoted(_ errorOutput: String) -> String {
        errorOutput.isEmpty ? "" : ", and the end of its standard error was “\(errorOutput)”"
    }

    private static func text(_ time: Duration) -> String {
        let seconds = Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18
        return seconds < 1 ? "\(Int((seconds * 1000).rounded(.up))) ms" : String(format: "%.4g s", seconds)
    }

    /// Returns the first few distinct actions as text.
    private static func list(_ actions: [ForbiddenAction]) -> String {
        var texts: [String] = []
        for action in actions where !texts.contains(action.description) && !action.description.isEmpty {
            texts.append(action.description)
        }
        // The list can be empty, because the worker can overwrite the status page.
        if texts.isEmpty { return "do something forbidden, and then erased the record of it" }
        let shown = texts.prefix(4)
        return shown.joined(separator: ", ")
            + (texts.count > shown.count ? " and \(texts.count - shown.count) more" : "")
    }
}
