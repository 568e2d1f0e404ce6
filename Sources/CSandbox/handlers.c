#define _GNU_SOURCE
#include "CSandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

enum { TRAP_CAPACITY = 512, HANDLER_STACK = 64 << 10, SAMPLE_CAPACITY = 1024 };

typedef struct {
    uint32_t kind;
    int8_t path_argument;
    uint8_t retry;
} trap;

// Written before the handlers are installed, read-only afterwards.
static trap traps[TRAP_CAPACITY];
static csandbox_status *status;
static int statm_descriptor = -1;
// Whether the handler repeats calls that open files for writing. It always repeats calls that only read.
static int retries_writing;
// In static TLS, of which a few words are available to libraries that are loaded late: a signal handler can access it
// without an allocation.
static __thread uint64_t current_call __attribute__((tls_model("initial-exec")));

void csandbox_set_call(uint64_t call) { current_call = call; }

uint64_t csandbox_call(void) { return current_call; }

int csandbox_has_handlers(void) { return status != NULL; }

int csandbox_trap(int number, uint32_t kind, int path_argument, csandbox_retry retry) {
    if (number < 0 || number >= TRAP_CAPACITY) {
        errno = EINVAL;
        return -1;
    }
    traps[number] = (trap){kind, (int8_t)path_argument, (uint8_t)retry};
    return 0;
}

// MARK: Page

uint32_t csandbox_action_count(const csandbox_status *page) { return __atomic_load_n(&page->action_count, __ATOMIC_ACQUIRE); }

int csandbox_copy_action(const csandbox_status *page, uint32_t index, csandbox_action *action) {
    if (index >= CSANDBOX_ACTION_CAPACITY || !__atomic_load_n(&page->actions[index].written, __ATOMIC_ACQUIRE)) return 0;
    memcpy(action, &page->actions[index], sizeof *action);
    action->path[CSANDBOX_PATH_CAPACITY - 1] = 0;
    return 1;
}

csandbox_fatality csandbox_copy_fatality(const csandbox_status *page) {
    csandbox_fatality copy;
    memcpy(&copy, &page->fatality, sizeof copy);
    return copy;
}

csandbox_access csandbox_copy_access(const csandbox_status *page) {
    csandbox_access copy;
    memcpy(&copy, &page->access, sizeof copy);
    return copy;
}

static void note(uint32_t kind, const char *path) {
    uint32_t index = __atomic_fetch_add(&status->action_count, 1, __ATOMIC_ACQ_REL);
    if (index >= CSANDBOX_ACTION_CAPACITY) return;
    csandbox_action *action = &status->actions[index];
    action->call = current_call;
    action->kind = kind;
    for (int at = 0; path && at < CSANDBOX_PATH_CAPACITY - 1 && path[at]; at++) action->path[at] = path[at];
    __atomic_store_n(&action->written, 1, __ATOMIC_RELEASE);
}

// MARK: Refused system calls

static void read_arguments(const ucontext_t *context, unsigned long arguments[6]) {
#if defined(__x86_64__)
    const greg_t *registers = context->uc_mcontext.gregs;
    const int order[6] = {REG_RDI, REG_RSI, REG_RDX, REG_R10, REG_R8, REG_R9};
    for (int index = 0; index < 6; index++) arguments[index] = (unsigned long)registers[order[index]];
#elif defined(__aarch64__)
    for (int index = 0; index < 6; index++) arguments[index] = context->uc_mcontext.regs[index];
#else
#error "Say where this processor has the arguments of a system call."
#endif
}

static void set_result(ucontext_t *context, long result) {
#if defined(__x86_64__)
    context->uc_mcontext.gregs[REG_RAX] = result;
#else
    context->uc_mcontext.regs[0] = (unsigned long)result;
#endif
}

// Whether the kernel can read text at the address. Unlike a direct access, the system call doesn't crash if it can't.
static int is_readable(const char *path) { return syscall(SYS_faccessat, AT_FDCWD, path, 0) == 0 || errno != EFAULT; }

static long open_again(int folder, unsigned long path, unsigned long flags, unsigned long mode) {
    return syscall(SYS_openat, folder, path, flags, mode, 0, CSANDBOX_RETRY);
}

