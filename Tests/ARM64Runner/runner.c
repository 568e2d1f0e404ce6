// Runs machine code for tests that take place in another process, on another architecture.
//
// The program reads commands from its standard input and answers on its standard output. The tests have relocated the
// code already; this program only puts it where it must be.
//
// Called code sees the memory of the tests at the same addresses. A page is fetched when the code first accesses it.
// After the call, the bytes that have changed are sent back, and the pages are forgotten. Other bytes of a page aren't
// sent, since threads of the tests may have written them in the meantime.
#define _GNU_SOURCE
#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#ifndef MAP_FIXED_NOREPLACE
#define MAP_FIXED_NOREPLACE 0x100000
#endif

enum { PAGE = 4096, CAPACITY = 1 << 16, INTEGERS = 16, FLOATS = 8 };

// Commands: a word each, and their operands.
enum {
    // Address, size, size of the executable part at the start, bytes. The answer is 0 or the number of an error.
    LOAD = 1,
    // Address, size.
    UNLOAD = 2,
    // Address of the function, floats as 64-bit registers, integers. The answers are those below.
    CALL = 3,
};

// Answers to a call.
enum {
    // The address of a page. The tests reply with the number of pages from there on, 0 if there is none, and the pages.
    FETCH = 1,
    // A page that has changed: its address, a bit for each byte that has changed, all bytes.
    CHANGED = 2,
    // The result of the function. The last answer.
    RETURNED = 3,
    // The address of an impossible access. The last answer.
    CRASHED = 4,
    // The address of a page that can't be put where the tests have it. The last answer.
    OCCUPIED = 5,
};

typedef struct {
    unsigned char *address;
    unsigned char original[PAGE];
} fetched_page;

static fetched_page *pages;
static size_t page_count;
static sigjmp_buf before_call;
static volatile sig_atomic_t is_calling;
// The last answer of a call that ended early, and its address.
static uint64_t failure, failure_address;

// Bytes that are written at once.
static unsigned char output[1 << 16];
static size_t output_size;

static void flush(void) {
    for (size_t at = 0; at < output_size;) {
        ssize_t count = write(STDOUT_FILENO, output + at, output_size - at);
        if (count <= 0) _exit(3);
        at += (size_t)count;
    }
    output_size = 0;
}

static void send_bytes(const void *bytes, size_t count) {
    if (output_size + count > sizeof output) flush();
    memcpy(output + output_size, bytes, count);
    output_size += count;
}

static void send_word(uint64_t word) { send_bytes(&word, sizeof word); }

// Returns 0 at the end of the input.
static int receive(void *bytes, size_t count) {
    for (size_t at = 0; at < count;) {
        ssize_t part = read(STDIN_FILENO, (char *)bytes + at, count - at);
        if (part <= 0) return 0;
        at += (size_t)part;
    }
    return 1;
}

static uint64_t receive_word(void) {
    uint64_t word;
    if (!receive(&word, sizeof word)) _exit(0);
    return word;
}

