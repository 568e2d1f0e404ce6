// What libCoreImageDetection.so offers: engines that find faces, codes, rectangles and text in a picture.
//
// The library is opened with dlopen when the first detector is made, so that nothing else has to load OpenCV. Its functions throw nothing,
// keep no pointer that they are given, and report what they find by calling back before they return. Coordinates are pixels of the
// picture handed over: x to the right and y downwards from its upper left corner, pixel centres at halves. A function may be called from
// any thread; calls with one `detection_faces` may not overlap.

#ifndef COREIMAGE_DETECTION_H
#define COREIMAGE_DETECTION_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Raised with every change of this file; the library's number must be the same.
#define COREIMAGE_DETECTION_INTERFACE 1

/// A place in the picture.
typedef struct detection_point {
    double x, y;
} detection_point;

/// A picture of opaque 8-bit sRGB pixels: red, green, blue and a byte that is not read. The top row comes first.
typedef struct detection_picture {
    const uint8_t *pixels;
    int32_t width, height;
    size_t bytes_per_row;
} detection_picture;

/// What a call came to.
typedef enum detection_status {
    /// Everything that was found has been reported.
    DETECTION_DONE = 0,
    /// A cascade's file can't be read; the message is its name.
    DETECTION_MISSING_FILE = 1,
    /// The engine gave up; the message says why.
    DETECTION_FAILED = 2
} detection_status;

/// Where a message goes: text that ends with a zero byte, cut to `capacity`.
typedef struct detection_message {
    char *text;
    size_t capacity;
} detection_message;

/// Cascades of classifiers for faces and their parts.
typedef struct detection_faces detection_faces;

/// How to look for faces.
typedef struct detection_face_settings {
    /// The shortest side of a face, in pixels.
    double smallest_side;
    /// Turns at which faces are looked for, in degrees counter-clockwise from upright.
    const double *angles;
    int32_t angle_count;
    /// Whether to take time: small steps from size to size, faces from the side.
    int32_t thorough;
    /// Whether to say if eyes are closed, and if the mouth smiles.
    int32_t looks_for_blinks, looks_for_smiles;
} detection_face_settings;

/// A face: a square around its middle, and its parts as seen with the face upright.
typedef struct detection_face {
    detection_point center;
    double side;
    /// Degrees counter-clockwise from upright.
    double angle;
    /// How sure it is; the higher the surer.
    double confidence;
    int32_t has_left_eye, has_right_eye, has_mouth;
    detection_point left_eye, right_eye, mouth;
    int32_t left_eye_closed, right_eye_closed, smiles;
} detection_face;

/// Four corners, clockwise from the upper left one.
typedef struct detection_corners {
    detection_point corners[4];
    /// How sure it is, from 0 to 1.
    double confidence;
} detection_corners;

/// A QR code. The pointers are valid until the callback returns.
typedef struct detection_code {
    /// The corners of the symbol without its border; the first is the one of the finder pattern at the symbol's own upper left.
    detection_point corners[4];
    /// The message in UTF-8.
    const char *text;
    size_t text_length;
    /// The 8-bit data codewords with errors corrected.
    const uint8_t *codewords;
    size_t codeword_count;
    /// L, M, Q or H; 0 when it isn't known.
    char correction_level;
} detection_code;

/// A line of text, with the boxes of its characters in reading order. The pointer is valid until the callback returns.
typedef struct detection_text {
    detection_corners line;
    const detection_corners *characters;
    size_t character_count;
} detection_text;

typedef void (*detection_face_found)(void *context, const detection_face *face);
typedef void (*detection_code_found)(void *context, const detection_code *code);
typedef void (*detection_rectangle_found)(void *context, const detection_corners *rectangle);
typedef void (*detection_text_found)(void *context, const detection_text *text);

/// The `COREIMAGE_DETECTION_INTERFACE` that the library was built with.
int32_t coreimage_detection_interface(void);

/// Cascades from OpenCV's files in `folder`, read when they are first needed. Freed by `coreimage_detection_faces_free`.
detection_faces *coreimage_detection_faces_make(const char *folder);
void coreimage_detection_faces_free(detection_faces *faces);

/// Finds faces, the surest first.
detection_status coreimage_detection_find_faces(
    detection_faces *faces, detection_picture picture, detection_face_settings settings, detection_face_found found,
    void *context, detection_message message);

/// Finds QR codes.
detection_status coreimage_detection_find_codes(
    detection_picture picture, int32_t thorough, detection_code_found found, void *context, detection_message message);

/// Finds convex quadrilaterals whose bounds are at least `smallest_side` high and wide, the surest and largest first.
detection_status coreimage_detection_find_rectangles(
    detection_picture picture, double smallest_side, int32_t thorough, detection_rectangle_found found, void *context,
    detection_message message);

/// Finds lines of text whose characters are at least `smallest_height` high, from the top to the bottom.
detection_status coreimage_detection_find_text(
    detection_picture picture, double smallest_height, int32_t thorough, detection_text_found found, void *context,
    detection_message message);

#ifdef __cplusplus
}
#endif

#endif
