// Swift's libraries are built without the thread sanitizer, so it can't see their locks. These functions report the
// slow paths of `Mutex` and the initialisation of globals to it. The fast paths are compiled into the program, where
// the sanitizer sees them. Without the sanitizer, this file is empty.

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)

#define _GNU_SOURCE
#include "SoakLocks.h"

#include <dlfcn.h>
#include <stdint.h>

void __tsan_acquire(void *place);
void __tsan_release(void *place);

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context))

typedef SWIFT void (*lock_function)(uint32_t thread, SELF void *lock);
typedef SWIFT void (*unlock_function)(SELF void *lock);
typedef void (*once_function)(void *token, void (*work)(void *), void *context);

static lock_function next_lock;
static unlock_function next_unlock;
static once_function next_once;

__attribute__((constructor, no_sanitize("thread"))) static void find_functions(void) {
    next_lock = (lock_function)dlsym(RTLD_NEXT, "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF");
    next_unlock = (unlock_function)dlsym(RTLD_NEXT, "$s15Synchronization12_MutexHandleV11_unlockSlowyyF");
    next_once = (once_function)dlsym(RTLD_NEXT, "swift_once");
}

// _MutexHandle._lockSlow(_:)
SWIFT void soak_lock(uint32_t thread, SELF void *lock) __asm__("$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF");
SWIFT void soak_lock(uint32_t thread, SELF void *lock) {
    next_lock(thread, lock);
    __tsan_acquire(lock);
}

// _MutexHandle._unlockSlow()
SWIFT void soak_unlock(SELF void *lock) __asm__("$s15Synchronization12_MutexHandleV11_unlockSlowyyF");
SWIFT void soak_unlock(SELF void *lock) {
    __tsan_release(lock);
    next_unlock(lock);
}

typedef struct {
    void (*work)(void *);
    void *context;
    void *token;
} initialisation;

static void initialise(void *context) {
    initialisation *global = context;
    global->work(global->context);
    __tsan_release(global->token);
}

void swift_once(void *token, void (*work)(void *), void *context) {
    if (!next_once) find_functions();
    initialisation global = {work, context, token};
    next_once(token, initialise, &global);
    __tsan_acquire(token);
}

#endif
#endif

void soak_locks(void) {}
