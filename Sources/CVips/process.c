#define _GNU_SOURCE
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>

#include "CVips.h"

int cvips_create_memory(void) { return memfd_create("coreimage-drawing", MFD_CLOEXEC); }

int cvips_limit_process(int64_t seconds, int64_t address_space) {
    struct rlimit time = {(rlim_t)seconds, (rlim_t)seconds + 1}, memory = {(rlim_t)address_space, (rlim_t)address_space};
    struct rlimit none = {0, 0};
    // The process is killed when the thread that started it ends.
    return prctl(PR_SET_PDEATHSIG, SIGKILL) || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || prctl(PR_SET_DUMPABLE, 0) ||
           setrlimit(RLIMIT_CPU, &time) || setrlimit(RLIMIT_AS, &memory) || setrlimit(RLIMIT_CORE, &none);
}
