import CProgramLaunching
import Foundation
import Glibc

/// A program that a test runs, with the properties of Foundation's `Process`.
///
/// It inherits only its three streams. A `Process` may inherit files of others that start at the same moment, and its
/// end is noticed by the end of such a file: it then seems to run for as long as the other process does. Tests that
/// wait hold threads of the pool, so that all of them could wait for each other.
package final class LaunchedProgram {
    /// How a program has ended.
    package enum TerminationReason { case exit, uncaughtSignal }

    /// The program file.
    package var executableURL: URL?
    /// The arguments after the program's name.
    package var arguments: [String] = []
    /// The variables; nil stands for those of this process.
    package var environment: [String: String]?
    /// The folder in which the program runs; nil stands for that of this process.
    package var currentDirectoryURL: URL?
    /// A `Pipe` or a `FileHandle`; nil stands for that of this process. The same holds for the other two.
    package var standardInput: Any?
    package var standardOutput: Any?
    package var standardError: Any?
    /// The number of the process, or 0 before it is started.
    package private(set) var processIdentifier: pid_t = 0
    private var status: Int32?

    package init() {}

    /// Starts the program in a process group of its own, and closes the ends of pipes that belong to it.
    ///
    /// - Throws: The error of the system, if the program or its folder isn't there.
    package func run() throws {
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        // Foundation's null device has no descriptor.
        let null = open("/dev/null", O_RDWR | O_CLOEXEC)
        defer { close(null) }
        let streams = [
            Self.descriptor(standardInput, STDIN_FILENO, null) { $0.fileHandleForReading },
            Self.descriptor(standardOutput, STDOUT_FILENO, null) { $0.fileHandleForWriting },
            Self.descriptor(standardError, STDERR_FILENO, null) { $0.fileHandleForWriting },
        ]
        // Duplicates with numbers above all targets, so that `dup2` overwrites no file that is still to be copied.
        let copies = streams.map { fcntl($0, F_DUPFD_CLOEXEC, 3) }
        defer { for copy in copies where copy >= 0 { close(copy) } }
        for (target, copy) in copies.enumerated() {
            guard copy >= 0 else { throw POSIXError(.EBADF) }
            posix_spawn_file_actions_adddup2(&actions, copy, Int32(target))
        }
        launching_close_from(&actions, 3)
        if let currentDirectoryURL { launching_change_folder(&actions, currentDirectoryURL.path) }
        var (none, all) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP))

        let path = executableURL?.path ?? ""
        let variables = (environment ?? ProcessInfo.processInfo.environment).map { "\($0.key)=\($0.value)" }
        var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
        var settings: [UnsafeMutablePointer<CChar>?] = variables.map { strdup($0) } + [nil]
        defer { for text in words + settings { free(text) } }
        let code = posix_spawn(&processIdentifier, path, &actions, &attributes, &words, &settings)
        guard code == 0 else {
            processIdentifier = 0
            throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EIO)
        }
        try (standardInput as? Pipe)?.fileHandleForReading.close()
        try (standardOutput as? Pipe)?.fileHandleForWriting.close()
        try (standardError as? Pipe)?.fileHandleForWriting.close()
    }

    private static func descriptor(
        _ stream: Any?, _ standard: Int32, _ null: Int32, _ end: (Pipe) -> FileHandle
    ) -> Int32 {
        switch stream {
        case let pipe as Pipe: end(pipe).fileDescriptor
        case let file as FileHandle: file === FileHandle.nullDevice ? null : file.fileDescriptor
        default: standard
        }
    }

    /// Waits until the program has ended. A program that hasn't after ten minutes is killed, so that a test fails that
    /// would otherwise keep a thread of tasks for ever.
    package func waitUntilExit() {
        let limit = ContinuousClock.now + .seconds(600)
        while isRunning {
            if .now > limit { kill(processIdentifier, SIGKILL) }
            usleep(1000)
        }
    }

    /// Whether the program has been started and hasn't ended.
    package var isRunning: Bool {
        guard processIdentifier != 0 else { return false }
        collect(WNOHANG)
        return status == nil
    }

    private func collect(_ options: Int32) {
        guard status == nil else { return }
        var found: Int32 = 0
        let result = waitpid(processIdentifier, &found, options)
        if result == processIdentifier { status = found }
        precondition(result >= 0 || errno == EINTR, "another part of this process has waited for \(processIdentifier)")
    }

    /// The exit code, or the number of the signal that ended the program. Valid after its end.
    package var terminationStatus: Int32 {
        guard let status else { preconditionFailure("the program hasn't ended") }
        return terminationReason == .exit ? (status >> 8) & 0xff : status & 0x7f
    }

    /// Whether the program exited or was ended by a signal. Valid after its end.
    package var terminationReason: TerminationReason {
        guard let status else { preconditionFailure("the program hasn't ended") }
        return status & 0x7f == 0 ? .exit : .uncaughtSignal
    }

    /// Sends SIGTERM to the program.
    package func terminate() { send(SIGTERM) }

    /// Sends SIGINT to the program.
    package func interrupt() { send(SIGINT) }

    private func send(_ signal: Int32) {
        if isRunning { kill(processIdentifier, signal) }
    }
}
