#ifndef COREIMAGE_CVIPS_H
#define COREIMAGE_CVIPS_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// The part of libvips that ImageFiles uses, as plain functions: libvips' own calls are variadic, and its headers
// bring in all of GLib. Images are reference counted; `cvips_release` gives one up. Every function may be called from any thread.
// A null pointer or a nonzero result means failure, and `cvips_take_error` then says why.

typedef struct _VipsImage VipsImage;
typedef struct _VipsRegion VipsRegion;

/// Coders that libvips may keep in modules of their own.
typedef enum { CVIPS_MODULE_HEIF, CVIPS_MODULE_JXL, CVIPS_MODULE_COUNT } CVipsModule;

/// Starts libvips once, blocks the loaders that are not made for hostile files, and quiets its messages.
int cvips_start(void);

/// Loads a coder that libvips may keep in a module, once; no modules are loaded otherwise. Does nothing where it is built in or missing.
void cvips_load_module(CVipsModule module);

/// The messages since the last call, to be given to `cvips_free`.
char *cvips_take_error(void);
void cvips_free(void *memory);

/// Class name of the loader for a file or for bytes.
const char *cvips_find_loader_file(const char *path);
const char *cvips_find_loader_memory(const void *data, size_t size);

/// Whether the loader can decode any part of the file without what comes before.
int cvips_has_random_access(const char *loader, const char *path);

/// Opens the header. `sequential` promises that rows are read once, from the top down. A truncated file fails when it is read.
VipsImage *cvips_load_file(const char *loader, const char *path, int sequential);
VipsImage *cvips_load_memory(const char *loader, const void *data, size_t size, int sequential);
void cvips_release(VipsImage *image);

/// Ends the evaluation of an image that another thread has libvips compute: it fails when it next begins a part of the picture.
void cvips_kill(VipsImage *image);

/// Expands gzip data; `result` is to be given to `cvips_free`. 1 when it would be more than `limit` bytes, -1 when the data are damaged.
int cvips_gunzip(const void *data, size_t size, size_t limit, void **result, size_t *result_size);

int cvips_width(const VipsImage *image);
int cvips_height(const VipsImage *image);
int cvips_bands(const VipsImage *image);
/// Pixels per millimetre.
double cvips_horizontal_resolution(const VipsImage *image);
double cvips_vertical_resolution(const VipsImage *image);
/// Nicknames of libvips' enumerations, such as "ushort" and "srgb".
const char *cvips_format(const VipsImage *image);
const char *cvips_interpretation(const VipsImage *image);
const char *cvips_coding(const VipsImage *image);

/// Metadata; a missing field is null, or leaves `value` alone and returns nonzero.
const void *cvips_blob(const VipsImage *image, const char *name, size_t *size);
int cvips_integer(const VipsImage *image, const char *name, int *value);
const char *cvips_string(const VipsImage *image, const char *name);
/// Names of all fields, ended by null, to be given to `cvips_free_fields`.
char **cvips_fields(const VipsImage *image);
void cvips_free_fields(char **fields);
void cvips_set_blob(VipsImage *image, const char *name, const void *data, size_t size);
void cvips_set_integer(VipsImage *image, const char *name, int value);
void cvips_set_integers(VipsImage *image, const char *name, const int *values, int count);
void cvips_set_string(VipsImage *image, const char *name, const char *value);

/// New images on top of `image`.
VipsImage *cvips_to_interpretation(VipsImage *image, const char *interpretation);
VipsImage *cvips_cast(VipsImage *image, const char *format);
VipsImage *cvips_extract_bands(VipsImage *image, int first, int count);
VipsImage *cvips_in_memory(VipsImage *image);

/// The pixels of an image from `cvips_in_memory`, rows closely packed.
const void *cvips_pixels(VipsImage *image);

/// Copies a region's rows to `pixels`.
int cvips_read(VipsImage *image, int left, int top, int width, int height, void *pixels, size_t bytes_per_row);

/// What reads rows of an image, for one thread: the one that made it. It keeps the image alive until it is released.
VipsRegion *cvips_new_region(VipsImage *image);
void cvips_release_region(VipsRegion *region);

/// Copies full rows to `pixels`; of a sequentially loaded image, each once and from the top down.
int cvips_read_rows(VipsRegion *region, int top, int height, void *pixels, size_t bytes_per_row);

/// Fills rows `top` to `top + height` of full width; nonzero stops the writing. Calls come in order, one at a time.
typedef int (*CVipsFill)(void *context, int top, int height, void *pixels, size_t bytes_per_row);

/// An image whose pixels `fill` makes when a saver asks for them. `context` must outlive it.
VipsImage *cvips_new_generated(
    int width, int height, int bands, const char *format, const char *interpretation, double horizontal_resolution,
    double vertical_resolution, CVipsFill fill, void *context);

/// Encodes with the saver whose nickname is given and whose options are pairs of strings, to an open file or to memory.
int cvips_save_descriptor(
    VipsImage *image, const char *saver, const char *const *options, int option_count, int descriptor);
void *cvips_save_memory(
    VipsImage *image, const char *saver, const char *const *options, int option_count, size_t *size);

/// An open file without a name, in memory; negative when there is none.
int cvips_create_memory(void);

/// Starts a program whose files 0 and 1 are those given, and which has no others; negative when it can't be started. It has to be waited for.
pid_t cvips_start_process(
    const char *path, char *const *arguments, char *const *environment, int input, int output);

/// Limits this process for good: seconds of the processor and bytes of address space; no core files, no new privileges, and an end with the
/// thread that started it. Nonzero when that fails.
int cvips_limit_process(int64_t seconds, int64_t address_space);

/// Whether this libvips has an operation with the nickname.
int cvips_has_operation(const char *nickname);

#endif
