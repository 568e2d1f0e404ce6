/*
 * Image units written in C, or in any language that can export C functions: C++, Rust, Zig.
 *
 * A unit is a folder Name.plugin with Info.plist, Resources/Description.plist and a shared library Linux/Name. A filter whose entry in
 * Description.plist has the key CIProcessorFunction is computed by the function of that name in the library. Its signature follows from
 * CIInputs, so that it must be declared in exactly this way:
 *
 *     int f(const ci_image *IMAGE, …, ci_image *out, ARGUMENT, …);
 *
 *   1. one const ci_image * for each input of class CIImage, in the order of CIInputs;
 *   2. the ci_image * to write;
 *   3. one argument for each other input, in the order of CIInputs, passed by value:
 *        NSNumber  double
 *        CIVector  ci_vec2, ci_vec3 or ci_vec4, as many components as CIAttributeDefault has
 *        CIColor   ci_vec4
 *
 * The optional key CIRegionFunction names a second function, which says what the first one reads:
 *
 *     int r(int image, ci_rect output, ARGUMENT, …, ci_rect *needed);
 *
 *   1. the number of the image asked for, counted from 0; 2. the rectangle to be computed; 3. the same arguments as above; 4. the answer.
 *   It must write the smallest rectangle of that image from which any pixel of `output` is computed. Rectangles are in working space: one
 *   unit is a pixel, the origin is at the bottom left. Without a region function each image is needed where the output is computed.
 *   The answer must depend on its arguments alone, and a larger `output` must not need less. A rectangle of no width or height needs
 *   nothing; an infinite one (edges beyond 2^40) needs the whole image.
 *
 * THREADS. Pictures are computed in tiles: both functions are called from several threads at the same time, in any order, for any part of
 * the picture, and again for the same part. They must not write variables that outlive the call without a lock of their own, and the
 * pixels that they compute must not depend on which tile is asked for: a pixel is a function of the images and the arguments.
 *
 * OWNERSHIP. Structs, pixels and texts belong to the host and are valid until the function returns. Nothing is freed by the other side.
 *
 * PIXELS. Four floats: red, green, blue and alpha, linear light in the host's working space, colour multiplied by alpha. Values below 0 and
 * above 1 are kept. `data` is aligned to 16 bytes and bytes_per_row is a multiple of 16. `data` is the lower left
 * pixel, and bytes_per_row leads from a row to the one above it; it is negative where memory runs from the top down.
 * An input holds every pixel of the region that was asked for, and may hold more; where that reaches beyond `extent`, pixels are
 * transparent (all zero). Inputs must not be written. The output holds zeros before the call: pixels that are not written are
 * transparent. It never shares memory with an input. Each image lies in memory apart from all others. A function that reads or writes
 * behind its last row, or some rows before its first one, ends with an error that names the pixel, the image and the region that is in
 * memory; mostly the region function is missing, or asks for too little. A read beyond the left or right end of a row in the middle is not
 * noticed: it gets a pixel of the next row. NaN in an output is not an error: it becomes 0 where a picture is stored as integers.
 *
 * DEFAULTS. Arguments are never missing: an input that nobody set has its CIAttributeDefault. Without a default, nothing is called until
 * the input is set. Limits such as CIAttributeMax are for user interfaces; values outside them, infinities and NaN are passed on, and
 * must not lead to a crash.
 *
 * COLOURS. A ci_vec4 of a CIColor is a pixel: working space, multiplied by alpha. A region function, which is asked before the working
 * space is known, gets it in linear sRGB.
 *
 * FAILURE. 0 is success. Any other status makes the rendering fail with an error that names unit, filter and status, and the text that
 * ci_fail gave. What was written is thrown away. Calls of the first function start afresh after a failure; an image whose region function
 * failed can't be rendered any more, and has to be made again.
 *
 * Build with: cc -shared -fPIC -fvisibility=hidden -I <folder of this header> -o Name.plugin/Contents/Linux/Name *.c
 * Info.plist needs CFBundleExecutable, and CoreImageStamp: a dictionary with Architecture (x86_64, arm64) and CInterface (1).
 */
