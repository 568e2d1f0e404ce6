import CSandbox

/// A system call that the signal handler answers: it reports the attempt, or repeats the call so that Landlock decides.
struct TrappedCall {
    let name: String
    let kind: ForbiddenAction.Kind
    /// The index of the argument that is a path.
    let pathArgument: Int32?
    /// How the handler repeats the call, if Landlock decides about it.
    let retry: csandbox_retry

    init(
        _ name: String, _ kind: ForbiddenAction.Kind, path: Int32? = nil,
        retry: csandbox_retry = CSANDBOX_NOT_RETRIED
    ) {
        self.name = name
        self.kind = kind
        pathArgument = path
        self.retry = retry
    }

    /// Whether a version of Landlock decides about the call; nil means no Landlock.
    func isGuarded(by landlock: Int32?) -> Bool { landlock.map { $0 >= (name == "truncate" ? 3 : 1) } ?? false }

    /// Whether the call opens a file, for reading or writing.
    var opensFile: Bool { [CSANDBOX_RETRY_OPEN, CSANDBOX_RETRY_OPENAT].contains { $0 == retry } }

    /// Calls that create, change or remove files. None of them uses the sixth argument, so it can hold the mark of a
    /// repeated call.
    static let guarded: [TrappedCall] = [
        .init("open", .wroteFile, path: 0, retry: CSANDBOX_RETRY_OPEN),
        .init("openat", .wroteFile, path: 1, retry: CSANDBOX_RETRY_OPENAT),
        .init("creat", .wroteFile, path: 0, retry: CSANDBOX_RETRY_CREAT),
        .init("truncate", .wroteFile, path: 0, retry: CSANDBOX_RETRY_AS_IT_IS),
        .init("unlink", .removedFile, path: 0, retry: CSANDBOX_RETRY_AS_IT_IS),
        .init("unlinkat", .removedFile, path: 1, retry: CSANDBOX_RETRY_AS_IT_IS),
        .init("rmdir", .removedFile, path: 0, retry: CSANDBOX_RETRY_AS_IT_IS),
        .init("rename", .movedFile, path: 0, retry: CSANDBOX_RETRY_AS_IT_IS),
        .init("renameat", .movedFile, path: 1, retry: CSANDBOX_RETRY_AS_IT_IS),
        .init("renameat2", .movedFile, path: 1, retry: CSANDBOX_RETRY_AS_IT_IS),
        .init("mkdir", .madeFile, path: 0, retry: CSANDBOX_RETRY_AS_IT_IS),
        .init("mkdirat", .madeFile, path: 1, retry: CSANDBOX_RETRY_AS_IT_IS),
        .init("symlink", .madeFile, path: 1, retry: CSANDBOX_RETRY_AS_IT_IS),
        .init("symlinkat", .madeFile, path: 2, retry: CSANDBOX_RETRY_AS_IT_IS),
        .init("link", .madeFile, path: 1, retry: CSANDBOX_RETRY_AS_IT_IS),
        .init("linkat", .madeFile, path: 3, retry: CSANDBOX_RETRY_AS_IT_IS),
        .init("mknod", .madeFile, path: 0, retry: CSANDBOX_RETRY_AS_IT_IS),
        .init("mknodat", .madeFile, path: 1, retry: CSANDBOX_RETRY_AS_IT_IS),
    ]

    /// Calls that are always refused.
    static let forbidden: [TrappedCall] = [
        .init("socket", .openedSocket), .init("connect", .openedSocket), .init("bind", .openedSocket),
        .init("listen", .openedSocket), .init("accept", .openedSocket), .init("accept4", .openedSocket),
        .init("execve", .startedProgram, path: 0), .init("execveat", .startedProgram, path: 1),
        .init("fork", .startedProcess), .init("vfork", .startedProcess), .init("clone", .startedProcess),
        .init("kill", .signalledProcess), .init("tgkill", .signalledProcess), .init("tkill", .signalledProcess),
        .init("rt_sigqueueinfo", .signalledProcess), .init("rt_tgsigqueueinfo", .signalledProcess),
        .init("pidfd_send_signal", .signalledProcess), .init("ptrace", .inspectedProcess),
        .init("process_vm_readv", .inspectedProcess), .init("process_vm_writev", .inspectedProcess),
        .init("process_madvise", .inspectedProcess), .init("pidfd_getfd", .inspectedProcess),
        .init("kcmp", .inspectedProcess), .init("chmod", .changedFileAttributes, path: 0),
        .init("fchmodat", .changedFileAttributes, path: 1), .init("fchmodat2", .changedFileAttributes, path: 1),
        .init("chown", .changedFileAttributes, path: 0), .init("lchown", .changedFileAttributes, path: 0),
        .init("fchownat", .changedFileAttributes, path: 1), .init("utime", .changedFileAttributes, path: 0),
        .init("utimes", .changedFileAttributes, path: 0), .init("setxattr", .changedFileAttributes, path: 0),
        .init("lsetxattr", .changedFileAttributes, path: 0), .init("removexattr", .changedFileAttributes, path: 0),
        .init("lremovexattr", .changedFileAttributes, path: 0),
        .init("mount", .changedSystem), .init("umount2", .changedSystem), .init("pivot_root", .changedSystem),
        .init("chroot", .changedSystem), .init("unshare", .changedSystem), .init("setns", .changedSystem),
        .init("reboot", .changedSystem), .init("kexec_load", .changedSystem), .init("init_module", .changedSystem),
        .init("finit_module", .changedSystem), .init("delete_module", .changedSystem),
        .init("swapon", .changedSystem), .init("swapoff", .changedSystem), .init("sethostname", .changedSystem),
        .init("setdomainname", .changedSystem), .init("settimeofday", .changedSystem),
        .init("clock_settime", .changedSystem), .init("clock_adjtime", .changedSystem),
        .init("adjtimex", .changedSystem), .init("bpf", .changedSystem), .init("perf_event_open", .changedSystem),
        .init("setuid", .changedPrivileges), .init("setgid", .changedPrivileges),
        .init("setreuid", .changedPrivileges), .init("setregid", .changedPrivileges),
        .init("setresuid", .changedPrivileges), .init("setresgid", .changedPrivileges),
        .init("setgroups", .changedPrivileges), .init("capset", .changedPrivileges),
        .init("prlimit64", .changedPrivileges), .init("setrlimit", .changedPrivileges),
    ]
}
