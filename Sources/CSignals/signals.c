#define _GNU_SOURCE
#include "CSignals.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

static volatile sig_atomic_t target = -1;

static void forward(int signal) {
    int saved = errno;
    unsigned char number = (unsigned char)signal;
    // If the pipe is full, the reader has many signals to come.
    ssize_t written = write(target, &number, 1);
    (void)written;
    errno = saved;
}

int csignals_pipe(int ends[2]) {
    if (pipe2(ends, O_CLOEXEC)) return -1;
    return fcntl(ends[1], F_SETFL, O_NONBLOCK);
}

int csignals_forward(int signal, int descriptor) {
    target = descriptor;
    struct sigaction action = {.sa_handler = forward, .sa_flags = SA_RESTART};
    return sigaction(signal, &action, NULL);
}

int csignals_is_ignored(int signal) {
    struct sigaction action;
    return sigaction(signal, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}

int csignals_restore(int signal) {
    struct sigaction action = {.sa_handler = SIG_DFL};
    return sigaction(signal, &action, NULL);
}
