/// System calls that are allowed with any arguments, because they affect only the process itself and its open files.
/// This is a list of allowed calls, so calls of newer kernels stay forbidden until they have been reviewed.
enum AllowedCalls {
    static let names = files + descriptors + memory + threads + clocks + signals + processInformation + channels

    private static let files = [
        "access", "faccessat", "faccessat2", "stat", "lstat", "newfstatat", "fstat", "statx", "statfs", "fstatfs",
        "readlink",
        "readlinkat", "getdents", "getdents64", "getcwd", "chdir", "fchdir", "getxattr", "lgetxattr", "fgetxattr",
        "umask", "fsync", "fdatasync", "ftruncate", "fallocate", "fadvise64", "readahead", "sync_file_range",
        "copy_file_range", "sendfile",
    ]

    private static let descriptors = [
        "read", "write", "readv", "writev", "pread64", "pwrite64", "preadv", "pwritev", "preadv2", "pwritev2", "lseek",
        "close", "dup", "dup2", "dup3", "pipe", "pipe2", "eventfd", "eventfd2", "poll", "ppoll", "select",
        "pselect6", "epoll_create", "epoll_create1", "epoll_ctl", "epoll_wait", "epoll_pwait", "epoll_pwait2",
        "timerfd_create", "timerfd_settime", "timerfd_gettime",
    ]

    private static let memory = ["munmap", "mremap", "madvise", "brk", "msync", "mincore", "membarrier"]

    private static let threads = [
        "futex", "futex_waitv", "set_robust_list", "get_robust_list", "rseq", "set_tid_address", "arch_prctl",
        "sched_yield",
        "sched_getaffinity", "sched_getparam", "sched_getscheduler", "sched_getattr", "sched_get_priority_max",
        "sched_get_priority_min", "getpriority", "exit", "exit_group", "restart_syscall",
    ]

    private static let clocks = [
        "clock_gettime", "clock_getres", "clock_nanosleep", "nanosleep", "gettimeofday", "time", "times", "getcpu",
        "alarm", "setitimer",
        "getitimer", "timer_create", "timer_settime", "timer_gettime", "timer_getoverrun", "timer_delete",
    ]

    private static let signals = [
        "rt_sigprocmask", "rt_sigreturn", "rt_sigpending", "rt_sigtimedwait", "rt_sigsuspend", "sigaltstack", "pause",
    ]

    private static let processInformation = [
        "getpid", "gettid", "getppid", "getuid", "geteuid", "getgid", "getegid", "getresuid", "getresgid", "getgroups",
        "getpgrp",
        "getpgid", "getsid", "capget", "uname", "sysinfo", "getrusage", "getrlimit", "getrandom",
    ]

    /// These affect only the sockets that the worker inherited, as it can't create others.
    private static let channels = ["shutdown", "getsockopt", "getsockname", "getpeername"]
}
