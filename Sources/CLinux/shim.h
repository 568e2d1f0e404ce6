// Linux's own additions to POSIX, which the C library declares under _GNU_SOURCE only, and Swift's Glibc module
// therefore lacks.
#include <stdio.h>
#include <sys/types.h>

#ifndef RENAME_NOREPLACE
#define RENAME_NOREPLACE (1 << 0)
#define RENAME_EXCHANGE (1 << 1)
#endif

int renameat2(int, const char *, int, const char *, unsigned int);
int syncfs(int);
int pipe2(int[2], int);
ssize_t tee(int, int, size_t, unsigned int);

#include <linux/openat2.h>
#include <stdint.h>
#include <sys/syscall.h>

long syscall(long, ...);

// Opens a path that can't leave a folder: neither by "..", nor by a link, nor by a mount's magic link. Returns a
// descriptor, or -1 with errno.
static inline int clinux_open_beneath(int folder, const char *path, int flags) {
    struct open_how how = {
        .flags = (uint64_t)flags, .mode = 0, .resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS};
    return (int)syscall(SYS_openat2, folder, path, &how, sizeof how);
}

// Makes the processor's instruction caches forget what memory from `start` to `end` contained, which must be readable.
// The processors of x86-64 need no such instruction.
static inline void clinux_clear_instruction_cache(void *start, void *end) {
    __builtin___clear_cache((char *)start, (char *)end);
}

#include <errno.h>
#include <fcntl.h>
#include <linux/dma-buf.h>
#include <sys/ioctl.h>

#ifndef F_GET_SEALS
#define F_GET_SEALS (1024 + 10)
#endif
#ifndef F_SEAL_SHRINK
#define F_SEAL_SHRINK 2
#endif

// Begins or ends an access of the processor to a dma-buf. Returns 0, or -1 with errno, which is ENOTTY for other files.
static inline int clinux_synchronize_dma_buf(int descriptor, uint64_t flags) {
    struct dma_buf_sync request = {.flags = flags};
    int result;
    do {
        result = ioctl(descriptor, DMA_BUF_IOCTL_SYNC, &request);
    } while (result == -1 && (errno == EINTR || errno == EAGAIN));
    return result;
}

// Whether memory of memfd_create can't become smaller. False for all other files.
static inline int clinux_is_sealed_against_shrinking(int descriptor) {
    int seals = fcntl(descriptor, F_GET_SEALS);
    return seals != -1 && (seals & F_SEAL_SHRINK) != 0;
}

// Part of the C library, for compilers of C++.
int __cxa_thread_atexit_impl(void (*function)(void *), void *argument, void *library);
// Identifies the executable or shared library that contains this code.
extern char __dso_handle __attribute__((visibility("hidden")));

// Has `function` called when this thread ends. If this thread calls exit, that is before all functions of atexit, and
// before the destructors of global C++ objects. Returns 0 on success.
static inline int clinux_at_thread_exit(void (*function)(void *)) {
    return __cxa_thread_atexit_impl(function, 0, &__dso_handle);
}
