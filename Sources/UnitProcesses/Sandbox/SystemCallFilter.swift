import CSandbox
import CSeccomp
import Glibc

/// The kernel's filter of system calls (seccomp). What isn't listed fails as if the kernel had no such call, so that libraries fall back
/// to what it has.
enum SystemCallFilter {
    /// Tells the signal handler how to answer what the filter traps.
    static func prepareHandler(landlock: Bool) throws(SystemProblem) {
        for call in TrappedCall.guarded + TrappedCall.forbidden {
            guard let number = number(of: call.name) else { continue }
            let retry = landlock ? call.retry : CSANDBOX_NOT_RETRIED
            guard csandbox_trap(number, call.kind.rawValue, call.pathArgument ?? -1, retry) == 0
            else { throw SystemProblem("listing the system call \(call.name)") }
        }
    }

    /// Filters this thread's calls from now on, and those of all threads that it starts.
    static func enforce(landlock: Bool) throws(SystemProblem) {
        guard let filter = seccomp_init(SystemCallRule.Outcome.failed(ENOSYS).action) else {
            throw SystemProblem("making a filter of system calls", code: ENOMEM)
        }
        defer { seccomp_release(filter) }
        // A binary search over the calls' numbers in place of a comparison with each.
        seccomp_attr_set(filter, SCMP_FLTATR_CTL_OPTIMIZE, 2)
        // Calls by the numbers of another architecture, which the rules say nothing about.
        seccomp_attr_set(filter, SCMP_FLTATR_ACT_BADARCH, 0x8000_0000)
        for rule in rules(landlock: landlock) {
            guard let number = number(of: rule.name) else { continue }
            let comparisons = rule.conditions.map(\.comparable)
            let code = seccomp_rule_add_array(
                filter, rule.outcome.action, number, UInt32(comparisons.count), comparisons)
            guard code == 0 else { throw SystemProblem("filtering the system call \(rule.name)", code: -code) }
        }
        let code = seccomp_load(filter)
        guard code == 0 else { throw SystemProblem("filtering system calls", code: -code) }
    }

    /// A call's number, or nil where this architecture or this libseccomp has none.
    private static func number(of name: String) -> Int32? {
        let number = seccomp_syscall_resolve_name(name)
        return number < 0 ? nil : number
    }

    private static func rules(landlock: Bool) -> [SystemCallRule] {
        AllowedCalls.names.map { SystemCallRule(name: $0, outcome: .allowed) }
            + memoryRules + threadRules + signalRules + socketRules + descriptorRules
            + fileRules(landlock: landlock) + forbiddenRules
    }

    /// No memory that can be written and run: neither Swift nor the loader needs any.
    private static var memoryRules: [SystemCallRule] {
        let both = PROT_WRITE | PROT_EXEC
        return [
            .init(name: "mmap", outcome: .allowed, conditions: [.bits(2, PROT_EXEC, equal: 0)]),
            .init(name: "mmap", outcome: .allowed, conditions: [.bits(2, both, equal: PROT_EXEC)]),
            .init(name: "mmap", outcome: .failed(EPERM), conditions: [.bits(2, both, equal: both)]),
            .init(name: "mprotect", outcome: .allowed, conditions: [.bits(2, PROT_EXEC, equal: 0)]),
            .init(name: "mprotect", outcome: .failed(EPERM), conditions: [.bits(2, PROT_EXEC, equal: PROT_EXEC)]),
        ]
    }

    /// Threads and no processes. clone3 is not on any list, because a filter can't look at its flags: without it the C library uses
    /// clone.
    private static var threadRules: [SystemCallRule] {
        [
            .init(
                name: "clone", outcome: .allowed,
                conditions: [.bits(0, CSANDBOX_CLONE_THREAD, equal: CSANDBOX_CLONE_THREAD)]),
            .init(name: "clone", outcome: .trapped, conditions: [.bits(0, CSANDBOX_CLONE_THREAD, equal: 0)]),
            // A name for a thread or for a mapping, as debuggers show it.
            .init(name: "prctl", outcome: .allowed, conditions: [.equal(0, CSANDBOX_SET_NAME)]),
            .init(name: "prctl", outcome: .allowed, conditions: [.equal(0, CSANDBOX_GET_NAME)]),
            .init(name: "prlimit64", outcome: .allowed, conditions: [.equal(2, 0)]),
            .init(name: "prlimit64", outcome: .trapped, conditions: [.different(2, 0)]),
        ]
    }

