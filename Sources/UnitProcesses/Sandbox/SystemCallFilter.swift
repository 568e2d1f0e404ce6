import CSandbox
import CSeccomp
import Glibc

/// The kernel's filter of system calls (seccomp). What isn't listed fails as if the kernel had no such call, so that libraries fall back
/// to what it has.
package enum SystemCallFilter {
    /// Tells the signal handler how to answer what the filter traps.
    static func prepareHandler(landlock: Int32?) throws(SystemProblem) {
        for call in TrappedCall.guarded + TrappedCall.forbidden {
            guard let number = number(of: call.name) else { continue }
            // Calls that open files are also trapped where they only read, which Landlock isn't needed for.
            let retry = call.isGuarded(by: landlock) || call.opensFile ? call.retry : CSANDBOX_NOT_RETRIED
            guard csandbox_trap(number, call.kind.rawValue, call.pathArgument ?? -1, retry) == 0
            else { throw SystemProblem("listing the system call \(call.name)") }
        }
    }

    /// Filters this thread's calls from now on, and those of all threads that it starts.
    ///
    /// - Parameter landlock: The version of Landlock that decides about files; nil for none.
    static func enforce(landlock: Int32?) throws { try program(landlock: landlock).enforce() }

    /// The filter as the kernel gets it.
    static func program(landlock: Int32?) -> FilterProgram {
        var calls: [UInt32: [SystemCallRule]] = [:]
        for rule in rules(landlock: landlock) {
            guard let number = number(of: rule.name) else { continue }
            calls[UInt32(number), default: []].append(rule)
        }
        return FilterProgram(calls.map { ($0.key, $0.value) }, other: .failed(ENOSYS))
    }

    /// A call's number, or nil where this architecture or this libseccomp has none.
    package static func number(of name: String) -> Int32? {
        let number = seccomp_syscall_resolve_name(name)
        return number < 0 ? nil : number
    }

    /// All rules; of those about the same call the first that fits counts.
    static func rules(landlock: Int32?) -> [SystemCallRule] {
        let rules =
            AllowedCalls.names.map { SystemCallRule(name: $0, outcome: .allowed) }
            + memoryRules + threadRules + signalRules + socketRules + descriptorRules + fileRules(landlock: landlock)
        let named = Set(rules.map(\.name))
        return rules
            + TrappedCall.forbidden.filter { !named.contains($0.name) }.map { .init(name: $0.name, outcome: .trapped) }
    }

    /// No mapping that can be written and run: neither Swift nor the loader needs any. Libraries that are loaded late are mapped
    /// executable, so that this can't be forbidden altogether.
    private static var memoryRules: [SystemCallRule] {
        let both = PROT_WRITE | PROT_EXEC
        return [
            .init(name: "mmap", outcome: .failed(EPERM), conditions: [.bits(2, both, equal: both)]),
            .init(name: "mmap", outcome: .allowed),
            .init(name: "mprotect", outcome: .allowed, conditions: [.bits(2, PROT_EXEC, equal: 0)]),
            .init(name: "mprotect", outcome: .failed(EPERM)),
        ]
    }

    /// Threads and no processes. clone3 is not on any list, because a filter can't look at its flags: without it the C library uses
    /// clone.
    private static var threadRules: [SystemCallRule] {
        // What a thread must share, and what else the C library may ask for. A thread with a table of open files, or a view of the file
        // system, of its own could have more of them than the limits allow.
        let shared = CSANDBOX_CLONE_THREAD_SHARES
        let others = UInt32.max & ~UInt32(CSANDBOX_CLONE_THREAD_OPTIONS)
        let own = getpid()
        return [
            .init(name: "clone", outcome: .allowed, conditions: [.bits(0, others, equal: shared)]),
            .init(name: "clone", outcome: .trapped),
            // A name for a thread or for a mapping, as debuggers show it.
            .init(name: "prctl", outcome: .allowed, conditions: [.int(0, CSANDBOX_SET_NAME)]),
            .init(name: "prctl", outcome: .allowed, conditions: [.int(0, CSANDBOX_GET_NAME)]),
            // Reading the process's own limits; setting one is reported.
            .init(name: "prlimit64", outcome: .allowed, conditions: [.int(0, 0), .word(2, 0)]),
            .init(name: "prlimit64", outcome: .allowed, conditions: [.int(0, own), .word(2, 0)]),
            .init(name: "prlimit64", outcome: .failed(EPERM), conditions: [.word(2, 0)]),
            .init(name: "prlimit64", outcome: .trapped),
            // A thread's own priority, as Dispatch sets it. The kernel lets a process without privileges lower it only.
            .init(name: "setpriority", outcome: .allowed, conditions: [.int(0, PRIO_PROCESS.rawValue), .int(1, 0)]),
            .init(name: "setpriority", outcome: .failed(EPERM)),
        ]
    }

    /// Signals to itself only; and the handlers for refusals and for the end of the processor time stay as they are.
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

    /// Local sockets are refused without a word: the C library tries one to ask for users' names and to write to the system's log. The
    /// sockets that a worker has carry bytes and descriptors; what else flags can make of a message (MSG_OOB above all) is closed.
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

    /// What may be asked of an open file: nothing that reaches a terminal, has signals sent, or keeps others from a file.
    private static var descriptorRules: [SystemCallRule] {
        let commands = [
            F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_GETLK, F_DUPFD_CLOEXEC, Int32(CSANDBOX_GET_SEALS),
            Int32(CSANDBOX_ADD_SEALS),
        ]
        // A file that can be read can be locked, so that a worker could hold up whoever locks a file of the system. Nobody else opens the
        // files that it writes.
        let locks = [F_SETLK, F_SETLKW, Int32(CSANDBOX_SET_OPEN_FILE_LOCK), Int32(CSANDBOX_AWAIT_OPEN_FILE_LOCK)]
        let requests = [UInt(TCGETS), UInt(FIONREAD), UInt(FIONBIO)]
        return commands.map { .init(name: "fcntl", outcome: .allowed, conditions: [.int(1, $0)]) }
            + locks.map { .init(name: "fcntl", outcome: .failed(ENOLCK), conditions: [.int(1, $0)]) }
            + [.init(name: "flock", outcome: .failed(ENOLCK))]
            + requests.map { .init(name: "ioctl", outcome: .allowed, conditions: [.int(1, $0)]) }
            // Not with CLOSE_RANGE_UNSHARE, which gives a thread a table of open files of its own.
            + [
                .init(
                    name: "close_range", outcome: .allowed,
                    conditions: [.bits(2, ~UInt32(CSANDBOX_CLOSE_RANGE_ON_EXEC), equal: 0)]),
                .init(name: "close_range", outcome: .failed(EINVAL)),
            ]
            // Attributes of open files, which Landlock says nothing about; an atomic write sets them in passing.
            + ["fchmod", "fchown", "utimensat", "futimesat", "fsetxattr", "fremovexattr"].map {
                .init(name: $0, outcome: .failed(EPERM))
            }
    }

    /// Reading is Landlock's business alone, except that nonblocking reads go through the handler, which answers some itself. Writing goes
    /// through the handler too, which notes what Landlock refuses; without Landlock it refuses everything.
    private static func fileRules(landlock: Int32?) -> [SystemCallRule] {
        let marked = SystemCallRule.Condition.word(5, CSANDBOX_RETRY)
        let writing = O_WRONLY | O_RDWR | O_CREAT | O_TRUNC
        var rules: [SystemCallRule] = []
        for (name, flags) in [("open", 1), ("openat", 2)] {
            let reads: SystemCallRule.Condition = .bits(flags, writing, equal: 0)
            // Files without a name, which nobody could count in the scratch folder. Programs know this answer from file systems that have
            // none, and make a file with a name.
            rules.append(
                .init(
                    name: name, outcome: .failed(EOPNOTSUPP),
                    conditions: [.bits(flags, CSANDBOX_OPEN_UNNAMED, equal: CSANDBOX_OPEN_UNNAMED)]))
            // Emptying a file that is opened for reading, which versions of Landlock before 3 take for reading.
            rules.append(
                .init(
                    name: name, outcome: .failed(EACCES),
                    conditions: [.bits(flags, O_ACCMODE | O_TRUNC, equal: O_RDONLY | O_TRUNC)]))
            if name == "openat" {
                rules.append(
                    .init(name: name, outcome: .allowed, conditions: landlock == nil ? [marked, reads] : [marked]))
            }
            // Folders are opened so by everyone who lists them.
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