#ifndef COREIMAGE_UNIT_H
#define COREIMAGE_UNIT_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of everything in this header. Structs only ever grow at their end, which is what struct_size is for. */
#define CI_UNIT_INTERFACE_VERSION 1

/* Stands before every function that the host calls. */
#define CI_EXPORT __attribute__((visibility("default")))

/* What functions return. Numbers of a unit's own are 100 and above. */
enum ci_status {
    CI_OK = 0,             /* Done. */
    CI_ERROR_FAILED = 1,   /* Anything without a number of its own; say what with ci_fail. */
    CI_ERROR_MEMORY = 2,   /* Memory for the work can't be had. */
    CI_ERROR_ARGUMENT = 3, /* An argument has a value that the function can't work with. */
    CI_ERROR_RESOURCE = 4  /* A file of the bundle is missing or damaged. */
};

/* How a pixel is stored. */
enum ci_format {
    CI_FORMAT_RGBA_FLOAT = 1 /* Four floats. The only format of version 1. */
};

typedef struct ci_vec2 { double x, y; } ci_vec2;
typedef struct ci_vec3 { double x, y, z; } ci_vec3;
typedef struct ci_vec4 { double x, y, z, w; } ci_vec4;

/* A rectangle in working space; (x, y) is the lower left corner. */
typedef struct ci_rect { double x, y, width, height; } ci_rect;

/* A rectangle of an image's pixels. */
typedef struct ci_image {
    uint32_t struct_size;    /* Bytes of this struct as the host knows it. */
    uint32_t format;         /* A ci_format. */
    int64_t x, y;            /* The lower left pixel, in working space. */
    int64_t width, height;   /* Columns and rows in memory; 0 where nothing is needed. */
    ptrdiff_t bytes_per_row; /* From a row to the one above it; may be negative. */
    float *data;             /* The lower left pixel. */
    ci_rect extent;          /* Where the whole image is; infinite edges are beyond 2^40. */
    char *error_text;        /* Of the output: where ci_fail writes. NULL for inputs. */
    size_t error_capacity;   /* Bytes at error_text, the closing zero included. */
} ci_image;

/* What the host tells a unit when it is loaded. Valid until coreimage_unit_unload has returned. */
typedef struct ci_host {
    uint32_t struct_size;       /* Bytes of this struct as the host knows it. */
    uint32_t interface_version; /* CI_UNIT_INTERFACE_VERSION of the host: at least that of the unit. */
    const char *host_version;   /* Such as "0.1.0". */
    const char *resources_path; /* The bundle's Resources folder, UTF-8, without a slash at the end. Only reading is allowed. */
} ci_host;

/*
 * Two functions that a unit may export and need not.
 *
 *     CI_EXPORT int coreimage_unit_load(const ci_host *host);
 *     CI_EXPORT void coreimage_unit_unload(void);
 *
 * load is called once, before any other function, by one thread. Another status than CI_OK refuses the unit; nothing of it is called again.
 * unload is called once, when no function of the unit will be called any more, by any thread. It isn't called after a refusal.
 */

/* The pixel at (x, y) of an input, which must lie in its memory. */
static inline const float *ci_input_pixel(const ci_image *image, int64_t x, int64_t y) {
    return (const float *)((const char *)image->data + (y - image->y) * image->bytes_per_row + (x - image->x) * 16);
}

/* The pixel at (x, y) of the output, which must lie in its memory. */
static inline float *ci_output_pixel(ci_image *image, int64_t x, int64_t y) {
    return (float *)((char *)image->data + (y - image->y) * image->bytes_per_row + (x - image->x) * 16);
}

/* Says what went wrong, in UTF-8 and as printf does, and returns `status`: return ci_fail(out, CI_ERROR_ARGUMENT, "…"). */
__attribute__((format(printf, 3, 4))) static inline int ci_fail(ci_image *out, int status, const char *format, ...) {
    if (out->error_text && out->error_capacity > 0) {
        va_list arguments;
        va_start(arguments, format);
        vsnprintf(out->error_text, out->error_capacity, format, arguments);
        va_end(arguments);
    }
    return status;
}

#ifdef __cplusplus
}
#endif

#endif
