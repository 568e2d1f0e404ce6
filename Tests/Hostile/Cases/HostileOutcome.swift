/// What a process came to.
public struct HostileOutcome: Sendable {
    /// How it ended.
    public enum End: Sendable, Equatable {
        /// By itself, with this code.
        case exit(Int32)
        /// By a signal, as a crash is.
        case signal(Int32)
        /// It was killed at the time limit.
        case timedOut
        /// It was killed for using more memory than allowed.
        case overMemory
    }

    /// How it ended.
    public var end: End
    /// What it wrote on standard output.
    public var output: String
    /// What it wrote on standard error.
    public var errors: String
    /// Time it used of the processors, which a busy machine doesn't change.
    public var duration: Duration
    /// The most memory it had resident, in bytes.
    public var peakMemory: Int

    /// How long after its deadline the rendering ended, as its error says; nil where no deadline was passed.
    public var overrun: Duration? {
        errors.firstMatch(of: /and ended (\d+) ms after it/).flatMap { Int($0.1) }.map { .milliseconds($0) }
    }

    /// The first line of its errors, cut short.
    public var firstError: String {
        String((errors.split(separator: "\n").first ?? "no error was printed").prefix(300))
    }
}
