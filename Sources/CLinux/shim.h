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
