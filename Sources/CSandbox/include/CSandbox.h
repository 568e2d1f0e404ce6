#ifndef COREIMAGE_CSANDBOX_H
#define COREIMAGE_CSANDBOX_H

#include <spawn.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// What UnitProcesses needs from the system and can't be written in Swift: signal handlers, and calls that are variadic,
// use macros, or are too new for the C library. Unless stated otherwise, a function returns the result of its system
// call; -1 means failure, with the reason in `errno`.

// MARK: Page that a worker and its host share

enum { CSANDBOX_ACTION_CAPACITY = 32, CSANDBOX_PATH_CAPACITY = 240 };

/// An action refused to a worker. `path` is empty or zero-terminated, and truncated if it is too long.
typedef struct {
    uint64_t call;
    uint32_t kind;
    uint32_t written;
    char path[CSANDBOX_PATH_CAPACITY];
} csandbox_action;

/// The cause of a worker's death, written by its crash handler. `signal` is 0 if the handler didn't run.
typedef struct {
    uint32_t signal;
    uint32_t reserved;
    uint64_t call;
    uint64_t address_space;
} csandbox_fatality;

/// An access that ended a worker, outside of the pixels that its code was given. `found` is 0 if the crash had another
/// cause.
typedef struct {
    uint32_t found;
    /// 1 for a write, 0 for a read.
    uint32_t writes;
    /// The index of the input, or -1 for the output.
    int64_t image;
    /// The pixel that the address corresponds to.
    int64_t x, y;
    /// The distance in memory, in pixels, from a pixel to the one above it, or 0 if that isn't a whole number.
    int64_t pixels_per_row;
    /// The pixels that are in memory; (x, y) is the lower left one.
    int64_t region_x, region_y, region_width, region_height;
} csandbox_access;

/// The status page, shared with the host. The worker can write anything to it, so the host checks all of it.
typedef struct {
    csandbox_fatality fatality;
    uint32_t action_count;
    uint32_t reserved;
    csandbox_action actions[CSANDBOX_ACTION_CAPACITY];
    /// Valid if `fatality` has a signal.
    csandbox_access access;
} csandbox_status;

/// Returns the number of refused actions, which can exceed the capacity of the page.
uint32_t csandbox_action_count(const csandbox_status *status);
/// Copies an action. Returns 0 if it isn't completely written yet.
int csandbox_copy_action(const csandbox_status *status, uint32_t index, csandbox_action *action);
csandbox_fatality csandbox_copy_fatality(const csandbox_status *status);
csandbox_access csandbox_copy_access(const csandbox_status *status);

// MARK: Handlers in a worker

/// The mark in the sixth argument of a system call that the signal handler repeats. None of these calls uses that
/// argument. The filter lets marked calls pass and leaves the decision to Landlock. Untrusted code can set the mark
/// too, but gains nothing, because Landlock still applies.
#define CSANDBOX_RETRY 0x636f7265696d6167ULL

/// How the handler repeats a trapped call for Landlock to decide: unchanged, or as openat, with the arguments taken
/// from where `open`, `openat` and `creat` have them.
typedef enum {
    CSANDBOX_NOT_RETRIED,
    CSANDBOX_RETRY_AS_IT_IS,
    CSANDBOX_RETRY_OPEN,
    CSANDBOX_RETRY_OPENAT,
    CSANDBOX_RETRY_CREAT,
} csandbox_retry;

/// Registers a system call that the filter traps: the kind of action to report (0: none), the index of the argument
/// that is a path (-1: none), and how to repeat it. Call it before csandbox_install_handlers.
int csandbox_trap(int number, uint32_t kind, int path_argument, csandbox_retry retry);

/// Installs the handlers for refused system calls and for crashes. `statm_descriptor` is an open /proc/self/statm.
/// `may_write` tells whether calls that open files for writing are repeated.
int csandbox_install_handlers(csandbox_status *status, int statm_descriptor, int may_write);

/// Gives the calling thread an alternate signal stack, so that a stack overflow can be reported. Call it once in each
/// thread.
int csandbox_prepare_thread(void);

/// The call that the current thread executes, or 0 for none.
void csandbox_set_call(uint64_t call);
uint64_t csandbox_call(void);

/// Returns whether the handlers are installed in this process.
int csandbox_has_handlers(void);

// MARK: Pixels in a worker

/// The layout of the pixels in a mapping, for csandbox_declare_pixels.
typedef struct {
    /// The index of the input, or -1 for the output.
    int64_t image;
    /// The pixels in memory; (x, y) is the lower left one. Without pixels, width and height are 0.
    int64_t x, y, width, height;
    /// The offset of the lower left pixel from the start of the mapping, in bytes.
    int64_t first;
    /// The distance from a row to the one above it, in bytes. May be negative.
    int64_t bytes_per_row;
    int64_t bytes_per_pixel;
} csandbox_raster;

/// Maps a part of a shared memory, or new zero-filled memory if `memory` is -1. The mapping is far from all others, so
/// that an access beyond it faults. `offset` is a multiple of the page size. Returns null on failure, with the reason
/// in `errno`. Thread-safe, like the four functions below.
void *csandbox_map(int memory, uint64_t offset, uint64_t size, int may_write);
/// Makes a mapping like those of csandbox_map that can't be accessed, for an image without pixels.
void *csandbox_reserve(uint64_t size);
void csandbox_unmap(void *mapping, uint64_t size);
/// Makes the crash handler record accesses outside of a mapping of csandbox_map as accesses to these pixels, in the
/// call of the current thread. Nothing is recorded if `raster` is null, or if the system found no place far from other
/// mappings.
void csandbox_declare_pixels(const void *mapping, const csandbox_raster *raster);
/// Finds the pixel at an address inside or near a described mapping, and the call that described it. Returns 0 if there
/// is none. Async-signal-safe.
int csandbox_find_pixel(const void *address, csandbox_access *access, uint64_t *call);

