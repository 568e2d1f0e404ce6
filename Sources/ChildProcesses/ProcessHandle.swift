import CSandbox
import Dispatch
import Glibc
import Synchronization

/// A child process with a pidfd, so that one thread can wait for its end, its output and its messages at once. It is
/// killed when this object is released, and reaped once.
///
/// ``WaitedProcess`` is for programs that a thread only waits for.
package final class ProcessHandle: Sendable {
    /// The process number.
    package let identifier: pid_t
    /// The process's pidfd, which is readable once the process has ended. Unlike the process number, it never refers to
    /// a later process.
    package let descriptor: FileDescriptor
    private let ending = Mutex<ProcessEnding?>(nil)
    /// The identifier of its clean-up in `ExitActions`.
    private let exitAction: Int

    private init(_ identifier: pid_t, _ descriptor: FileDescriptor) {
        self.identifier = identifier
        self.descriptor = descriptor
        exitAction = ExitActions.shared.add { [number = descriptor.number] in
            guard csandbox_kill_process(number) == 0 else { return }
            var end = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
            poll(&end, 1, 1000)
            waitpid(identifier, nil, WNOHANG)
        }
    }

    deinit {
        ExitActions.shared.remove(exitAction)
        guard !hasBeenReaped else { return }
        kill()
        guard end(within: .seconds(1)) == nil else { return }
        // The process hangs in the kernel. It must be reaped when it leaves the kernel, or it stays a zombie.
        let identifier = identifier
        LaunchThread.shared.addPeriodicTask { waitpid(identifier, nil, WNOHANG) == 0 ? .idle : .finished }
    }

    /// Starts a program with the listed files as its descriptors 0, 1, ….
    ///
    /// - Parameter environment: The variables, as `NAME=VALUE`.
    package static func start(
        _ path: String, arguments: [String] = [], environment: [String], files: [Int32]
    ) throws(ProcessStartError) -> ProcessHandle {
        let result = LaunchThread.shared.run { () -> Result<ProcessHandle, ProcessStartError> in
            do throws(ProcessStartError) {
                let program = ProcessLaunch(
                    path: path, arguments: arguments, environment: environment, files: files)
                return .success(try ProcessHandle(holding: try program.start()))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    /// Opens the pidfd of a started process. If this fails, the process is killed.
    private convenience init(holding identifier: pid_t) throws(ProcessStartError) {
        let descriptor = csandbox_open_process(identifier)
        guard descriptor >= 0 else {
            let problem = SystemProblem("holding on to the process", missing: .pidfdOpen)
            Glibc.kill(identifier, SIGKILL)
            waitpid(identifier, nil, 0)
            throw .cannotStart(reason: problem.description)
        }
        self.init(identifier, FileDescriptor(descriptor))
    }

    /// Kills the process.
    package func kill() {
        guard csandbox_kill_process(descriptor.number) != 0, errno != ESRCH else { return }
        // A container's filter may hide pidfd_send_signal. The number can't be reused before the process is reaped,
        // which needs the same lock.
        ending.withLock { if $0 == nil { Glibc.kill(identifier, SIGKILL) } }
    }

    /// Whether the process has been reaped, so that its number may belong to another process.
    package var hasBeenReaped: Bool { ending.withLock { $0 != nil } }

    /// Waits for the process to end, and reaps it.
    ///
    /// - Returns: How it ended, or nil if it still runs.
    package func end(within time: Duration) -> ProcessEnding? {
        ending.withLock { ending in
            if let ending { return ending }
            let deadline = ContinuousClock.now + time
            guard Polling.wait([(descriptor.number, POLLIN)], until: deadline).contains(0) else { return nil }
            var status: Int32 = 0
            var reaped = waitpid(identifier, &status, WNOHANG)
            while reaped < 0 && errno == EINTR { reaped = waitpid(identifier, &status, WNOHANG) }
            ending = reaped == identifier ? ProcessEnding(status: status) : .unknown
            return ending
        }
    }
}
