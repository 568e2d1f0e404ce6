import Glibc
import Synchronization

/// A child process that a thread waits for. Thread-safe.
///
/// Unlike ``ProcessHandle`` it needs no pidfd, so it also works on Linux before 5.3 and in containers that hide
/// `pidfd_open`. It isn't ended together with this process.
package final class WaitedProcess: Sendable {
    private let identifier: pid_t
    private let isReaped = Mutex(false)

    /// Starts a program with the listed files as its descriptors 0, 1, …. The caller must call ``waitForEnd()`` once.
    ///
    /// A program that sets PR_SET_PDEATHSIG is killed when the current thread ends.
    ///
    /// - Parameter environment: The variables, as `NAME=VALUE`.
    package init(
        starting path: String, arguments: [String], environment: [String], files: [FileDescriptor]
    ) throws(ProcessStartError) {
        let launch = ProcessLaunch(
            path: path, arguments: arguments, environment: environment, files: files.map(\.number))
        identifier = try launch.start()
        withExtendedLifetime(files) {}
    }

    /// Sends a signal, unless the process was reaped.
    package func send(_ signal: Int32) {
        isReaped.withLock { if !$0 { _ = kill(identifier, signal) } }
    }

    /// Waits for the process to end, and reaps it.
    package func waitForEnd() -> ProcessEnding {
        var information = siginfo_t()
        // `WNOWAIT` keeps the process number reserved until `send` can't use it any more.
        while waitid(P_PID, id_t(identifier), &information, WEXITED | WNOWAIT) != 0, errno == EINTR {}
        return isReaped.withLock { isReaped in
            isReaped = true
            var status: Int32 = 0
            var reaped = waitpid(identifier, &status, 0)
            while reaped < 0 && errno == EINTR { reaped = waitpid(identifier, &status, 0) }
            return reaped == identifier ? ProcessEnding(status: status) : .unknown
        }
    }
}