static int is_open(int how) {
    return how == CSANDBOX_RETRY_OPEN || how == CSANDBOX_RETRY_OPENAT || how == CSANDBOX_RETRY_CREAT;
}

// Whether a call opens a file only for reading. Such calls are trapped because of the state of threads, see below.
static int only_reads(int how, const unsigned long arguments[6]) {
    if (how != CSANDBOX_RETRY_OPEN && how != CSANDBOX_RETRY_OPENAT) return 0;
    unsigned long flags = arguments[how == CSANDBOX_RETRY_OPEN ? 1 : 2];
    return (flags & (O_ACCMODE | O_CREAT | O_TRUNC)) == O_RDONLY;
}

// MARK: State of a thread

// Once a second libdispatch reads the state of each of its threads from /proc/<thread>/stat, to start further threads
// while those wait. It ends the process if it can't open the file. A Landlock rule for /proc/self/task would also
// expose the memory, the environment and the network tables of the process. Therefore the signal handler provides the
// contents, based on the processor time that the thread has used.

// The last answer about a thread. Each thread has one entry, which is reused for another thread after it hasn't been
// read for 30 s.
typedef struct {
    uint32_t thread;
    uint32_t is_running;
    int64_t time;
    int64_t used;
} thread_sample;

static thread_sample samples[SAMPLE_CAPACITY];

// Returns the thread of a path `/proc/<thread>/stat`, or 0.
static uint32_t thread_of(const char *path) {
    static const char before[] = "/proc/", after[] = "/stat";
    for (size_t at = 0; at < sizeof before - 1; at++) {
        if (path[at] != before[at]) return 0;
    }
    path += sizeof before - 1;
    uint32_t thread = 0;
    int digits = 0;
    for (; path[digits] >= '0' && path[digits] <= '9'; digits++) {
        if (digits == 9) return 0;
        thread = thread * 10 + (uint32_t)(path[digits] - '0');
    }
    for (size_t at = 0; at < sizeof after; at++) {
        if (path[digits + at] != after[at]) return 0;
    }
    return thread;
}

