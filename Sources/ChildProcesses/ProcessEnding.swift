/// The way in which a process ended.
package enum ProcessEnding: Sendable, Hashable {
    /// The process exited with this code.
    case exited(Int32)
    /// A signal ended the process.
    case signalled(Int32)
    /// The system kept no exit status, because the program around this library ignores SIGCHLD or reaps all children.
    case unknown

    /// Creates the ending with a status from `waitpid`.
    init(status: Int32) {
        let signal = status & 0x7F
        self = signal == 0 ? .exited(status >> 8 & 0xFF) : .signalled(signal)
    }
}
