// Attacks that bypass the C library. Each returns 1 if it succeeded and 0 if it was refused.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

// A bit that the kernel ignores in an int argument.
#define ABOVE (1L << 32)
// The mark of calls that the sandbox's signal handler repeats; any code can find it in the program.
#define MARK 0x636f7265696d6167L

static int reads(const char *path) {
    char byte;
    int file = open(path, O_RDONLY);
    int read_any = file >= 0 && read(file, &byte, 1) >= 0;
    if (file >= 0) close(file);
    return read_any;
}

static int reads_of(const char *pattern, int process) {
    char path[128];
    snprintf(path, sizeof path, pattern, process);
    return reads(path);
}

static int reads_network(void) { return reads("/proc/self/net/tcp") || reads("/proc/self/net/unix") || reads("/proc/net/tcp"); }
static int reads_environment(void) {
    return reads("/proc/self/environ") || reads_of("/proc/self/task/%d/environ", (int)syscall(SYS_gettid)) || reads("/proc/thread-self/environ");
}
static int reads_memory(void) {
    int file = open("/proc/self/mem", O_RDWR);
    return file >= 0 || reads("/proc/self/mem") || reads("/proc/self/pagemap");
}
static int reads_host(void) {
    int host = getppid();
    return reads_of("/proc/%d/environ", host) || reads_of("/proc/%d/maps", host) || reads_of("/proc/%d/cmdline", host)
        || reads_of("/proc/%d/net/tcp", host);
}
static int reads_root(void) { return reads("/proc/self/root/etc/passwd") || reads("/proc/self/cwd/../../etc/passwd"); }
static int reads_mounts(void) { return reads("/proc/self/mountinfo") || reads("/proc/self/mounts") || reads("/proc/mounts"); }
static int reads_settings(void) { return reads("/proc/sys/kernel/hostname") || reads("/proc/cmdline") || reads("/proc/kallsyms"); }

// Opens the state of a thread as Dispatch does, but for threads of other processes, and for other files.
static int reads_nonblocking(void) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/stat", getppid());
    return open(path, O_RDONLY | O_NONBLOCK) >= 0 || open("/proc/1/stat", O_RDONLY | O_NONBLOCK) >= 0
        || open("/etc/passwd", O_RDONLY | O_NONBLOCK) >= 0 || open("/proc/self/environ", O_RDONLY | O_NONBLOCK) >= 0;
}
// Opens thread states until there are no free descriptors. The last open must be refused, and nothing may break.
static int hoards_states(void) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/stat", (int)syscall(SYS_gettid));
    int count = 0, files[4096];
    while (count < 4096 && (files[count] = open(path, O_RDONLY | O_NONBLOCK)) >= 0) count++;
    for (int at = 0; at < count; at++) close(files[at]);
    return count < 4096;
}

static int sends_out_of_band(void) {
    char byte = 0;
    struct iovec part = {&byte, 1};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    for (int socket = 4; socket < 8; socket++) {
        if (send(socket, &byte, 1, MSG_OOB) >= 0 || sendmsg(socket, &message, MSG_OOB) >= 0) return 1;
        if (recv(socket, &byte, 1, MSG_OOB) >= 0 || errno != EINVAL || recvmsg(socket, &message, MSG_OOB | MSG_PEEK) >= 0) return 1;
    }
    return 0;
}

static void ignore(int number) { (void)number; }
// If the handler could be replaced, refused calls would neither end the process nor be recorded.
static int replaces_handler(void) {
    struct { void (*handler)(int); unsigned long flags; void (*restorer)(void); unsigned long mask; } action = {ignore, 0x04000000, abort, 0};
    for (int bit = 32; bit < 64; bit++) {
        if (syscall(SYS_rt_sigaction, (1L << bit) | SIGSYS, &action, 0, 8) == 0) return 1;
        if (syscall(SYS_rt_sigaction, (1L << bit) | SIGXCPU, &action, 0, 8) == 0) return 1;
    }
    // This refused call must still be reported.
    socket(AF_INET, SOCK_STREAM, 0);
    return 0;
}
static int blocks_handler(void) {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, 0);
    return socket(AF_INET, SOCK_STREAM, 0) >= 0;
}
static int kills_host_above(void) { return syscall(SYS_kill, ABOVE | getppid(), SIGTERM) == 0; }
static int opens_socket_above(void) { return syscall(SYS_socket, ABOVE | AF_INET, SOCK_STREAM, 0) >= 0; }
static int becomes_traceable(void) { return syscall(SYS_prctl, ABOVE | 4, 1, 0, 0, 0) == 0 || syscall(SYS_prctl, 4, 1, 0, 0, 0) == 0; }