static int64_t nanoseconds(clockid_t clock) {
    struct timespec time;
    if (syscall(SYS_clock_gettime, clock, &time)) return -1;
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

// Finds or allocates the entry of a thread. Returns null if all entries are in use.
static thread_sample *sample_of(uint32_t thread, int64_t time, int *known) {
    const int64_t forgotten = 30000000000;
    for (int step = 0; step < SAMPLE_CAPACITY; step++) {
        thread_sample *entry = &samples[(thread + (uint32_t)step) % SAMPLE_CAPACITY];
        if (__atomic_load_n(&entry->thread, __ATOMIC_RELAXED) != thread) continue;
        *known = time - __atomic_load_n(&entry->time, __ATOMIC_RELAXED) < forgotten;
        return entry;
    }
    *known = 0;
    for (int step = 0; step < SAMPLE_CAPACITY; step++) {
        thread_sample *entry = &samples[(thread + (uint32_t)step) % SAMPLE_CAPACITY];
        uint32_t owner = __atomic_load_n(&entry->thread, __ATOMIC_RELAXED);
        if (owner && time - __atomic_load_n(&entry->time, __ATOMIC_RELAXED) < forgotten) continue;
        if (__atomic_compare_exchange_n(&entry->thread, &owner, thread, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) return entry;
    }
    return NULL;
}

// Returns whether a thread has used more than an eighth of the time since its last sample, or -1 if this process has
// no such thread.
//
// On a busy machine a running thread may have waited for a processor for the rest, whereas a thread that waits for
// another thread or for data uses almost no time. The first answer about a thread is yes. It must not stay yes for a
// waiting thread, because Dispatch would never start the thread that wakes it.
static int is_running(uint32_t thread) {
    // The kernel's clock number for a thread, as pthread_getcpuclockid computes it. It works only for threads of this
    // process.
    int64_t used = nanoseconds((clockid_t)(~thread << 3 | 6));
    if (used < 0) return -1;
    int64_t time = nanoseconds(CLOCK_MONOTONIC);
    int known;
    thread_sample *last = sample_of(thread, time, &known);
    if (!last) return 0;
    int64_t elapsed = time - __atomic_load_n(&last->time, __ATOMIC_RELAXED);
    if (known && elapsed < 50000000) return (int)__atomic_load_n(&last->is_running, __ATOMIC_RELAXED);
    int result = !known || (used - __atomic_load_n(&last->used, __ATOMIC_RELAXED)) * 8 > elapsed;
    __atomic_store_n(&last->is_running, (uint32_t)result, __ATOMIC_RELAXED);
    __atomic_store_n(&last->time, time, __ATOMIC_RELAXED);
    __atomic_store_n(&last->used, used, __ATOMIC_RELAXED);
    return result;
}

// Returns the reading end of a pipe with the start of the line in /proc/<thread>/stat: number, name and state.
static long open_state(uint32_t thread) {
    int state = is_running(thread);
    if (state < 0) return -ENOENT;
    char text[48];
    size_t length = 0;
    for (uint32_t power = 1000000000; power; power /= 10) {
        if (thread >= power) text[length++] = (char)('0' + thread / power % 10);
    }
    for (const char *rest = state ? " (worker) R\n" : " (worker) S\n"; *rest; rest++) text[length++] = *rest;
    int ends[2];
    if (syscall(SYS_pipe2, ends, O_CLOEXEC | O_NONBLOCK)) return -errno;
    ssize_t written = write(ends[1], text, length);
    close(ends[1]);
    if (written == (ssize_t)length) return ends[0];
    close(ends[0]);
    return -EIO;
}

// MARK: Answers

static long retry(int how, int number, const unsigned long arguments[6]) {
    long result;
    switch (how) {
    case CSANDBOX_RETRY_OPEN: result = open_again(AT_FDCWD, arguments[0], arguments[1], arguments[2]); break;
    case CSANDBOX_RETRY_OPENAT: result = open_again((int)arguments[0], arguments[1], arguments[2], arguments[3]); break;
    case CSANDBOX_RETRY_CREAT: result = open_again(AT_FDCWD, arguments[0], O_CREAT | O_WRONLY | O_TRUNC, arguments[1]); break;
    default:
        result = syscall(number, arguments[0], arguments[1], arguments[2], arguments[3], arguments[4], CSANDBOX_RETRY);
    }
    return result < 0 ? -errno : result;
}

static void handle_refusal(int signal, siginfo_t *information, void *opaque) {
    (void)signal;
    ucontext_t *context = opaque;
    // Handle only signals that the filter raised. A signal sent by a process has another code.
    if (information->si_code != 1 /* SYS_SECCOMP */) return;
    int number = information->si_syscall;
    int saved = errno;
    trap known = number >= 0 && number < TRAP_CAPACITY ? traps[number] : (trap){0, -1, 0};
    unsigned long arguments[6];
    read_arguments(context, arguments);
    const char *path = known.path_argument < 0 ? NULL : (const char *)arguments[known.path_argument];
    long result = -EPERM;
    if (known.path_argument >= 0 && !is_readable(path)) {
        result = -EFAULT;
    } else {
        int reads = only_reads(known.retry, arguments);
        uint32_t thread = reads ? thread_of(path) : 0;
        if (thread) {
            result = open_state(thread);
        } else if (known.retry != CSANDBOX_NOT_RETRIED && (reads || retries_writing || !is_open(known.retry))) {
            result = retry(known.retry, number, arguments);
        }
        if (known.kind && !reads && (result == -EACCES || result == -EPERM || result == -EXDEV)) note(known.kind, path);
    }
    set_result(context, result);
    errno = saved;
}

// MARK: Crashes

static uint64_t address_space(void) {
    char text[32];
    ssize_t length = pread(statm_descriptor, text, sizeof text - 1, 0);
    uint64_t pages = 0;
    for (ssize_t at = 0; at < length && text[at] >= '0' && text[at] <= '9'; at++) pages = pages * 10 + (uint64_t)(text[at] - '0');
    return pages * (uint64_t)sysconf(_SC_PAGESIZE);
}

// Whether the faulting access was a write, as reported by the processor.
static uint32_t wrote(const ucontext_t *context) {
#if defined(__x86_64__)
    return (context->uc_mcontext.gregs[REG_ERR] & 2) != 0;
#else
    // A list of records that start with their kind and size. The record of this kind holds the exception syndrome,
    // whose bit 6 is set for a write.
    const uint32_t syndrome_kind = 0x45535201;
    const unsigned char *record = context->uc_mcontext.__reserved;
    size_t rest = sizeof context->uc_mcontext.__reserved;
    while (rest >= 16) {
        uint32_t head[2];
        uint64_t syndrome;
        memcpy(head, record, sizeof head);
        memcpy(&syndrome, record + sizeof head, sizeof syndrome);
        if (head[0] == syndrome_kind) return (uint32_t)(syndrome >> 6 & 1);
        if (head[0] == 0 || head[1] < 16 || head[1] > rest) return 0;
        record += head[1];
        rest -= head[1];
    }
    return 0;
#endif
}

// Records an access outside of the pixels of a call, and returns that call. Returns 0 for any other fault.
static uint64_t note_access(int signal, const siginfo_t *information, const ucontext_t *context) {
    csandbox_access access = {0};
    uint64_t call = 0;
    // Only faults have an address. A signal sent by a process has none, and with SI_KERNEL (a noncanonical address)
    // si_addr is invalid.
    int has_address = information->si_code > 0 && information->si_code != SI_KERNEL;
    int is_fault = (signal == SIGSEGV || signal == SIGBUS) && has_address;
    if (is_fault && csandbox_find_pixel(information->si_addr, &access, &call)) access.writes = wrote(context);
    status->access = access;
    return call;
}

// Whether a thread has begun to record the cause of the crash. Several threads can fault at once, because they run the
// same code.
static int is_crashing;
// Whether this thread is the one that records it.
static __thread int records_crash __attribute__((tls_model("initial-exec")));

// Ends the process by the signal, as it would have ended without a handler.
static void die(int signal) {
    // All bytes 0 stand for SIG_DFL without flags, on every processor. The C library's function takes a lock for
    // SIGABRT, so it isn't called.
    static const unsigned long standard[4];
    syscall(SYS_rt_sigaction, signal, standard, NULL, 8);
    syscall(SYS_tgkill, getpid(), syscall(SYS_gettid), signal);
}

static void handle_crash(int signal, siginfo_t *information, void *opaque) {
    if (__atomic_exchange_n(&is_crashing, 1, __ATOMIC_ACQ_REL)) {
        // A fault of the handler itself ends the process. Other threads wait until the first one has recorded the
        // cause and ends the process: a second signal without a handler would end it too early.
        while (!records_crash) pause();
        die(signal);
        return;
    }
    records_crash = 1;
    uint64_t owner = note_access(signal, information, opaque);
    // Threads that the code has started itself have no current call.
    status->fatality.call = current_call ? current_call : owner;
    status->fatality.address_space = address_space();
    __atomic_store_n(&status->fatality.signal, (uint32_t)signal, __ATOMIC_RELEASE);
    die(signal);
}

int csandbox_prepare_thread(void) {
    void *stack = mmap(NULL, HANDLER_STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (stack == MAP_FAILED) return -1;
    stack_t description = {.ss_sp = stack, .ss_size = HANDLER_STACK, .ss_flags = 0};
    return sigaltstack(&description, NULL);
}

int csandbox_install_handlers(csandbox_status *page, int open_statm, int may_write) {
    status = page;
    statm_descriptor = open_statm;
    retries_writing = may_write;
    struct sigaction refusal = {.sa_sigaction = handle_refusal, .sa_flags = SA_SIGINFO | SA_NODEFER};
    if (sigaction(SIGSYS, &refusal, NULL)) return -1;
    static const int crashes[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP};
    struct sigaction crash = {.sa_sigaction = handle_crash, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
    for (size_t index = 0; index < sizeof crashes / sizeof *crashes; index++) {
        if (sigaction(crashes[index], &crash, NULL)) return -1;
    }
    return csandbox_prepare_thread();
}
