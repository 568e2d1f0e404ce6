import CSandbox
import CSeccomp
import ChildProcesses
import Glibc

/// The kernel's filter of system calls (seccomp). A call that isn't listed fails as if the kernel didn't have it, so
/// that libraries use their fallbacks.
package enum SystemCallFilter {
    /// Registers the trapped calls with the signal handler.
    static func prepareHandler(landlock: Int32?) throws(SystemProblem) {
        for call in TrappedCall.guarded + TrappedCall.forbidden {
            guard let number = number(of: call.name) else { continue }
            // Calls that open files are trapped even if they only read, and the handler must be able to repeat those
            // without Landlock.
            let retry = call.isGuarded(by: landlock) || call.opensFile ? call.retry : CSANDBOX_NOT_RETRIED
            guard csandbox_trap(number, call.kind.rawValue, call.pathArgument ?? -1, retry) == 0
            else { throw SystemProblem("listing the system call \(call.name)") }
        }
    }

    /// Applies the filter to this thread and to all threads that it starts later.
    ///
    /// - Parameters:
    ///   - landlock: The version of Landlock that controls access to files; nil for none.
    ///   - compilesCode: Whether memory that was written may become executable.
    static func enforce(landlock: Int32?, compilesCode: Bool) throws {
        try program(landlock: landlock, compilesCode: compilesCode).enforce()
    }

    /// Returns the filter as a program for the kernel of an architecture.
    static func program(
        landlock: Int32?, compilesCode: Bool = false, architecture: UInt32 = csandbox_architecture()
    ) -> FilterProgram {
        var calls: [UInt32: [SystemCallRule]] = [:]
        for rule in rules(landlock: landlock, compilesCode: compilesCode) {
            guard let number = number(of: rule.name, on: architecture) else { continue }
            calls[UInt32(number), default: []].append(rule)
        }
        return FilterProgram(calls.map { ($0.key, $0.value) }, other: .failed(ENOSYS), architecture: architecture)
    }

    /// Returns a call's number, or nil if the architecture or this libseccomp doesn't have it.
    ///
    /// Newer architectures, such as 64-bit ARM, have none of the calls that others replace, such as `open` and `fork`.
    /// Rules about them are left out there.
    ///
    /// - Parameter architecture: The architecture in the numbering of the filter machine, which is that of libseccomp.
    package static func number(of name: String, on architecture: UInt32 = csandbox_architecture()) -> Int32? {
        let number = seccomp_syscall_resolve_name_arch(architecture, name)
        return number < 0 ? nil : number
    }

    /// Returns all rules. Among the rules about the same call the first match counts.
    static func rules(landlock: Int32?, compilesCode: Bool = false) -> [SystemCallRule] {
        let rules =
            AllowedCalls.names.map { SystemCallRule(name: $0, outcome: .allowed) }
            + memoryRules(compilesCode) + threadRules + signalRules + socketRules + descriptorRules
            + fileRules(landlock: landlock)
        let named = Set(rules.map(\.name))
        return rules
            + TrappedCall.forbidden.filter { !named.contains($0.name) }.map { .init(name: $0.name, outcome: .trapped) }
    }

    /// Rules that forbid mappings that are both writable and executable. Neither Swift nor the loader needs any.
    /// Executable mappings as such can't be forbidden, because libraries may be loaded late. A process that compiles
    /// code writes memory first and makes it executable then.
    private static func memoryRules(_ compilesCode: Bool) -> [SystemCallRule] {
        let both = PROT_WRITE | PROT_EXEC
        let refused = compilesCode ? both : PROT_EXEC
        return [
            .init(name: "mmap", outcome: .failed(EPERM), conditions: [.bits(2, both, equal: both)]),
            .init(name: "mmap", outcome: .allowed),
            .init(
                name: "mprotect", outcome: .failed(EPERM), conditions: [.bits(2, refused, equal: refused)]),
            .init(name: "mprotect", outcome: .allowed),
        ]
    }

    /// Rules that allow threads but no processes. A filter can't read the flags of clone3, so it isn't listed, and the
    /// C library falls back to clone.
    private static var threadRules: [SystemCallRule] {
        // `shared` are the flags that a thread must have; the C library may add only those that `others` leaves out. A
        // thread with a private table of open files or a private view of the file system could evade the limits.
        let shared = CSANDBOX_CLONE_THREAD_SHARES
        let others = UInt32.max & ~UInt32(CSANDBOX_CLONE_THREAD_OPTIONS)
        let own = getpid()
        return [
            .init(name: "clone", outcome: .allowed, conditions: [.bits(0, others, equal: shared)]),
            .init(name: "clone", outcome: .trapped),
            // Naming threads and mappings for debuggers.
            .init(name: "prctl", outcome: .allowed, conditions: [.int(0, CSANDBOX_SET_NAME)]),
            .init(name: "prctl", outcome: .allowed, conditions: [.int(0, CSANDBOX_GET_NAME)]),
            // A process may read its own limits. An attempt to change one is reported.
            .init(name: "prlimit64", outcome: .allowed, conditions: [.int(0, 0), .word(2, 0)]),
            .init(name: "prlimit64", outcome: .allowed, conditions: [.int(0, own), .word(2, 0)]),
            .init(name: "prlimit64", outcome: .failed(EPERM), conditions: [.word(2, 0)]),
            .init(name: "prlimit64", outcome: .trapped),
            // A thread may change its own priority, as Dispatch does. The kernel only lets unprivileged processes lower
            // it.
            .init(name: "setpriority", outcome: .allowed, conditions: [.int(0, PRIO_PROCESS.rawValue), .int(1, 0)]),
            .init(name: "setpriority", outcome: .failed(EPERM)),
        ]
    }

    /// Rules that allow signals to the process itself only, and protect the handlers of SIGSYS and SIGXCPU.
    private static var signalRules: [SystemCallRule] {
        let own = getpid()
        return [
            .init(name: "kill", outcome: .allowed, conditions: [.int(0, own)]),
            .init(name: "kill", outcome: .trapped),
            .init(name: "tgkill", outcome: .allowed, conditions: [.int(0, own)]),
            .init(name: "tgkill", outcome: .trapped),
            .init(name: "rt_sigaction", outcome: .failed(EPERM), conditions: [.int(0, SIGSYS)]),
            .init(name: "rt_sigaction", outcome: .failed(EPERM), conditions: [.int(0, SIGXCPU)]),
            .init(name: "rt_sigaction", outcome: .allowed),
        ]
    }

    /// Rules for sockets. Local sockets are refused without a report, because the C library tries to open one to look
    /// up user names and to write to the system log. The inherited sockets carry bytes and descriptors; other uses of
    /// message flags, above all MSG_OOB, are forbidden.
    private static var socketRules: [SystemCallRule] {
        let (sending, receiving) = (MSG_NOSIGNAL | MSG_DONTWAIT, MSG_CMSG_CLOEXEC | MSG_DONTWAIT)
        let messages = [
            ("sendto", 3, sending), ("sendmsg", 2, sending), ("recvfrom", 3, receiving), ("recvmsg", 2, receiving),
        ]
        return [
            .init(name: "socket", outcome: .failed(EACCES), conditions: [.int(0, AF_UNIX)]),
            .init(name: "socket", outcome: .trapped),
            .init(name: "socketpair", outcome: .failed(EACCES)),
        ]
            + messages.flatMap { name, argument, flags -> [SystemCallRule] in
                [
                    .init(name: name, outcome: .allowed, conditions: [.bits(argument, ~flags, equal: 0)]),
                    .init(name: name, outcome: .failed(EINVAL)),
                ]
            }
    }

    /// Rules for operations on open files. Operations on terminals, on signals, and on locks against other processes
    /// are forbidden.
    private static var descriptorRules: [SystemCallRule] {
        let commands = [
            F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_GETLK, F_DUPFD_CLOEXEC, Int32(CSANDBOX_GET_SEALS),
            Int32(CSANDBOX_ADD_SEALS),
        ]
        // Any readable file can be locked, so a worker could block a process that locks a file of the system. Locks on
        // its own files would be useless, because no other process opens them.
        let locks = [F_SETLK, F_SETLKW, Int32(CSANDBOX_SET_OPEN_FILE_LOCK), Int32(CSANDBOX_AWAIT_OPEN_FILE_LOCK)]
        let requests = [UInt(TCGETS), UInt(FIONREAD), UInt(FIONBIO)]
        return commands.map { .init(name: "fcntl", outcome: .allowed, conditions: [.int(1, $0)]) }
            + locks.map { .init(name: "fcntl", outcome: .failed(ENOLCK), conditions: [.int(1, $0)]) }
            + [.init(name: "flock", outcome: .failed(ENOLCK))]
            + requests.map { .init(name: "ioctl", outcome: .allowed, conditions: [.int(1, $0)]) }
            // CLOSE_RANGE_UNSHARE is forbidden, because it gives a thread a private table of open files.
            + [
                .init(
                    name: "close_range", outcome: .allowed,
                    conditions: [.bits(2, ~UInt32(CSANDBOX_CLOSE_RANGE_ON_EXEC), equal: 0)]),
                .init(name: "close_range", outcome: .failed(EINVAL)),
            ]
            // Landlock doesn't control the attributes of open files. These calls aren't reported, because an atomic
            // write makes them as a matter of course.
            + ["fchmod", "fchown", "utimensat", "futimesat", "fsetxattr", "fremovexattr"].map {
                .init(name: $0, outcome: .failed(EPERM))
            }
    }

    /// Rules for files. Landlock alone decides about reading, but nonblocking reads go through the signal handler,
    /// which answers some itself. Writing also goes through the handler, which reports what Landlock refuses. Without
    /// Landlock the handler refuses all writing.
    private static func fileRules(landlock: Int32?) -> [SystemCallRule] {
        let marked = SystemCallRule.Condition.word(5, CSANDBOX_RETRY)
        let writing = O_WRONLY | O_RDWR | O_CREAT | O_TRUNC
        var rules: [SystemCallRule] = []
        for (name, flags) in [("open", 1), ("openat", 2)] {
            let reads: SystemCallRule.Condition = .bits(flags, writing, equal: 0)
            // O_TMPFILE is refused, because files without a name can't be counted in the scratch folder. Some file
            // systems don't support it either, so programs respond to this error by creating a named file.
            rules.append(
                .init(
                    name: name, outcome: .failed(EOPNOTSUPP),
                    conditions: [.bits(flags, CSANDBOX_OPEN_UNNAMED, equal: CSANDBOX_OPEN_UNNAMED)]))
            // Truncating a file while opening it for reading is refused, because Landlock before version 3 treats it as
            // reading.
            rules.append(
                .init(
                    name: name, outcome: .failed(EACCES),
                    conditions: [.bits(flags, O_ACCMODE | O_TRUNC, equal: O_RDONLY | O_TRUNC)]))
            if name == "openat" {
                rules.append(
                    .init(name: name, outcome: .allowed, conditions: landlock == nil ? [marked, reads] : [marked]))
            }
            // opendir uses O_NONBLOCK with O_DIRECTORY, so only nonblocking reads of other files are trapped.
            let plain: SystemCallRule.Condition = .bits(flags, O_NONBLOCK, equal: 0)
            let folder: SystemCallRule.Condition = .bits(flags, O_DIRECTORY, equal: O_DIRECTORY)
            rules.append(.init(name: name, outcome: .allowed, conditions: [reads, plain]))
            rules.append(.init(name: name, outcome: .allowed, conditions: [reads, folder]))
            rules.append(.init(name: name, outcome: .trapped))
        }
        for call in TrappedCall.guarded where call.name != "open" && call.name != "openat" {
            if call.isGuarded(by: landlock), call.retry == CSANDBOX_RETRY_AS_IT_IS {
                rules.append(.init(name: call.name, outcome: .allowed, conditions: [marked]))
            }
            rules.append(.init(name: call.name, outcome: .trapped))
        }
        return rules
    }
}
