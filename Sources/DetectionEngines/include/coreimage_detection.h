// The interface of libCoreImageDetection.so: engines that detect faces, codes, rectangles and text in a picture.
//
// The library is opened with dlopen when the first detector is created, so that other programs needn't load OpenCV. Its
// functions throw no exceptions, keep no pointers that they receive, and report what they find through callbacks before
// they return. Coordinates are in pixels of the given picture, from its upper left corner, x to the right and y
// downwards. Pixel centres are at half coordinates. Functions may be called on any thread, but calls with the same
// `detection_faces` must not overlap.

#ifndef COREIMAGE_DETECTION_H
#define COREIMAGE_DETECTION_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Increased with every change of this file. The library's value must be equal.
#define COREIMAGE_DETECTION_INTERFACE 1

/// A point in the picture.
typedef struct detection_point {
    double x, y;
} detection_point;

/// A picture of opaque 8-bit sRGB pixels: red, green, blue and a byte that is not read. The top row comes first.
typedef struct detection_picture {
    const uint8_t *pixels;
    int32_t width, height;
    size_t bytes_per_row;
} detection_picture;

/// The result of a call.
typedef enum detection_status {
    /// All features have been reported.
    DETECTION_DONE = 0,
    /// A cascade's file can't be read. The message is its path.
    DETECTION_MISSING_FILE = 1,
    /// The engine failed. The message is the reason.
    DETECTION_FAILED = 2
} detection_status;

/// A buffer for a message, which is zero-terminated and truncated to `capacity`.
typedef struct detection_message {
    char *text;
    size_t capacity;
} detection_message;

/// Cascades of classifiers for faces and their parts.
typedef struct detection_faces detection_faces;

/// Settings for face detection.
typedef struct detection_face_settings {
    /// The minimum side of a face, in pixels.
    double smallest_side;
    /// The rotations of faces to detect, in degrees counter-clockwise from upright.
    const double *angles;
    int32_t angle_count;
    /// Whether to search thoroughly: with small steps between sizes, and for faces in profile.
    int32_t thorough;
    /// Whether to detect closed eyes, and smiles.
    int32_t looks_for_blinks, looks_for_smiles;
} detection_face_settings;

/// A face: a square around its centre, and its parts. Left and right are as seen with the face upright.
typedef struct detection_face {
    detection_point center;
    double side;
    /// The rotation in degrees counter-clockwise from upright.
    double angle;
    /// The confidence. Higher values are better; there is no upper limit.
    double confidence;
    int32_t has_left_eye, has_right_eye, has_mouth;
    detection_point left_eye, right_eye, mouth;
    int32_t left_eye_closed, right_eye_closed, smiles;
} detection_face;

/// Four corners, clockwise from the upper left one.
typedef struct detection_corners {
    detection_point corners[4];
    /// The confidence from 0 to 1.
    double confidence;
} detection_corners;

/// A QR code. The pointers are valid until the callback returns.
typedef struct detection_code {
    /// The corners of the symbol without its quiet zone. The first one is at the finder pattern in the symbol's own
    /// upper left corner.
    detection_point corners[4];
    /// The message in UTF-8.
    const char *text;
    size_t text_length;
    /// The 8-bit data codewords after error correction.
    const uint8_t *codewords;
    size_t codeword_count;
    /// L, M, Q or H, or 0 if unknown.
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

/// Returns the `COREIMAGE_DETECTION_INTERFACE` of the built library.
int32_t coreimage_detection_interface(void);

/// Creates cascades from OpenCV's files in `folder`, which are read when they are first used. Free the result with
/// `coreimage_detection_faces_free`.
detection_faces *coreimage_detection_faces_make(const char *folder);
void coreimage_detection_faces_free(detection_faces *faces);

/// Finds faces, in order of decreasing confidence.
detection_status coreimage_detection_find_faces(
    detection_faces *faces, detection_picture picture, detection_face_settings settings, detection_face_found found,
    void *context, detection_message message);

/// Finds QR codes.
detection_status coreimage_detection_find_codes(
    detection_picture picture, int32_t thorough, detection_code_found found, void *context, detection_message message);

/// Finds convex quadrilaterals whose bounds are at least `smallest_side` high and wide. Large ones of high confidence
/// come first.
detection_status coreimage_detection_find_rectangles(
    detection_picture picture, double smallest_side, int32_t thorough, detection_rectangle_found found, void *context,
    detection_message message);

/// Finds lines of text with characters of at least the height `smallest_height`, in pixels, from top to bottom.
detection_status coreimage_detection_find_text(
    detection_picture picture, double smallest_height, int32_t thorough, detection_text_found found, void *context,
    detection_message message);

#ifdef __cplusplus
}
#endif

#endif
