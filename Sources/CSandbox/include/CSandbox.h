#ifndef COREIMAGE_CSANDBOX_H
#define COREIMAGE_CSANDBOX_H

#include <spawn.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// What UnitProcesses needs from the system and Swift can't do: signal handlers, and calls that are variadic, made of macros, or too new
// for the C library. Functions return what the system call returns; -1 means failure, and `errno` says why.

// MARK: Page that a worker and its host share

enum { CSANDBOX_ACTION_CAPACITY = 32, CSANDBOX_PATH_CAPACITY = 240 };

/// Something refused to a worker. `path` is empty or ended by zero, and cut where it is longer.
typedef struct {
    uint64_t call;
    uint32_t kind;
    uint32_t written;
    char path[CSANDBOX_PATH_CAPACITY];
} csandbox_action;

/// How a worker died, written by its crash handler. `signal` is 0 if it didn't run.
typedef struct {
    uint32_t signal;
    uint32_t reserved;
    uint64_t call;
    uint64_t address_space;
} csandbox_fatality;

/// An access that ended a worker, to pixels outside of those that its code was given. `found` is 0 where the crash was
/// something else.
typedef struct {
    uint32_t found;
    /// 1 for a write, 0 for a read.
    uint32_t writes;
    /// The number of the input, or -1 for the output.
    int64_t image;
    /// The pixel, as the address tells it.
    int64_t x, y;
    /// How many pixels the same column of the row above is away in memory, or 0 where that is no whole number.
    int64_t pixels_per_row;
    /// The pixels that are in memory; (x, y) is the lower left one.
    int64_t region_x, region_y, region_width, region_height;
} csandbox_access;

/// The page. The worker can write anything into it, so the host believes none of it without a check.
typedef struct {
    csandbox_fatality fatality;
    uint32_t action_count;
    uint32_t reserved;
    csandbox_action actions[CSANDBOX_ACTION_CAPACITY];
    /// Counts where `fatality` has a signal.
    csandbox_access access;
} csandbox_status;

/// How many actions were refused, which can be more than the page holds.
uint32_t csandbox_action_count(const csandbox_status *status);
/// Copies an action that is completely written; returns 0 when it isn't.
int csandbox_copy_action(const csandbox_status *status, uint32_t index, csandbox_action *action);
csandbox_fatality csandbox_copy_fatality(const csandbox_status *status);
csandbox_access csandbox_copy_access(const csandbox_status *status);

// MARK: Handlers in a worker

/// System calls are retried by their handler with this in the sixth argument, which none of them uses; the filter lets these through and
/// leaves the decision to Landlock. Any code can pass it, and gets no further than Landlock lets it.
#define CSANDBOX_RETRY 0x636f7265696d6167ULL

/// How the handler tries a trapped call again for Landlock to decide: as it is, or as openat with the arguments where `open`, `openat` and
/// `creat` have them.
typedef enum {
    CSANDBOX_NOT_RETRIED,
    CSANDBOX_RETRY_AS_IT_IS,
    CSANDBOX_RETRY_OPEN,
    CSANDBOX_RETRY_OPENAT,
    CSANDBOX_RETRY_CREAT,
} csandbox_retry;

/// Has the handler note a system call that the filter traps: as what (0: not at all), the number of the argument that is a path (-1:
/// none), and how to try it again. Call it before csandbox_install_handlers.
int csandbox_trap(int number, uint32_t kind, int path_argument, csandbox_retry retry);

/// Installs the handlers for refused system calls and for crashes. `statm` is an open /proc/self/statm; `may_write` says whether calls that
/// open files for writing are tried again.
int csandbox_install_handlers(csandbox_status *status, int statm, int may_write);

/// Gives the calling thread a stack for handlers, so that an overflow of its own is reported. Once a thread.
int csandbox_prepare_thread(void);

/// The call that the calling thread works for from now on, 0 for none.
void csandbox_set_call(uint64_t call);
uint64_t csandbox_call(void);

/// Whether this process has the handlers.
int csandbox_has_handlers(void);

// MARK: Pixels in a worker

/// Where the pixels of a mapping are, for csandbox_describe.
typedef struct {
    /// The number of the input, or -1 for the output.
    int64_t image;
    /// The pixels in memory; (x, y) is the lower left one.
    int64_t x, y, width, height;
    /// Bytes from the start of the mapping to the lower left pixel.
    int64_t first;
    /// Bytes from a row to the one above it, which may be negative.
    int64_t bytes_per_row;
    int64_t bytes_per_pixel;
} csandbox_raster;

/// Maps a part of a memory, or new memory of zeros where `memory` is -1, far from all other mappings: code that reads
/// or writes beyond it faults. `offset` is in whole pages. Null means failure, and `errno` says why. Thread-safe, as
/// the three functions below are.
void *csandbox_map(int memory, uint64_t offset, uint64_t size, int may_write);
void csandbox_unmap(void *mapping, uint64_t size);
/// Has the crash handler note accesses beyond a mapping of csandbox_map as accesses to these pixels, by the calling
/// thread's call. None are noted where `raster` is null, or where the system had no place far from other mappings.
void csandbox_describe(const void *mapping, const csandbox_raster *raster);
/// The pixel at an address in or around a mapping that is described, and the call that it was described for; returns 0
/// when there is none. Signal handlers may call it.
int csandbox_find_pixel(const void *address, csandbox_access *access, uint64_t *call);

