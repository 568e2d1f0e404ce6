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