static int locks(void) {
    struct flock whole = {.l_type = F_RDLCK, .l_whence = SEEK_SET};
    const char *paths[] = {"/usr/lib/os-release", "/usr/lib", "/etc/ld.so.cache", "/usr/share"};
    for (size_t at = 0; at < sizeof paths / sizeof *paths; at++) {
        int file = open(paths[at], O_RDONLY);
        if (file < 0) continue;
        int locked = flock(file, LOCK_EX | LOCK_NB) == 0 || flock(file, LOCK_SH | LOCK_NB) == 0 || fcntl(file, F_SETLK, &whole) == 0
            || fcntl(file, F_OFD_SETLK, &whole) == 0 || fcntl(file, F_SETLEASE, F_RDLCK) == 0
            || syscall(SYS_fcntl, file, ABOVE | F_SETLK, &whole) == 0;
        close(file);
        if (locked) return 1;
    }
    return 0;
}

static int makes_memory_executable(void) {
    size_t size = 4096;
    void *page = mmap(0, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mprotect(page, size, PROT_READ | PROT_EXEC) == 0 || mprotect(page, size, PROT_READ | PROT_WRITE | PROT_EXEC) == 0) return 1;
    if (syscall(SYS_pkey_mprotect, page, size, PROT_READ | PROT_EXEC, -1) == 0) return 1;
    return mmap(0, size, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED;
}
static int makes_all_memory_executable(void) { return syscall(SYS_personality, 0x0400000L) >= 0; }
static int makes_memory_file(void) { return syscall(SYS_memfd_create, "hidden", 0) >= 0; }

// With a separate table of open files, the limit would apply to each thread.
static int unshares_files(void) { return syscall(SYS_close_range, 1000, 2000, 2) == 0; }
static int clones_without_files(void) {
    return syscall(SYS_clone, CLONE_VM | CLONE_FS | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM, 0, 0, 0, 0) >= 0;
}
static int makes_namespaces(void) { return unshare(CLONE_NEWUSER | CLONE_NEWNS) == 0; }
static int makes_unnamed_file(void) { return open(".", O_RDWR | O_TMPFILE, 0600) >= 0; }

// Marked calls may do only what Landlock allows.
static int uses_mark(void) {
    const char *made = "/tmp/coreimage-hostile-unit-was-here";
    struct { uint64_t flags, mode, resolve; } how = {O_WRONLY | O_CREAT, 0600, 0};
    return syscall(SYS_openat, AT_FDCWD, made, O_WRONLY | O_CREAT, 0600, 0, MARK) >= 0
        || syscall(SYS_openat2, AT_FDCWD, made, &how, sizeof how, 0, MARK) >= 0 || syscall(SYS_mkdirat, AT_FDCWD, made, 0700, 0, 0, MARK) == 0
        || syscall(SYS_unlinkat, AT_FDCWD, "/etc/hostname", 0, 0, 0, MARK) == 0
        || syscall(SYS_symlinkat, "/etc/passwd", AT_FDCWD, "link", 0, 0, MARK) == 0;
}

static int uses_rings(void) {
    char parameters[256] = {0};
    return syscall(SYS_io_uring_setup, 4, parameters) >= 0;
}
static int uses_keys(void) { return syscall(SYS_add_key, "user", "hostile", "x", 1, -3) >= 0 || syscall(SYS_keyctl, 0, -3, 0) >= 0; }
static int watches_files(void) { return syscall(SYS_inotify_init1, 0) >= 0 || syscall(SYS_fanotify_init, 0, 0) >= 0; }
static int opens_by_handle(void) { return syscall(SYS_open_by_handle_at, 4, "", 0) >= 0 || errno != ENOSYS; }
static int asks_for_the_hosts_limits(void) {
    struct rlimit limit;
    return prlimit(getppid(), RLIMIT_NOFILE, 0, &limit) == 0;
}
static int holds_other_processes(void) { return syscall(SYS_pidfd_open, getppid(), 0) >= 0; }
static int raises_priority(void) {
    return setpriority(PRIO_PROCESS, getppid(), 19) == 0 || setpriority(PRIO_PROCESS, 0, -20) == 0 || setpriority(PRIO_USER, 0, 19) == 0;
}
static int types_into_terminal(void) {
    for (int file = 0; file < 3; file++) {
        if (syscall(SYS_ioctl, file, ABOVE | 0x5412, "x") == 0 || syscall(SYS_ioctl, file, 0x5412, "x") == 0) return 1;
    }
    return 0;
}

static void *wait_for_ever(void *argument) {
    for (;;) pause();
    return argument;
}
// Starts 5,000 threads in each call.
static int starts_threads(void) {
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, 16384);
    for (int count = 0; count < 5000; count++) {
        pthread_t thread;
        pthread_create(&thread, &attributes, wait_for_ever, 0);
    }
    return 1;
}