// MARK: Filter of system calls

/// An instruction of the kernel's filter machine, laid out as `struct sock_filter`.
typedef struct {
    uint16_t code;
    uint8_t if_true;
    uint8_t if_false;
    uint32_t value;
} csandbox_instruction;

/// The filter's instructions and the offsets of its operands, with the kernel's values.
enum {
    CSANDBOX_LOAD = 0x20,
    CSANDBOX_AND = 0x54,
    CSANDBOX_JUMP = 0x05,
    CSANDBOX_JUMP_EQUAL = 0x15,
    CSANDBOX_JUMP_GREATER_OR_EQUAL = 0x35,
    CSANDBOX_RETURN = 0x06,
    /// Offsets from which the number, the architecture and the first argument of a system call are loaded.
    CSANDBOX_AT_NUMBER = 0,
    CSANDBOX_AT_ARCHITECTURE = 4,
    CSANDBOX_AT_ARGUMENTS = 16,
};

/// Returns the architecture of this build, in the numbering of the filter machine.
uint32_t csandbox_architecture(void);
/// Filters the system calls of this thread, and of threads that it starts later, permanently.
int csandbox_filter(const csandbox_instruction *instructions, uint16_t count);

// MARK: System calls

/// Constants that Swift doesn't import from the C library's headers.
enum {
    CSANDBOX_SET_PARENT_DEATH_SIGNAL = 1,
    CSANDBOX_SET_DUMPABLE = 4,
    CSANDBOX_SET_NAME = 15,
    CSANDBOX_GET_NAME = 16,
    CSANDBOX_GET_SECCOMP = 21,
    CSANDBOX_SET_NO_NEW_PRIVILEGES = 38,
    CSANDBOX_LIMIT_LOCKED_MEMORY = 8,
    /// Flags of clone for what a thread shares with its process (CLONE_VM, _FS, _FILES, _SIGHAND, _THREAD, _SYSVSEM).
    CSANDBOX_CLONE_THREAD_SHARES = 0x50f00,
    /// Further flags that a thread may have (CLONE_SETTLS, _PARENT_SETTID, _CHILD_SETTID, _CHILD_CLEARTID, _DETACHED).
    CSANDBOX_CLONE_THREAD_OPTIONS = 0x1780000,
    CSANDBOX_CLOSE_RANGE_ON_EXEC = 4,
    CSANDBOX_OPEN_PATH = 010000000,
    /// The bit of O_TMPFILE that no other flag has.
    CSANDBOX_OPEN_UNNAMED = 020000000,
    CSANDBOX_SET_OPEN_FILE_LOCK = 37,
    CSANDBOX_AWAIT_OPEN_FILE_LOCK = 38,
    CSANDBOX_ADD_SEALS = 1033,
    CSANDBOX_GET_SEALS = 1034,
};

int csandbox_prctl(int option, unsigned long value);
/// Drops all capabilities permanently.
int csandbox_drop_capabilities(void);
/// Lowers a limit of this process permanently.
int csandbox_limit(int resource, uint64_t value);
/// Sets the soft limit of another process. The hard limit stays.
int csandbox_limit_process(pid_t process, int resource, uint64_t value);
/// Returns the processor time that a process has used, in nanoseconds, or -1.
int64_t csandbox_processor_time(pid_t process);

/// Makes a new process close all descriptors from `first` on.
int csandbox_close_from(posix_spawn_file_actions_t *actions, int first);
/// Creates a pipe whose ends are closed on exec. The reading end is nonblocking.
int csandbox_pipe(int ends[2]);
/// Return a signal's names, such as "SEGV" and "Segmentation fault", or null.
const char *csandbox_signal_name(int signal);
const char *csandbox_signal_description(int signal);

int csandbox_open_process(pid_t process);
int csandbox_kill_process(int process);

int csandbox_landlock_version(void);
/// `network` and `scope` are ignored if the version doesn't support them.
int csandbox_landlock_create(int version, uint64_t files, uint64_t network, uint64_t scope);
int csandbox_landlock_allow(int ruleset, int path, uint64_t files);
int csandbox_landlock_restrict(int ruleset);

/// Creates a file in memory that can't shrink or grow.
int csandbox_create_memory(const char *name, uint64_t size);
/// Forbids further seals. If `read_only` is set, also forbids new writable mappings; existing ones stay writable.
int csandbox_seal_memory(int memory, int read_only);
/// Whether an open file is on a file system in memory: 1, 0, or -1 for an error.
int csandbox_is_in_memory(int file);
/// Returns the memory's size in bytes if it is sealed against shrinking, or -1.
int64_t csandbox_sealed_size(int memory);
/// Whether the memory is sealed against writing.
int csandbox_is_read_only(int memory);

/// Sends bytes, with the descriptors attached to the first byte. Never raises SIGPIPE.
ssize_t csandbox_send(int socket, const void *bytes, size_t count, const int *descriptors, int descriptor_count, int waits);
/// Receives bytes and descriptors. `descriptor_count` is the capacity on input and the number of received descriptors,
/// all closed on exec, on output.
ssize_t csandbox_receive(int socket, void *bytes, size_t count, int *descriptors, int *descriptor_count);

#endif
