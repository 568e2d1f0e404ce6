/*
 * The interface for image units written in C, or in another language that can export C functions, such as C++, Rust
 * and Zig.
 *
 * A unit is a folder Name.plugin with Info.plist, Resources/Description.plist and a shared library Linux/Name. If a
 * filter's entry in Description.plist has the key CIProcessorFunction, the exported function of that name computes the
 * filter's pixels. CIInputs determines its signature, so it must be declared exactly like this:
 *
 *     int f(const ci_image *IMAGE, …, ci_image *out, ARGUMENT, …);
 *
 *   1. one const ci_image * for each input of class CIImage, in the order of CIInputs;
 *   2. the ci_image * to write;
 *   3. one argument for each other input, in the order of CIInputs, passed by value:
 *        NSNumber  double
 *        CIVector  ci_vec2, ci_vec3 or ci_vec4, with as many components as CIAttributeDefault
 *        CIColor   ci_vec4
 *
 * The optional key CIRegionFunction names a second function, the region function. It returns which pixels of an image
 * the first function reads:
 *
 *     int r(int image, ci_rect output, ARGUMENT, …, ci_rect *needed);
 *
 *   1. the index of the image, from 0; 2. the rectangle to be computed; 3. the same arguments as above; 4. the result.
 *   The function must write the smallest rectangle of that image from which all pixels of `output` can be computed.
 *   Rectangles are in working space: one unit is a pixel, and the origin is at the bottom left. Without a region
 *   function, the rectangle needed of each image is `output`. The result must depend only on the arguments, and a
 *   larger `output` must not need a smaller rectangle. A rectangle without width or height means that nothing is
 *   needed. An infinite one (edges beyond 2^40) means the whole image.
 *
 * THREADS. Pictures are computed in tiles. Both functions are called concurrently on several threads, in any order, for
 * any part of the picture, and repeatedly for the same part. They must not write variables that outlive the call,
 * except under a lock. A pixel must depend only on the images and the arguments, and not on the requested tile.
 *
 * OWNERSHIP. Structs, pixels and texts belong to the host and are valid until the function returns. Neither side frees
 * memory of the other.
 *
 * PIXELS. A pixel consists of four floats: red, green, blue and alpha, linear in the host's working space and
 * premultiplied. Values below 0 and above 1 are kept. `data` is aligned to 16 bytes, and bytes_per_row is a multiple of
 * 16. `data` points to the lower left pixel. bytes_per_row is the distance from a row to the one above it, which is
 * negative if the memory stores the top row first. An input holds all pixels of the region that was requested, and may
 * hold more. Pixels outside of `extent` are transparent (all zero). Inputs must not be written. The output holds zeros
 * before the call, so pixels that aren't written are transparent. It never shares memory with an input.
 *
 * Each image has memory far from all others. A function that reads or writes after its last row, or some rows before
 * its first one, ends with an error that names the pixel, the image and the region in memory. The usual cause is that
 * the region function is missing or returns too little. A read beyond the left or right end of a row in the middle
 * isn't detected; it gets a pixel of the neighbouring row. An image of which no pixel is needed has width and height 0,
 * and every read of it ends with that error. NaN in an output isn't an error. It becomes 0 when a picture is stored as
 * integers.
 *
 * DEFAULTS. Arguments are never missing: an input that wasn't set has its CIAttributeDefault. If it has no default, no
 * function is called until the input is set. Limits such as CIAttributeMax are for user interfaces. Values outside of
 * them, infinities and NaN are passed on, and must not lead to a crash.
 *
 * COLOURS. The ci_vec4 of a CIColor is a pixel in working space, premultiplied. A region function gets it in linear
 * sRGB instead, because it is called before the working space is known.
 *
 * FAILURE. A function returns 0 for success. Any other status makes the rendering fail with an error that contains the
 * unit, the filter, the status, and the text passed to ci_fail. The output is discarded. After a failure of the first
 * function the same image can be rendered again. After a failure of the region function it can't, and the image must
 * be created again.
 *
 * Build with: cc -shared -fPIC -fvisibility=hidden -I <folder of this header> -o Name.plugin/Contents/Linux/Name *.c
 * Info.plist needs CFBundleExecutable, and CoreImageStamp: a dictionary with Architecture (x86_64, arm64) and
 * CInterface (1).
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

/* The version of this interface. Later versions only append members to structs; struct_size tells how many exist. */
#define CI_UNIT_INTERFACE_VERSION 1