static void *map(uint64_t address, size_t size) {
    void *memory = mmap(
        (void *)address, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
    if (memory == MAP_FAILED) return NULL;
    // Systems that don't know the flag may choose another address.
    if ((uint64_t)memory != address) {
        munmap(memory, size);
        errno = EEXIST;
        return NULL;
    }
    return memory;
}

static void fail(uint64_t kind, uint64_t address) {
    failure = kind;
    failure_address = address;
    siglongjmp(before_call, 1);
}

static void fetch(int signal, siginfo_t *information, void *context) {
    (void)signal;
    (void)context;
    if (!is_calling) _exit(4);
    uint64_t address = (uint64_t)information->si_addr & ~(uint64_t)(PAGE - 1);
    for (size_t index = 0; index < page_count; index++) {
        // The page is there, so the access is one that isn't allowed.
        if ((uint64_t)pages[index].address == address) fail(CRASHED, (uint64_t)information->si_addr);
    }
    send_word(FETCH);
    send_word(address);
    flush();
    uint64_t count = receive_word();
    int occupied = 0;
    if (count == 0) fail(CRASHED, (uint64_t)information->si_addr);
    for (uint64_t index = 0; index < count; index++) {
        unsigned char *page = map(address + index * PAGE, PAGE);
        if (!page || page_count == CAPACITY) {
            // Further pages may be here already. The first one is needed.
            unsigned char ignored[PAGE];
            if (!receive(ignored, PAGE)) _exit(0);
            if (index == 0) occupied = 1;
            continue;
        }
        if (!receive(page, PAGE)) _exit(0);
        pages[page_count].address = page;
        memcpy(pages[page_count].original, page, PAGE);
        page_count++;
    }
    if (occupied) fail(OCCUPIED, address);
}

static void send_changes(void) {
    for (size_t index = 0; index < page_count; index++) {
        const unsigned char *now = pages[index].address, *before = pages[index].original;
        if (memcmp(now, before, PAGE) == 0) continue;
        unsigned char changed[PAGE / 8] = {0};
        for (int byte = 0; byte < PAGE; byte++) {
            if (now[byte] != before[byte]) changed[byte / 8] |= (unsigned char)(1 << byte % 8);
        }
        send_word(CHANGED);
        send_word((uint64_t)now);
        send_bytes(changed, sizeof changed);
        send_bytes(now, PAGE);
    }
}

static void forget_pages(void) {
    for (size_t index = 0; index < page_count; index++) munmap(pages[index].address, PAGE);
    page_count = 0;
}

typedef uint64_t function(
    uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t,
    uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, double, double, double, double, double, double, double, double);

static void load(void) {
    uint64_t address = receive_word(), size = receive_word(), executable = receive_word();
    unsigned char *memory = map(address, size);
    uint64_t problem = memory ? 0 : (uint64_t)errno;
    if (!memory) memory = malloc(size);
    if (!memory || !receive(memory, size)) _exit(5);
    if (!problem) {
        __builtin___clear_cache((char *)memory, (char *)memory + executable);
        if (mprotect(memory, executable, PROT_READ | PROT_EXEC)) problem = (uint64_t)errno;
        if (size > executable && mprotect(memory + executable, size - executable, PROT_READ)) problem = (uint64_t)errno;
    } else {
        free(memory);
    }
    send_word(problem);
    flush();
}

static void call(void) {
    function *code = (function *)receive_word();
    double f[FLOATS];
    uint64_t i[INTEGERS];
    if (!receive(f, sizeof f) || !receive(i, sizeof i)) _exit(0);
    if (sigsetjmp(before_call, 1)) {
        is_calling = 0;
        forget_pages();
        send_word(failure);
        send_word(failure_address);
        flush();
        return;
    }
    is_calling = 1;
    uint64_t result = code(
        i[0], i[1], i[2], i[3], i[4], i[5], i[6], i[7], i[8], i[9], i[10], i[11], i[12], i[13], i[14], i[15], f[0],
        f[1], f[2], f[3], f[4], f[5], f[6], f[7]);
    is_calling = 0;
    send_changes();
    forget_pages();
    send_word(RETURNED);
    send_word(result);
    flush();
}

int main(void) {
    pages = mmap(
        NULL, CAPACITY * sizeof *pages, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (pages == MAP_FAILED) return 6;
    struct sigaction action = {.sa_sigaction = fetch, .sa_flags = SA_SIGINFO};
    sigaction(SIGSEGV, &action, NULL);
    sigaction(SIGBUS, &action, NULL);
    // The external functions that generated code may call, in the order of the tests.
    send_word((uint64_t)&memcpy);
    send_word((uint64_t)&memset);
    send_word((uint64_t)&memmove);
    flush();
    for (;;) {
        switch (receive_word()) {
        case LOAD: load(); break;
        case UNLOAD: {
            uint64_t address = receive_word(), size = receive_word();
            munmap((void *)address, size);
            break;
        }
        case CALL: call(); break;
        default: return 7;
        }
    }
}
