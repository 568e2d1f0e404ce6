#define _GNU_SOURCE
#include "CSandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/magic.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <time.h>
#include <unistd.h>

// Seals and flags that are missing in older headers of the C library.
#ifndef F_SEAL_FUTURE_WRITE
#define F_SEAL_FUTURE_WRITE 0x0010
#endif
#ifndef MFD_NOEXEC_SEAL
#define MFD_NOEXEC_SEAL 0x0008U
#endif

_Static_assert(
    CSANDBOX_SET_PARENT_DEATH_SIGNAL == PR_SET_PDEATHSIG && CSANDBOX_SET_DUMPABLE == PR_SET_DUMPABLE && CSANDBOX_SET_NAME == PR_SET_NAME
        && CSANDBOX_GET_NAME == PR_GET_NAME && CSANDBOX_GET_SECCOMP == PR_GET_SECCOMP
        && CSANDBOX_SET_NO_NEW_PRIVILEGES == PR_SET_NO_NEW_PRIVS && CSANDBOX_LIMIT_LOCKED_MEMORY == (int)RLIMIT_MEMLOCK
        && CSANDBOX_CLONE_THREAD_SHARES == (CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM)
        && CSANDBOX_CLONE_THREAD_OPTIONS == (CLONE_SETTLS | CLONE_PARENT_SETTID | CLONE_CHILD_SETTID | CLONE_CHILD_CLEARTID | CLONE_DETACHED)
        && CSANDBOX_OPEN_UNNAMED == (O_TMPFILE & ~O_DIRECTORY) && CSANDBOX_SET_OPEN_FILE_LOCK == F_OFD_SETLK
        && CSANDBOX_AWAIT_OPEN_FILE_LOCK == F_OFD_SETLKW
        && CSANDBOX_OPEN_PATH == O_PATH && CSANDBOX_ADD_SEALS == F_ADD_SEALS && CSANDBOX_GET_SEALS == F_GET_SEALS,
    "the numbers are the system's");
_Static_assert(
    CSANDBOX_LOAD == (BPF_LD | BPF_W | BPF_ABS) && CSANDBOX_AND == (BPF_ALU | BPF_AND | BPF_K) && CSANDBOX_JUMP == (BPF_JMP | BPF_JA)
        && CSANDBOX_JUMP_EQUAL == (BPF_JMP | BPF_JEQ | BPF_K) && CSANDBOX_JUMP_GREATER_OR_EQUAL == (BPF_JMP | BPF_JGE | BPF_K)
        && CSANDBOX_RETURN == (BPF_RET | BPF_K) && CSANDBOX_AT_NUMBER == offsetof(struct seccomp_data, nr)
        && CSANDBOX_AT_ARCHITECTURE == offsetof(struct seccomp_data, arch) && CSANDBOX_AT_ARGUMENTS == offsetof(struct seccomp_data, args)
        && sizeof(csandbox_instruction) == sizeof(struct sock_filter),
    "a filter's instructions are the system's");

enum { DESCRIPTORS_PER_MESSAGE = 253 };

// MARK: Processes

int csandbox_prctl(int option, unsigned long value) { return prctl(option, value, 0, 0, 0); }

int csandbox_drop_capabilities(void) {
    // The kernel defines at most 64 capabilities. The first unknown one ends the list.
    for (unsigned long capability = 0; capability < 64; capability++) {
        if (prctl(PR_CAPBSET_READ, capability, 0, 0, 0) < 0) break;
        // This call fails without CAP_SETPCAP. That is harmless: once PR_SET_NO_NEW_PRIVS is set, such a process can't
        // gain capabilities anyway.
        (void)prctl(PR_CAPBSET_DROP, capability, 0, 0, 0);
    }
    struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
    struct __user_cap_data_struct none[2];
    memset(none, 0, sizeof none);
    return (int)syscall(SYS_capset, &header, none);
}

int csandbox_limit(int resource, uint64_t value) {
    struct rlimit limit = {value, value};
    struct rlimit current;
    if (getrlimit((__rlimit_resource_t)resource, &current)) return -1;
    // Keep a lower limit that is already in force.
    if (current.rlim_max < limit.rlim_max) limit.rlim_cur = limit.rlim_max = current.rlim_max;
    return setrlimit((__rlimit_resource_t)resource, &limit);
}

int csandbox_limit_process(pid_t process, int resource, uint64_t value) {
    struct rlimit limit;
    if (prlimit(process, (__rlimit_resource_t)resource, NULL, &limit)) return -1;
    limit.rlim_cur = value < limit.rlim_max ? value : limit.rlim_max;
    return prlimit(process, (__rlimit_resource_t)resource, &limit, NULL);
}