static int fills(size_t size, int count, int keeps_open) {
    char *bytes = calloc(1, size), name[64];
    memset(bytes, 1, size);
    for (int number = 0; number < count; number++) {
        snprintf(name, sizeof name, "filler%d", number);
        int file = open(name, O_WRONLY | O_CREAT, 0600);
        if (file < 0 || write(file, bytes, size) < (ssize_t)size) return 0;
        if (!keeps_open) close(file);
    }
    usleep(1000000);
    return 1;
}
static int fills_with_bytes(void) { return fills(4 << 20, 30, 0); }
static int fills_with_files(void) { return fills(1, 2000, 0); }
static int fills_one_file(void) { return fills(50 << 20, 1, 1); }

static const struct { const char *name; int (*run)(void); } attacks[] = {
    {"ReadNetwork", reads_network}, {"ReadEnvironment", reads_environment}, {"ReadMemory", reads_memory}, {"ReadHost", reads_host},
    {"ReadRoot", reads_root}, {"ReadMounts", reads_mounts}, {"ReadSettings", reads_settings}, {"ReadNonblocking", reads_nonblocking},
    {"HoardStates", hoards_states}, {"SendOutOfBand", sends_out_of_band}, {"ReplaceHandler", replaces_handler},
    {"BlockHandler", blocks_handler}, {"KillHostAbove", kills_host_above}, {"OpenSocketAbove", opens_socket_above},
    {"BecomeTraceable", becomes_traceable}, {"LockFiles", locks}, {"MakeMemoryExecutable", makes_memory_executable},
    {"MakeAllMemoryExecutable", makes_all_memory_executable}, {"MakeMemoryFile", makes_memory_file}, {"UnshareFiles", unshares_files},
    {"CloneWithoutFiles", clones_without_files}, {"MakeNamespaces", makes_namespaces}, {"MakeUnnamedFile", makes_unnamed_file},
    {"UseMark", uses_mark}, {"UseRings", uses_rings}, {"UseKeys", uses_keys}, {"WatchFiles", watches_files},
    {"OpenByHandle", opens_by_handle}, {"AskForLimits", asks_for_the_hosts_limits}, {"HoldProcesses", holds_other_processes},
    {"RaisePriority", raises_priority}, {"TypeIntoTerminal", types_into_terminal}, {"StartThreads", starts_threads},
    {"FillWithBytes", fills_with_bytes}, {"FillWithFiles", fills_with_files}, {"FillOneFile", fills_one_file},
};

int hostile_attack(int number) { return attacks[number].run(); }
const char *hostile_attack_name(int number) {
    return number < (int)(sizeof attacks / sizeof *attacks) ? attacks[number].name : 0;
}
