#define _GNU_SOURCE
#include "CSandbox.h"

#include <stddef.h>
#include <sys/mman.h>
#include <sys/random.h>

// Mappings are placed in slots: ranges of 16 GiB of the address space, each with one mapping in its middle. The rest of
// a slot stays unmapped, because the system places other mappings and the heap at both ends of the address space, far
// from the slots. Unmapped ranges take neither memory nor a part of the address space limit. The address of a fault
// there tells which mapping was left, and by how much. If the address space is smaller, as on some kernels for arm64,
// the system ignores the hint and chooses the place itself.

enum { SLOT_COUNT = 1024, SLOT_SHIFT = 34, BASE_COUNT = 2048 };

#define SLOT_SIZE (1ULL << SLOT_SHIFT)
#define FIRST_BASE 0x110000000000ULL
#define LARGEST_MAPPING (7ULL << 30)

// The state of a slot. `call` and `raster` are written before the state becomes SLOT_DESCRIBED.
enum { SLOT_FREE, SLOT_TAKEN, SLOT_DESCRIBED };

typedef struct {
    uint32_t state;
    uint64_t call;
    csandbox_raster raster;
} slot;

static slot slots[SLOT_COUNT];
static uint32_t next_slot;
static uint64_t base;

// Returns the start of the first slot. It is random in each process, as with the system's address space randomisation.
static uint64_t choose_base(void) {
    uint64_t known = __atomic_load_n(&base, __ATOMIC_ACQUIRE);
    if (known) return known;
    uint16_t random = 0;
    if (getrandom(&random, sizeof random, GRND_NONBLOCK) != sizeof random) random = 0;
    uint64_t chosen = FIRST_BASE + random % BASE_COUNT * SLOT_SIZE;
    return __atomic_compare_exchange_n(&base, &known, chosen, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE) ? chosen : known;
}

static uint64_t middle(const slot *place) {
    return __atomic_load_n(&base, __ATOMIC_ACQUIRE) + (uint64_t)(place - slots) * SLOT_SIZE + SLOT_SIZE / 2;
}

static slot *slot_around(uint64_t address) {
    uint64_t first = __atomic_load_n(&base, __ATOMIC_ACQUIRE);
    if (!first || address < first || (address - first) >> SLOT_SHIFT >= SLOT_COUNT) return NULL;
    return &slots[(address - first) >> SLOT_SHIFT];
}

// Returns the slot in which a mapping begins, or null for a mapping that the system has placed.
static slot *slot_of(const void *mapping) {
    slot *place = slot_around((uintptr_t)mapping);
    return place && middle(place) == (uintptr_t)mapping ? place : NULL;
}

// Takes slots in turn, so that an address that code has kept from an earlier call isn't reused soon.
static slot *take_slot(void) {
    choose_base();
    uint32_t first = __atomic_fetch_add(&next_slot, 1, __ATOMIC_RELAXED);
    for (uint32_t step = 0; step < SLOT_COUNT; step++) {
        slot *place = &slots[(first + step) % SLOT_COUNT];
        uint32_t state = SLOT_FREE;
        int is_taken = __atomic_compare_exchange_n(
            &place->state, &state, SLOT_TAKEN, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
        if (is_taken) return place;
    }
    return NULL;
}

static void *map(int memory, uint64_t offset, uint64_t size, int protection) {
    slot *place = size <= LARGEST_MAPPING ? take_slot() : NULL;
    void *wanted = place ? (void *)(uintptr_t)middle(place) : NULL;
    int flags = memory < 0 ? MAP_PRIVATE | MAP_ANONYMOUS : MAP_SHARED;
    // The address is only a hint. The system chooses another one if the range is occupied.
    void *mapping = mmap(wanted, size, protection, flags, memory, (off_t)offset);
    if (place && mapping != wanted) __atomic_store_n(&place->state, SLOT_FREE, __ATOMIC_RELEASE);
    return mapping == MAP_FAILED ? NULL : mapping;
}

void *csandbox_map(int memory, uint64_t offset, uint64_t size, int may_write) {
    return map(memory, offset, size, may_write ? PROT_READ | PROT_WRITE : PROT_READ);
}

void *csandbox_reserve(uint64_t size) { return map(-1, 0, size, PROT_NONE); }

void csandbox_unmap(void *mapping, uint64_t size) {
    csandbox_declare_pixels(mapping, NULL);
    slot *place = slot_of(mapping);
    munmap(mapping, size);
    if (place) __atomic_store_n(&place->state, SLOT_FREE, __ATOMIC_RELEASE);
}

void csandbox_declare_pixels(const void *mapping, const csandbox_raster *raster) {
    slot *place = slot_of(mapping);
    if (!place) return;
    __atomic_store_n(&place->state, SLOT_TAKEN, __ATOMIC_RELEASE);
    if (!raster) return;
    place->call = csandbox_call();
    place->raster = *raster;
    __atomic_store_n(&place->state, SLOT_DESCRIBED, __ATOMIC_RELEASE);
}

int csandbox_find_pixel(const void *address, csandbox_access *access, uint64_t *call) {
    const slot *place = slot_around((uintptr_t)address);
    if (!place || __atomic_load_n(&place->state, __ATOMIC_ACQUIRE) != SLOT_DESCRIBED) return 0;
    const csandbox_raster *raster = &place->raster;
    int64_t row_size = raster->bytes_per_row < 0 ? -raster->bytes_per_row : raster->bytes_per_row;
    if (row_size <= 0 || raster->bytes_per_pixel <= 0) return 0;
    // An image without pixels has no columns that its rows begin and end with. Columns on both sides of its place are
    // equally likely to be read.
    int64_t columns_before = raster->width == 0 ? row_size / raster->bytes_per_pixel / 2 : 0;
    int64_t offset = (int64_t)((uintptr_t)address - middle(place)) - raster->first;
    offset += columns_before * raster->bytes_per_pixel;
    int64_t row = offset / row_size, rest = offset % row_size;
    if (rest < 0) {
        row -= 1;
        rest += row_size;
    }
    int64_t whole_pixels = raster->bytes_per_row % raster->bytes_per_pixel == 0;
    *access = (csandbox_access){
        .found = 1,
        .image = raster->image,
        .x = raster->x + rest / raster->bytes_per_pixel - columns_before,
        .y = raster->bytes_per_row < 0 ? raster->y - row : raster->y + row,
        .pixels_per_row = whole_pixels ? raster->bytes_per_row / raster->bytes_per_pixel : 0,
        .region_x = raster->x,
        .region_y = raster->y,
        .region_width = raster->width,
        .region_height = raster->height,
    };
    *call = place->call;
    return 1;
}