int64_t csandbox_processor_time(pid_t process) {
    clockid_t clock;
    struct timespec time;
    if (clock_getcpuclockid(process, &clock) || clock_gettime(clock, &time)) return -1;
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

int csandbox_close_from(posix_spawn_file_actions_t *actions, int first) {
    return posix_spawn_file_actions_addclosefrom_np(actions, first);
}

int csandbox_pipe(int ends[2]) {
    if (pipe2(ends, O_CLOEXEC)) return -1;
    return fcntl(ends[0], F_SETFL, O_NONBLOCK);
}

const char *csandbox_signal_name(int signal) { return sigabbrev_np(signal); }

const char *csandbox_signal_description(int signal) { return sigdescr_np(signal); }

int csandbox_open_process(pid_t process) { return (int)syscall(SYS_pidfd_open, process, 0); }

int csandbox_kill_process(int process) { return (int)syscall(SYS_pidfd_send_signal, process, 9, NULL, 0); }

// MARK: Filter of system calls

uint32_t csandbox_architecture(void) {
#if defined(__x86_64__)
    return AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
    return AUDIT_ARCH_AARCH64;
#else
#error "Say how filters of system calls name this processor."
#endif
}

int csandbox_filter(const csandbox_instruction *instructions, uint16_t count) {
    struct sock_fprog program = {count, (struct sock_filter *)instructions};
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0);
}

// MARK: Landlock

// The fields of the structure as of version 6. Older headers declare fewer.
struct ruleset {
    uint64_t files;
    uint64_t network;
    uint64_t scope;
};

int csandbox_landlock_version(void) {
    return (int)syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
}

int csandbox_landlock_create(int version, uint64_t files, uint64_t network, uint64_t scope) {
    struct ruleset ruleset = {files, version >= 4 ? network : 0, version >= 6 ? scope : 0};
    size_t size = version >= 6 ? sizeof ruleset : version >= 4 ? 2 * sizeof(uint64_t) : sizeof(uint64_t);
    return (int)syscall(SYS_landlock_create_ruleset, &ruleset, size, 0);
}

int csandbox_landlock_allow(int ruleset, int path, uint64_t files) {
    struct landlock_path_beneath_attr rule = {.allowed_access = files, .parent_fd = path};
    return (int)syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
}

int csandbox_landlock_restrict(int ruleset) { return (int)syscall(SYS_landlock_restrict_self, ruleset, 0); }

// MARK: Memory

int csandbox_create_memory(const char *name, uint64_t size) {
    int memory = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING | MFD_NOEXEC_SEAL);
    // Kernels before 6.3 don't know the flag that makes the memory not executable.
    if (memory < 0 && errno == EINVAL) memory = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (memory < 0) return -1;
    if (ftruncate(memory, (off_t)size) || fcntl(memory, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW)) {
        int saved = errno;
        close(memory);
        errno = saved;
        return -1;
    }
    return memory;
}

int csandbox_seal_memory(int memory, int read_only) {
    return fcntl(memory, F_ADD_SEALS, F_SEAL_SEAL | (read_only ? F_SEAL_FUTURE_WRITE : 0));
}

int csandbox_is_in_memory(int file) {
    struct statfs information;
    if (fstatfs(file, &information)) return -1;
    return information.f_type == TMPFS_MAGIC || information.f_type == RAMFS_MAGIC;
}

int64_t csandbox_sealed_size(int memory) {
    int seals = fcntl(memory, F_GET_SEALS);
    struct stat information;
    if (seals < 0 || !(seals & F_SEAL_SHRINK) || fstat(memory, &information)) return -1;
    return information.st_size;
}

int csandbox_is_read_only(int memory) {
    int seals = fcntl(memory, F_GET_SEALS);
    return seals >= 0 && (seals & (F_SEAL_WRITE | F_SEAL_FUTURE_WRITE)) != 0;
}

// MARK: Messages

ssize_t csandbox_send(int socket, const void *bytes, size_t count, const int *descriptors, int descriptor_count, int waits) {
    struct iovec part = {(void *)bytes, count};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    _Alignas(struct cmsghdr) char control[CMSG_SPACE(DESCRIPTORS_PER_MESSAGE * sizeof(int))];
    if (descriptor_count > DESCRIPTORS_PER_MESSAGE) {
        errno = E2BIG;
        return -1;
    }
    if (descriptor_count > 0) {
        size_t size = (size_t)descriptor_count * sizeof(int);
        message.msg_control = control;
        message.msg_controllen = CMSG_SPACE(size);
        struct cmsghdr *header = CMSG_FIRSTHDR(&message);
        header->cmsg_level = SOL_SOCKET;
        header->cmsg_type = SCM_RIGHTS;
        header->cmsg_len = CMSG_LEN(size);
        memcpy(CMSG_DATA(header), descriptors, size);
    }
    return sendmsg(socket, &message, MSG_NOSIGNAL | (waits ? 0 : MSG_DONTWAIT));
}

ssize_t csandbox_receive(int socket, void *bytes, size_t count, int *descriptors, int *descriptor_count) {
    struct iovec part = {bytes, count};
    _Alignas(struct cmsghdr) char control[CMSG_SPACE(DESCRIPTORS_PER_MESSAGE * sizeof(int))];
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof control};
    int capacity = *descriptor_count;
    *descriptor_count = 0;
    ssize_t received = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
    if (received < 0) return -1;
    for (struct cmsghdr *header = CMSG_FIRSTHDR(&message); header; header = CMSG_NXTHDR(&message, header)) {
        if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
        int number = (int)((header->cmsg_len - CMSG_LEN(0)) / sizeof(int));
        for (int index = 0; index < number; index++) {
            int descriptor;
            memcpy(&descriptor, CMSG_DATA(header) + (size_t)index * sizeof(int), sizeof descriptor);
            if (*descriptor_count < capacity) {
                descriptors[(*descriptor_count)++] = descriptor;
            } else {
                close(descriptor);
            }
        }
    }
    return received;
}
