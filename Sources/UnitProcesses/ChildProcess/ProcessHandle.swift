import CSandbox
import Dispatch
import Glibc
import Synchronization

/// A child process. It inherits only the given files from this process, and is killed and reaped once.
package final class ProcessHandle: Sendable {
    /// The way in which a process ended.
    package enum Ending: Sendable {
        /// The process exited with this code.
        case exited(Int32)
        /// A signal ended the process.
        case signalled(Int32)
        /// The system kept no exit status, because the program around this library ignores SIGCHLD or reaps all
        /// children.
        case unknown
    }

    /// The process number.
    package let identifier: pid_t
    /// The process's pidfd, which is readable once the process has ended. Unlike the process number, it never refers to
    /// a later process.
    package let descriptor: FileDescriptor
    private let ending = Mutex<Ending?>(nil)
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
    /// - Throws: ``WorkerFailure/missingExecutable(path:)`` or ``WorkerFailure/cannotStart(reason:)``.
    package static func start(
        _ path: String, arguments: [String] = [], environment: [String], files: [Int32]
    ) throws(WorkerFailure) -> ProcessHandle {
        let result = LaunchThread.shared.run { () -> Result<ProcessHandle, WorkerFailure> in
            do throws(WorkerFailure) {
                return .success(try spawn(path, arguments, environment, files))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    private static func spawn(
        _ path: String, _ arguments: [String], _ environment: [String], _ files: [Int32]
    ) throws(WorkerFailure) -> ProcessHandle {
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        // Duplicates with numbers above all targets, so that `dup2` overwrites no file that is still to be copied.
        let copies = files.map { FileDescriptor(fcntl($0, F_DUPFD_CLOEXEC, Int32(files.count))) }
        guard copies.allSatisfy({ $0.number >= 0 }) else {
            throw .cannotStart(reason: SystemProblem("copying open files").description)
        }
        for (target, copy) in copies.enumerated() {
            posix_spawn_file_actions_adddup2(&actions, copy.number, Int32(target))
        }
        csandbox_close_from(&actions, Int32(files.count))
        var (none, all) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        // A separate process group: SIGINT from the terminal goes to the host only, which decides about its workers.
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP))

        var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
        var variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup($0) } + [nil]
        defer { for text in words + variables { free(text) } }
        var identifier: pid_t = 0
        // The file actions refer to the duplicates by number, so the objects must outlive the call.
        let code = withExtendedLifetime(copies) {
            posix_spawn(&identifier, path, &actions, &attributes, &words, &variables)
        }
        guard code == 0 else {
            throw code == ENOENT
                ? .missingExecutable(path: path)
                : .cannotStart(reason: SystemProblem("running \(path)", code: code).description)
        }
        let descriptor = csandbox_open_process(identifier)
        guard descriptor >= 0 else {
            let problem = SystemProblem("holding on to the process", missing: .pidfdOpen)
            Glibc.kill(identifier, SIGKILL)
            waitpid(identifier, nil, 0)
            throw .cannotStart(reason: problem.description)
        }
        return ProcessHandle(identifier, FileDescriptor(descriptor))
    }

    /// Kills the process.
    package func kill() {
        guard csandbox_kill_process(descriptor.number) != 0, errno != ESRCH else { return }
        // A container's filter may hide pidfd_send_signal. The number can't be reused before the process is reaped,
        // which needs the same lock.
        ending.withLock { if $0 == nil { Glibc.kill(identifier, SIGKILL) } }
    }

    /// Whether the process has been reaped, so that its number may belong to another process.
    var hasBeenReaped: Bool { ending.withLock { $0 != nil } }

    /// Waits for the process to end, and reaps it.
    ///
    /// - Returns: How it ended, or nil if it still runs.
    package func end(within time: Duration) -> Ending? {
        ending.withLock { ending in
            if let ending { return ending }
            let deadline = ContinuousClock.now + time
            guard Polling.wait([(descriptor.number, POLLIN)], until: deadline).contains(0) else { return nil }
            var status: Int32 = 0
            var reaped = waitpid(identifier, &status, WNOHANG)
            while reaped < 0 && errno == EINTR { reaped = waitpid(identifier, &status, WNOHANG) }
            let signal = status & 0x7F
            ending =
                reaped != identifier ? .unknown : signal == 0 ? .exited(status >> 8 & 0xFF) : .signalled(signal)
            return ending
        }
    }
}