/* Required before every function that the host calls. */
#define CI_EXPORT __attribute__((visibility("default")))

/* The status that functions return. A unit may define its own values from 100 on. */
enum ci_status {
    CI_OK = 0,             /* Success. */
    CI_ERROR_FAILED = 1,   /* Any other failure; describe it with ci_fail. */
    CI_ERROR_MEMORY = 2,   /* There is not enough memory. */
    CI_ERROR_ARGUMENT = 3, /* An argument has an unsupported value. */
    CI_ERROR_RESOURCE = 4  /* A file of the bundle is missing or damaged. */
};

/* The storage format of a pixel. */
enum ci_format {
    CI_FORMAT_RGBA_FLOAT = 1 /* Four floats. The only format of version 1. */
};

typedef struct ci_vec2 { double x, y; } ci_vec2;
typedef struct ci_vec3 { double x, y, z; } ci_vec3;
typedef struct ci_vec4 { double x, y, z, w; } ci_vec4;

/* A rectangle in working space; (x, y) is the lower left corner. */
typedef struct ci_rect { double x, y, width, height; } ci_rect;

/* A rectangle of an image's pixels in memory. */
typedef struct ci_image {
    uint32_t struct_size;    /* The size of this struct in the host, in bytes. */
    uint32_t format;         /* A ci_format. */
    int64_t x, y;            /* The lower left pixel, in working space. */
    int64_t width, height;   /* Columns and rows in memory; 0 if no pixel is needed. */
    ptrdiff_t bytes_per_row; /* The distance from a row to the one above it; may be negative. */
    float *data;             /* The lower left pixel. */
    ci_rect extent;          /* The extent of the whole image; infinite edges are beyond 2^40. */
    char *error_text;        /* For the output: the buffer of ci_fail. NULL for inputs. */
    size_t error_capacity;   /* The size of error_text in bytes, with the terminating zero. */
} ci_image;

/* Information about the host for a unit that is loaded. Valid until coreimage_unit_unload has returned. */
typedef struct ci_host {
    uint32_t struct_size;       /* The size of this struct in the host, in bytes. */
    uint32_t interface_version; /* The host's CI_UNIT_INTERFACE_VERSION; not below the unit's. */
    const char *host_version;   /* For example "0.1.0". */
    const char *resources_path; /* The bundle's Resources folder, UTF-8, no final slash. Read-only. */
} ci_host;

/*
 * Two optional functions of a unit.
 *
 *     CI_EXPORT int coreimage_unit_load(const ci_host *host);
 *     CI_EXPORT void coreimage_unit_unload(void);
 *
 * load is called once, on one thread, before any other function. If it returns a status other than CI_OK, the unit is
 * refused, and none of its functions is called again. unload is called once, on any thread, after the last call of all
 * other functions. It isn't called if the unit was refused.
 */

/* Returns the pixel at (x, y) of an input. The pixel must be in memory. */
static inline const float *ci_input_pixel(const ci_image *image, int64_t x, int64_t y) {
    return (const float *)((const char *)image->data + (y - image->y) * image->bytes_per_row + (x - image->x) * 16);
}

/* Returns the pixel at (x, y) of the output. The pixel must be in memory. */
static inline float *ci_output_pixel(ci_image *image, int64_t x, int64_t y) {
    return (float *)((char *)image->data + (y - image->y) * image->bytes_per_row + (x - image->x) * 16);
}

/* Formats an error text in UTF-8 like printf, and returns `status`: return ci_fail(out, CI_ERROR_ARGUMENT, "…"). */
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
