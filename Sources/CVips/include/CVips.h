#ifndef COREIMAGE_CVIPS_H
#define COREIMAGE_CVIPS_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// The part of libvips that ImageFiles uses, as plain functions. libvips' own functions are variadic, and its headers
// include all of GLib. Images are reference counted; `cvips_release` releases a reference. Every function may be called
// from any thread, except where its comment restricts that. A null pointer or a nonzero result means failure, and
// `cvips_take_error` then returns the reason.

typedef struct _VipsImage VipsImage;
typedef struct _VipsRegion VipsRegion;

/// Coders that libvips may keep in separate modules.
typedef enum { CVIPS_MODULE_HEIF, CVIPS_MODULE_JXL, CVIPS_MODULE_COUNT } CVipsModule;

/// Opens and starts libvips on the first call, blocks loaders that aren't safe for untrusted files, and suppresses
/// libvips' messages. Must have succeeded before any other function is called, except for `cvips_take_error`,
/// `cvips_free`, and those of processes and memory.
int cvips_start(void);

/// Loads the module of a coder, on the first call. No modules are loaded otherwise. Does nothing if the coder is built
/// in or missing.
void cvips_load_module(CVipsModule module);

/// Returns the messages since the last call, to be released with `cvips_free`.
char *cvips_take_error(void);
void cvips_free(void *memory);

/// Returns the class name of the loader for a file or for bytes.
const char *cvips_find_loader_file(const char *path);
const char *cvips_find_loader_memory(const void *data, size_t size);

/// Whether the loader can decode any part of the file without the parts before it.
int cvips_has_random_access(const char *loader, const char *path);

/// What is opened of a file.
typedef struct {
    /// Other than 1 only for loaders that can decode a picture at another size, such as that of WebP. Sides are rounded
    /// to the nearest whole number.
    double scale;
    /// Other than 0 only for loaders of files with several pictures.
    int page;
    /// For TIFF: which of the page's SubIFDs; -1 for the page itself.
    int child;
} CVipsPart;

/// Opens a picture, and reads its header. With `sequential`, the caller must read each row once, from the top down. A
/// truncated file fails when its pixels are read.
VipsImage *cvips_load_file(const char *loader, const char *path, int sequential, CVipsPart part);
VipsImage *cvips_load_memory(const char *loader, const void *data, size_t size, int sequential, CVipsPart part);
void cvips_release(VipsImage *image);

/// Ends the evaluation of an image on another thread. It fails when libvips next starts a part of the picture.
void cvips_kill(VipsImage *image);

/// Expands gzip data; `result` must be released with `cvips_free`. Returns 1 if there would be more than `limit` bytes,
/// and -1 for damaged data.
int cvips_gunzip(const void *data, size_t size, size_t limit, void **result, size_t *result_size);

int cvips_width(const VipsImage *image);
int cvips_height(const VipsImage *image);
int cvips_bands(const VipsImage *image);
/// The resolution in pixels per millimetre.
double cvips_horizontal_resolution(const VipsImage *image);
double cvips_vertical_resolution(const VipsImage *image);
/// The nicknames of libvips' enumeration values, such as "ushort" and "srgb".
const char *cvips_format(const VipsImage *image);
const char *cvips_interpretation(const VipsImage *image);
const char *cvips_coding(const VipsImage *image);

/// Metadata fields. For a missing field, the result is null, or nonzero with `value` unchanged.
const void *cvips_blob(const VipsImage *image, const char *name, size_t *size);
int cvips_integer(const VipsImage *image, const char *name, int *value);
const char *cvips_string(const VipsImage *image, const char *name);
/// Returns the names of all fields, ended by null, to be released with `cvips_free_fields`.
char **cvips_fields(const VipsImage *image);
void cvips_free_fields(char **fields);
void cvips_set_blob(VipsImage *image, const char *name, const void *data, size_t size);
void cvips_set_integer(VipsImage *image, const char *name, int value);
void cvips_set_integers(VipsImage *image, const char *name, const int *values, int count);
void cvips_set_string(VipsImage *image, const char *name, const char *value);

/// Return new images that are computed from `image`.
VipsImage *cvips_to_interpretation(VipsImage *image, const char *interpretation);
VipsImage *cvips_cast(VipsImage *image, const char *format);
VipsImage *cvips_extract_bands(VipsImage *image, int first, int count);

/// Copies the rows of a rectangle to `pixels`.
int cvips_read(VipsImage *image, int left, int top, int width, int height, void *pixels, size_t bytes_per_row);

/// Creates a reader for rows of an image. Only the thread that created it may use it. It keeps the image alive until it
/// is released.
VipsRegion *cvips_new_region(VipsImage *image);
void cvips_release_region(VipsRegion *region);

/// Copies full rows to `pixels`. From an image loaded with `sequential`, each row must be read once, from the top down.
int cvips_read_rows(VipsRegion *region, int top, int height, void *pixels, size_t bytes_per_row);

/// Fills the rows from `top` up to `top + height` in full width. A nonzero result stops the writing. Calls are in
/// order, one at a time.
typedef int (*CVipsFill)(void *context, int top, int height, void *pixels, size_t bytes_per_row);

/// Creates an image whose pixels `fill` produces when a saver requests them. `context` must outlive the image.
VipsImage *cvips_new_generated(
    int width, int height, int bands, const char *format, const char *interpretation, double horizontal_resolution,
    double vertical_resolution, CVipsFill fill, void *context);

/// Encodes an image to an open file or to memory, with the saver of this nickname. Options are pairs of strings.
int cvips_save_descriptor(
    VipsImage *image, const char *saver, const char *const *options, int option_count, int descriptor);
void *cvips_save_memory(
    VipsImage *image, const char *saver, const char *const *options, int option_count, size_t *size);

/// Creates an unnamed file in memory. Returns a descriptor, negative on failure.
int cvips_create_memory(void);

/// Limits this process permanently: processor time in seconds, address space in bytes, no core files, and no new
/// privileges. The process is also killed when the thread that started it ends. Returns nonzero on failure.
int cvips_limit_process(int64_t seconds, int64_t address_space);

/// Whether this libvips has an operation with this nickname.
int cvips_has_operation(const char *nickname);

#endif
