/// The outcome of a process.
package struct HostileOutcome: Sendable {
    /// The way in which a process ended.
    package enum End: Sendable, Equatable {
        /// It exited with this code.
        case exit(Int32)
        /// It was ended by a signal, such as that of a crash.
        case signal(Int32)
        /// It was killed at the time limit.
        case timedOut
        /// It was killed for exceeding the memory limit.
        case overMemory
    }

    /// The way in which it ended.
    package var end: End
    /// The text on standard output.
    package var output: String
    /// The text on standard error.
    package var errors: String
    /// The processor time used, which doesn't depend on the load of the machine.
    package var duration: Duration
    /// The peak resident memory, in bytes.
    package var peakMemory: Int

    /// The time between the deadline and the end of the rendering, as its error states it; nil if no deadline was
    /// exceeded.
    package var overrun: Duration? {
        errors.firstMatch(of: /and ended (\d+) ms after it/).flatMap { Int($0.1) }.map { .milliseconds($0) }
    }

    /// The first line on standard error, and the last one if there are several, shortened.
    package var firstError: String {
        let lines = errors.split(separator: "\n").map { String($0.prefix(300)) }
        guard let first = lines.first else { return "no error was printed" }
        return lines.count > 1 ? "\(first) … \(lines[lines.count - 1])" : first
    }
}
