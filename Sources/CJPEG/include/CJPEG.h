#ifndef COREIMAGE_CJPEG_H
#define COREIMAGE_CJPEG_H

#include <stddef.h>
#include <stdint.h>

// The part of libjpeg that ImageFiles uses. libjpeg reports errors by jumping over functions, which Swift doesn't
// allow; here, errors are results. A nonzero result or a null pointer means failure, and `cjpeg_…_error` then returns
// the reason. A decoder or encoder that has failed fails in all later calls. Only one thread at a time may use it,
// except for `cjpeg_stop_decoder`.

typedef struct CJPEGDecoder CJPEGDecoder;
typedef struct CJPEGEncoder CJPEGEncoder;

/// Copies the next bytes of a file, up to `size` of them, to `bytes`. Returns their number, 0 at the end, and a
/// negative number on failure.
typedef ptrdiff_t (*CJPEGRead)(void *context, void *bytes, size_t size);

/// Appends bytes to a file. A nonzero result means failure.
typedef int (*CJPEGWrite)(void *context, const void *bytes, size_t size);

/// The meaning of the components of a pixel. CMYK is 0 for no ink.
typedef enum { CJPEG_GRAY, CJPEG_RGB, CJPEG_CMYK, CJPEG_UNKNOWN } CJPEGColor;

typedef struct {
    int width, height, components;
    CJPEGColor color;
    /// Whether the samples of each component are as far apart along columns as along rows: 4:4:4 and 4:2:0, not 4:2:2.
    int has_square_sampling;
    /// Whether all scans have to be read before the first row is known.
    int has_multiple_scans;
    /// The density of the JFIF header: 0 without a unit, 1 per inch, 2 per centimetre.
    int has_jfif, density_unit, x_density, y_density;
} CJPEGHeader;

/// A segment for applications. `kind` is the number in its name: 1 for APP1.
typedef struct {
    int kind;
    const uint8_t *bytes;
    size_t size;
} CJPEGSegment;

/// Creates a decoder. `context` must outlive it.
CJPEGDecoder *cjpeg_new_decoder(CJPEGRead read, void *context);
void cjpeg_release_decoder(CJPEGDecoder *decoder);
const char *cjpeg_decoder_error(const CJPEGDecoder *decoder);

/// Reads all segments before the pixels. A `reduction` of 2, 4 or 8 makes the decoder compute one pixel of each square
/// block of so many pixels a side, from the upper left corner; the size in the header is the reduced one, rounded up.
/// 1 keeps all pixels.
int cjpeg_read_header(CJPEGDecoder *decoder, int reduction, CJPEGHeader *header);

/// Returns the segments APP1, APP2 and APP13 one by one, after the header was read. The result is 0 after the last one.
/// The bytes last as long as the decoder.
int cjpeg_next_segment(CJPEGDecoder *decoder, CJPEGSegment *segment);

/// Decodes the next rows.
int cjpeg_read_rows(CJPEGDecoder *decoder, void *pixels, size_t bytes_per_row, int count);

/// Makes a decoder fail as soon as possible. May be called from any thread.
void cjpeg_stop_decoder(CJPEGDecoder *decoder);

/// Creates an encoder. `context` must outlive it.
CJPEGEncoder *cjpeg_new_encoder(CJPEGWrite write, void *context);
void cjpeg_release_encoder(CJPEGEncoder *encoder);
const char *cjpeg_encoder_error(const CJPEGEncoder *encoder);

/// Starts a picture of one component (gray) or three (RGB). `quality` is 1 to 100. With `full_chroma`, chroma has the
/// resolution of the picture, otherwise half of it in both directions.
int cjpeg_start(CJPEGEncoder *encoder, int width, int height, int components, int quality, int full_chroma);

/// Writes a segment for applications, of at most 65533 bytes, before the first row.
int cjpeg_write_segment(CJPEGEncoder *encoder, const CJPEGSegment *segment);

/// Encodes the next rows.
int cjpeg_write_rows(CJPEGEncoder *encoder, const void *pixels, size_t bytes_per_row, int count);

/// Writes the end, after the last row.
int cjpeg_finish(CJPEGEncoder *encoder);

#endif
