#ifndef COREIMAGE_CPNG_H
#define COREIMAGE_CPNG_H

#include <stddef.h>
#include <stdint.h>

// The part of libpng that ImageFiles uses. libpng reports errors by jumping over functions, which Swift doesn't allow;
// here, errors are results. A nonzero result or a null pointer means failure, and `cpng_…_error` then returns the
// reason. A decoder or encoder that has failed fails in all later calls. Only one thread at a time may use it, except
// for `cpng_stop_decoder`.

typedef struct CPNGDecoder CPNGDecoder;
typedef struct CPNGEncoder CPNGEncoder;

/// Copies the next bytes of a file, up to `size` of them, to `bytes`. Returns their number, 0 at the end, and a
/// negative number on failure.
typedef ptrdiff_t (*CPNGRead)(void *context, void *bytes, size_t size);

/// Appends bytes to a file. A nonzero result means failure.
typedef int (*CPNGWrite)(void *context, const void *bytes, size_t size);

/// A picture as it is decoded: palettes become RGB, transparent colours become alpha, and fewer than 8 bits become 8.
typedef struct {
    int width, height;
    /// 1 gray, 2 gray and alpha, 3 RGB, 4 RGB and alpha.
    int components;
    /// 8 or 16, in the byte order of the machine.
    int bits;
    int is_interlaced;
    int has_resolution, is_resolution_per_metre;
    uint32_t x_resolution, y_resolution;
} CPNGHeader;

/// Bytes that last as long as the decoder. Null if the file has none.
typedef struct {
    const uint8_t *bytes;
    size_t size;
} CPNGBlock;

/// Creates a decoder. `context` must outlive it.
CPNGDecoder *cpng_new_decoder(CPNGRead read, void *context);
void cpng_release_decoder(CPNGDecoder *decoder);
const char *cpng_decoder_error(const CPNGDecoder *decoder);

/// Reads all chunks before the pixels.
int cpng_read_header(CPNGDecoder *decoder, CPNGHeader *header);

/// Return metadata, after the header was read: the ICC profile, and the EXIF block without a prefix.
CPNGBlock cpng_profile(CPNGDecoder *decoder);
CPNGBlock cpng_exif(CPNGDecoder *decoder);

/// Returns the keyword and the text of the text chunk with this number. The result is 0 if there are fewer.
int cpng_text(CPNGDecoder *decoder, int number, const char **keyword, const char **text);

/// Decodes the next rows of a picture that isn't interlaced.
int cpng_read_rows(CPNGDecoder *decoder, void *pixels, size_t bytes_per_row, int count);

/// Decodes all rows of an interlaced picture.
int cpng_read_interlaced(CPNGDecoder *decoder, void *pixels, size_t bytes_per_row);

/// Makes a decoder fail as soon as possible. May be called from any thread.
void cpng_stop_decoder(CPNGDecoder *decoder);

/// Creates an encoder. `context` must outlive it.
CPNGEncoder *cpng_new_encoder(CPNGWrite write, void *context);
void cpng_release_encoder(CPNGEncoder *encoder);
const char *cpng_encoder_error(const CPNGEncoder *encoder);

/// Describes the picture. `compression` is zlib's level, 0 to 9. The header must have a resolution per metre.
int cpng_set_header(CPNGEncoder *encoder, const CPNGHeader *header, int compression);

/// Set metadata, before the first row. A profile that libpng considers invalid is left out. `text` ends with a zero.
int cpng_set_profile(CPNGEncoder *encoder, CPNGBlock profile);
int cpng_set_exif(CPNGEncoder *encoder, CPNGBlock exif);
int cpng_set_text(CPNGEncoder *encoder, const char *keyword, const char *text);

/// Encodes the next rows.
int cpng_write_rows(CPNGEncoder *encoder, const void *pixels, size_t bytes_per_row, int count);

/// Writes the end, after the last row.
int cpng_finish(CPNGEncoder *encoder);

#endif
