#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "CVips.h"

int cvips_create_memory(void) { return memfd_create("coreimage-drawing", MFD_CLOEXEC); }

pid_t cvips_start_process(
    const char *path, char *const *arguments, char *const *environment, int input, int output) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    if (posix_spawn_file_actions_init(&actions)) return -1;
    if (posix_spawnattr_init(&attributes)) {
        posix_spawn_file_actions_destroy(&actions);
        return -1;
    }
    // The copies have numbers above 0 and 1, so that neither descriptor is overwritten before it is copied.
    int in = fcntl(input, F_DUPFD_CLOEXEC, 3), out = fcntl(output, F_DUPFD_CLOEXEC, 3);
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
    pid_t process = -1;
    if (in < 0 || out < 0 || posix_spawn_file_actions_adddup2(&actions, in, 0) ||
        posix_spawn_file_actions_adddup2(&actions, out, 1) ||
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0) ||
        posix_spawn_file_actions_addclosefrom_np(&actions, 3) ||
        posix_spawn(&process, path, &actions, &attributes, arguments, environment)) {
        process = -1;
    }
    if (in >= 0) close(in);
    if (out >= 0) close(out);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return process;
}

int cvips_limit_process(int64_t seconds, int64_t address_space) {
    struct rlimit time = {(rlim_t)seconds, (rlim_t)seconds + 1}, memory = {(rlim_t)address_space, (rlim_t)address_space};
    struct rlimit none = {0, 0};
    // The process is killed when the thread that started it ends.
    return prctl(PR_SET_PDEATHSIG, SIGKILL) || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || prctl(PR_SET_DUMPABLE, 0) ||
           setrlimit(RLIMIT_CPU, &time) || setrlimit(RLIMIT_AS, &memory) || setrlimit(RLIMIT_CORE, &none);
}
