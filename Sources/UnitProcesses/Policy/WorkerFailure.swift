import CSandbox
import Foundation

/// Why a worker didn't do what it was asked to. The texts are about "the worker": who knows whose code it runs puts the name before them.
public indirect enum WorkerFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// There is no program to run as a worker.
    case missingExecutable(path: String)
    /// The worker could not be started.
    case cannotStart(reason: String)
    /// The worker could not be put into its sandbox, so it runs nothing.
    case unprotected(reason: String)
    /// Memory could not be shared.
    case cannotShareMemory(bytes: Int, reason: String)
    /// A signal ended it. `lastWords` is the end of what it wrote to its standard error, made printable.
    case crashed(signal: Int32, lastWords: String)
    /// It read or wrote outside of the pixels that it was given, which ended it.
    case outOfBounds(OutOfBoundsAccess)
    /// It ended by itself; no code where the system kept none.
    case exited(code: Int32?, lastWords: String)
    /// There was no reply within the time.
    case timedOut(Duration)
    /// It used more processor time than a call may.
    case usedUpProcessorTime(Duration)
    /// It died when it had next to no address space left.
    case usedUpMemory(limit: Int)
    /// It started more threads than it may have at once.
    case tooManyThreads(limit: Int)
    /// The files in its scratch folder have more bytes than they may have.
    case tooMuchScratch(limit: Int)
    /// It made more files in its scratch folder than it may have there.
    case tooManyScratchFiles(limit: Int)
    /// What it sent is no reply.
    case garbage(reason: String)
    /// Its reply has more bytes than it may have.
    case replyTooLarge(bytes: UInt64, limit: Int)
    /// It tried what its sandbox forbids.
    case forbidden([ForbiddenAction])
    /// The code that it runs gave this reason for having no result.
    case refused(reason: String)
    /// All channels were taken by other calls for the whole time.
    case busy(Duration)
    /// It ended, or was ended, for a reason that isn't this call's; the call may be made again on a new worker.
    case endedByAnotherCall
    /// It failed lately and isn't started again before the time has passed.
    case resting(Duration, after: WorkerFailure)
    /// It failed so often that it isn't started any more.
    case quarantined(offences: Int, last: WorkerFailure)

    /// Whether the code that the worker runs is to blame, so that doing it too often has consequences.
    public var isOffence: Bool {
        switch self {
        case .crashed, .outOfBounds, .exited, .timedOut, .usedUpProcessorTime, .usedUpMemory, .tooManyThreads,
            .tooMuchScratch,
            .tooManyScratchFiles, .garbage, .replyTooLarge, .forbidden:
            true
        case .missingExecutable, .cannotStart, .unprotected, .cannotShareMemory, .refused, .busy, .endedByAnotherCall,
            .resting,
            .quarantined:
            false
        }
    }

    /// What happened and what to do.
    public var description: String {
        switch self {
        case .missingExecutable(let path):
            "There is no worker program at \(path). Install coreimage-unit-worker beside the program that uses it."
        case .cannotStart(let reason):
            "The worker can't be started: \(reason). Free memory, processes or open files if those are short."
        case .unprotected(let reason):
            "The worker can't be put into its sandbox: \(reason). Use a kernel that has what is missing, outside of a container that forbids it."
        case .cannotShareMemory(let bytes, let reason):
            "\(bytes) bytes can't be shared with the worker: \(reason). Free memory, or use smaller pictures, if it is short."
        case .crashed(let signal, let lastWords):
            "The worker crashed (\(Self.name(of: signal)))\(Self.quoted(lastWords)). Report it to the author of the code that it ran."
        case .outOfBounds(let access): "The worker's code \(access)"
        case .exited(let code, let lastWords):
            "The worker ended itself\(code.map { " with exit code \($0)" } ?? "")\(Self.quoted(lastWords)). "
                + "Code that it runs must return instead."
        case .timedOut(let time):
            "The worker gave no reply within \(Self.text(time)) and was ended. Allow it more time if it needs it."
        case .usedUpProcessorTime(let time):
            "The worker used more than \(Self.text(time)) of processor time in a call and was ended. Allow it more if it needs it."
        case .usedUpMemory(let limit):
            "The worker ran out of the \(limit >> 20) MiB of memory that it may use. Allow it more if it needs it."
        case .tooManyThreads(let limit):
            "The worker started more than the \(limit) threads that it may have at once and was ended. Allow it more if it needs them."
        case .tooMuchScratch(let limit):
            "The worker's files in its scratch folder took more than the \(Self.size(limit)) that they may have, and it was ended. "
                + "Allow it more if it needs it."
        case .tooManyScratchFiles(let limit):
            "The worker made more than the \(limit) files that its scratch folder may hold and was ended. Allow it more if it needs them."
        case .garbage(let reason):
            "The worker's reply is malformed (\(reason)), and it was ended. Report it to the author of the code that it ran."
        case .replyTooLarge(let bytes, let limit):
            "The worker's reply of \(bytes) bytes is over the limit of \(limit), and it was ended. Raise the limit if it can be trusted."
        case .forbidden(let actions):
            "The worker tried to \(Self.list(actions)), which its sandbox forbids. Don't use it unless you know why it does."
        case .refused(let reason): reason
        case .busy(let time):
            "All channels to the worker were busy for \(Self.text(time)). Call it less often at once, or allow more time or channels."
        case .endedByAnotherCall: "The worker ended because of another call. Try again."
        case .resting(let time, let last):
            "The worker isn't started again for another \(Self.text(time)). Before: \(last.description)"
        case .quarantined(let offences, let last):
            "The worker failed \(offences) times and isn't started any more until it is changed. Last: \(last.description)"
        }
    }

    /// A signal's name and meaning.
    private static func name(of signal: Int32) -> String {
        let abbreviation = csandbox_signal_name(signal).map { "SIG" + String(cString: $0) } ?? "signal \(signal)"
        return csandbox_signal_description(signal).map { "\(abbreviation), \(String(cString: $0).lowercased())" }
            ?? abbreviation
    }

    private static func size(_ bytes: Int) -> String {
        bytes >= 1 << 20 ? "\(bytes >> 20) MiB" : "\(bytes) bytes"
    }

    private static func quoted(_ lastWords: String) -> String {
        lastWords.isEmpty ? "" : ", and its last words were “\(lastWords)”"
    }

    private static func text(_ time: Duration) -> String {
        let seconds = Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18
        return seconds < 1 ? "\(Int((seconds * 1000).rounded(.up))) ms" : String(format: "%.4g s", seconds)
    }

    /// The first few actions in words, each once.
    private static func list(_ actions: [ForbiddenAction]) -> String {
        var texts: [String] = []
        for action in actions where !texts.contains(action.description) && !action.description.isEmpty {
            texts.append(action.description)
        }
        // The worker can overwrite the notes.
        if texts.isEmpty { return "do something of which the note was destroyed" }
        let shown = texts.prefix(4)
        return shown.joined(separator: ", ")
            + (texts.count > shown.count ? " and \(texts.count - shown.count) more" : "")
    }
}