    /// Signals to itself only; and the handlers for refusals and for the end of the processor time stay as they are.
    private static var signalRules: [SystemCallRule] {
        let own = getpid()
        let kept = [SIGSYS, SIGXCPU]
        let (first, last) = (min(SIGSYS, SIGXCPU), max(SIGSYS, SIGXCPU))
        return [
            .init(name: "kill", outcome: .allowed, conditions: [.equal(0, own)]),
            .init(name: "kill", outcome: .trapped, conditions: [.different(0, own)]),
            .init(name: "tgkill", outcome: .allowed, conditions: [.equal(0, own)]),
            .init(name: "tgkill", outcome: .trapped, conditions: [.different(0, own)]),
            // A rule may ask about an argument once, so "all but two" is what lies below, between and above them.
            .init(name: "rt_sigaction", outcome: .allowed, conditions: [.less(0, first)]),
            .init(name: "rt_sigaction", outcome: .allowed, conditions: [.greater(0, last)]),
        ]
            + (first + 1..<last).map { .init(name: "rt_sigaction", outcome: .allowed, conditions: [.equal(0, $0)]) }
            + kept.map { .init(name: "rt_sigaction", outcome: .failed(EPERM), conditions: [.equal(0, $0)]) }
    }

    /// Local sockets are refused without a word: the C library tries one to ask for users' names and to write to the system's log.
    private static var socketRules: [SystemCallRule] {
        [
            .init(name: "socket", outcome: .failed(EACCES), conditions: [.equal(0, AF_UNIX)]),
            .init(name: "socket", outcome: .trapped, conditions: [.different(0, AF_UNIX)]),
            .init(name: "socketpair", outcome: .failed(EACCES)),
        ]
    }

    /// What may be asked of an open file: nothing that reaches a terminal or has signals sent.
    private static var descriptorRules: [SystemCallRule] {
        let commands = [
            F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_GETLK, F_SETLK, F_SETLKW, F_DUPFD_CLOEXEC,
            Int32(CSANDBOX_GET_SEALS), Int32(CSANDBOX_ADD_SEALS),
        ]
        let requests = [UInt(TCGETS), UInt(FIONREAD), UInt(FIONBIO)]
        return commands.map { .init(name: "fcntl", outcome: .allowed, conditions: [.equal(1, $0)]) }
            + requests.map { .init(name: "ioctl", outcome: .allowed, conditions: [.equal(1, $0)]) }
            // Attributes of open files, which Landlock says nothing about; an atomic write sets them in passing.
            + ["fchmod", "fchown", "utimensat", "futimesat", "fsetxattr", "fremovexattr"].map {
                .init(name: $0, outcome: .failed(EPERM))
            }
    }

    /// Reading is Landlock's business alone. Writing goes through the handler, which notes what Landlock refuses; without Landlock it
    /// refuses everything.
    private static func fileRules(landlock: Bool) -> [SystemCallRule] {
        let writing = [O_WRONLY, O_RDWR, O_CREAT, O_TRUNC]
        var rules: [SystemCallRule] = []
        for (name, flags) in [("open", UInt32(1)), ("openat", UInt32(2))] {
            let none: SystemCallRule.Condition = .bits(flags, writing.reduce(0, |), equal: 0)
            rules.append(.init(name: name, outcome: .allowed, conditions: [none]))
            // A filter can ask for bits that are set, but not for any of several, so each gets a rule. Such rules must not ask about
            // another argument too: libseccomp 2.5 loses some of them then.
            rules += writing.map { .init(name: name, outcome: .trapped, conditions: [.bits(flags, $0, equal: $0)]) }
        }
        for call in TrappedCall.guarded where call.name != "open" && call.name != "openat" {
            guard landlock, call.retry == CSANDBOX_RETRY_AS_IT_IS else {
                rules.append(.init(name: call.name, outcome: .trapped))
                continue
            }
            rules.append(.init(name: call.name, outcome: .allowed, conditions: [.equal(5, CSANDBOX_RETRY)]))
            rules.append(.init(name: call.name, outcome: .trapped, conditions: [.different(5, CSANDBOX_RETRY)]))
        }
        // Anyone else who calls it gets to hear that the kernel doesn't have it, and takes openat.
        if landlock { rules.append(.init(name: "openat2", outcome: .allowed, conditions: [.equal(5, CSANDBOX_RETRY)])) }
        return rules
    }

    private static var forbiddenRules: [SystemCallRule] {
        let conditional = Set((threadRules + signalRules + socketRules).map(\.name))
        return TrappedCall.forbidden.filter { !conditional.contains($0.name) }
            .map { .init(name: $0.name, outcome: .trapped) }
    }
}
