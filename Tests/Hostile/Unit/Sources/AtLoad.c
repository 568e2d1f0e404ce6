// The behaviour of a hostile library while it is being loaded, named by the file AtLoad.txt in its bundle's Resources.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ptrace.h>
#include <unistd.h>

#define EXPORTED __attribute__((visibility("default")))

// A loop that the compiler can't remove.
void hostile_spin(void) { for (volatile int i = 0;; i++) {} }

static void behaviour(char *name, size_t size) {
    Dl_info info;
    char path[4096];
    name[0] = 0;
    if (!dladdr((void *)behaviour, &info) || !info.dli_fname) return;
    snprintf(path, sizeof path, "%s", info.dli_fname);
    for (int level = 0; level < 2; level++) {
        char *slash = strrchr(path, '/');
        if (!slash) return;
        *slash = 0;
    }
    strncat(path, "/Resources/AtLoad.txt", sizeof path - strlen(path) - 1);
    FILE *file = fopen(path, "r");
    if (!file) return;
    if (fgets(name, (int)size, file)) name[strcspn(name, "\n")] = 0;
    fclose(file);
}

__attribute__((constructor)) static void at_load(void) {
    char name[64];
    behaviour(name, sizeof name);
    if (strcmp(name, "crash") == 0) raise(SIGSEGV);
    if (strcmp(name, "hang") == 0) for (;;) pause();
    if (strcmp(name, "exit") == 0) _exit(0);
    if (strcmp(name, "spin") == 0) hostile_spin();
    if (strcmp(name, "ignore signals") == 0)
        for (int number = 1; number < 32; number++) signal(number, SIG_IGN);
}

// System calls that Swift doesn't import.
int hostile_fork(void) { return fork(); }
int hostile_trace(int process) { return (int)ptrace(PTRACE_ATTACH, process, 0, 0); }

// Entry points, selected by CoreImageEntryPoint.
EXPORTED void *entry_crash(void) { raise(SIGSEGV); return 0; }
EXPORTED void *entry_null(void) { return 0; }
EXPORTED void *entry_garbage(void) { static long words[8] = {0x4141414141414141, 1, 2, 3}; return words; }
EXPORTED void *entry_hang(void) { for (;;) pause(); }
