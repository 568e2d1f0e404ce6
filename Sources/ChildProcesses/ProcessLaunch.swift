import CSandbox
import Glibc

/// A program to start, with its arguments, variables and files.
struct ProcessLaunch {
    /// The program file.
    let path: String
    /// The arguments after the program's name.
    let arguments: [String]
    /// The variables, as `NAME=VALUE`.
    let environment: [String]
    /// The files that the program gets as its descriptors 0, 1, …. It inherits no others.
    let files: [Int32]

    /// Starts the program with default signal handlers, no blocked signals, and a process group of its own.
    ///
    /// - Returns: The process number. The caller must reap the process.
    func start() throws(ProcessStartError) -> pid_t {
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
        // A separate process group: SIGINT from the terminal goes to this process only, which decides about its
        // children.
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
        return identifier
    }
}