// MARK: Filter of system calls

/// An instruction of the kernel's filter machine, laid out as `struct sock_filter`.
typedef struct {
    uint16_t code;
    uint8_t if_true;
    uint8_t if_false;
    uint32_t value;
} csandbox_instruction;

/// Instructions that a filter is made of, and what it may end with, by the kernel's numbers.
enum {
    CSANDBOX_LOAD = 0x20,
    CSANDBOX_AND = 0x54,
    CSANDBOX_JUMP = 0x05,
    CSANDBOX_JUMP_EQUAL = 0x15,
    CSANDBOX_JUMP_GREATER_OR_EQUAL = 0x35,
    CSANDBOX_RETURN = 0x06,
    /// Where the number, the architecture and the first argument of a system call are loaded from.
    CSANDBOX_AT_NUMBER = 0,
    CSANDBOX_AT_ARCHITECTURE = 4,
    CSANDBOX_AT_ARGUMENTS = 16,
};

/// The architecture that this is built for, as filters see it.
uint32_t csandbox_architecture(void);
/// Filters the calls of this thread, and of those that it starts, for ever.
int csandbox_filter(const csandbox_instruction *instructions, uint16_t count);

// MARK: System calls

/// Numbers that Swift doesn't see in the C library's headers.
enum {
    CSANDBOX_SET_PARENT_DEATH_SIGNAL = 1,
    CSANDBOX_SET_DUMPABLE = 4,
    CSANDBOX_SET_NAME = 15,
    CSANDBOX_GET_NAME = 16,
    CSANDBOX_GET_SECCOMP = 21,
    CSANDBOX_SET_NO_NEW_PRIVILEGES = 38,
    CSANDBOX_LIMIT_LOCKED_MEMORY = 8,
    /// What a thread has in common with those of its process (CLONE_VM, _FS, _FILES, _SIGHAND, _THREAD, _SYSVSEM) ...
    CSANDBOX_CLONE_THREAD_SHARES = 0x50f00,
    /// ... and what may be said of it besides (CLONE_SETTLS, _PARENT_SETTID, _CHILD_SETTID, _CHILD_CLEARTID, _DETACHED).
    CSANDBOX_CLONE_THREAD_OPTIONS = 0x1780000,
    CSANDBOX_CLOSE_RANGE_ON_EXEC = 4,
    CSANDBOX_OPEN_PATH = 010000000,
    /// The bit of O_TMPFILE that it has for itself.
    CSANDBOX_OPEN_UNNAMED = 020000000,
    CSANDBOX_SET_OPEN_FILE_LOCK = 37,
    CSANDBOX_AWAIT_OPEN_FILE_LOCK = 38,
    CSANDBOX_ADD_SEALS = 1033,
    CSANDBOX_GET_SEALS = 1034,
};

int csandbox_prctl(int option, unsigned long value);
/// Gives up every capability, for ever.
int csandbox_drop_capabilities(void);
/// Lowers a limit of this process for good.
int csandbox_limit(int resource, uint64_t value);
/// Sets the soft limit of another process and leaves the hard one.
int csandbox_limit_process(pid_t process, int resource, uint64_t value);
/// The processor time that a process has used, in nanoseconds, or -1.
int64_t csandbox_processor_time(pid_t process);

/// Has a process that is started close all files from a number on.
int csandbox_close_from(posix_spawn_file_actions_t *actions, int first);
/// Both ends of a pipe that closes on exec; reading never waits.
int csandbox_pipe(int ends[2]);
/// Names of a signal such as "SEGV" and "Segmentation fault", or null.
const char *csandbox_signal_name(int signal);
const char *csandbox_signal_description(int signal);

int csandbox_open_process(pid_t process);
int csandbox_kill_process(int process);

int csandbox_landlock_version(void);
/// `network` and `scope` are left out where the version doesn't know them.
int csandbox_landlock_create(int version, uint64_t files, uint64_t network, uint64_t scope);
int csandbox_landlock_allow(int ruleset, int path, uint64_t files);
int csandbox_landlock_restrict(int ruleset);

/// A file in memory that can't shrink or grow.
int csandbox_create_memory(const char *name, uint64_t size);
/// Forbids further seals and, where `read_only` is set, writing through mappings made from now on; those that exist go on.
int csandbox_seal_memory(int memory, int read_only);
/// Whether files of the file system that an open file is on take memory instead of a disk: 1, 0, or -1 for an error.
int csandbox_is_in_memory(int file);
/// The memory's size if it is sealed against shrinking, or -1.
int64_t csandbox_sealed_size(int memory);
/// Whether the memory is sealed against writing.
int csandbox_is_read_only(int memory);

/// Sends with descriptors beside the first byte. Never raises SIGPIPE.
ssize_t csandbox_send(int socket, const void *bytes, size_t count, const int *descriptors, int descriptor_count, int waits);
/// Receives; `descriptor_count` is the capacity going in and the number of descriptors, all closed on exec, coming out.
ssize_t csandbox_receive(int socket, void *bytes, size_t count, int *descriptors, int *descriptor_count);

#endif
