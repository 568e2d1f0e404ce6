#include "CPNG.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "failure.h"

enum {
    BUFFER_SIZE = 16 << 10,
    // The limits of libvips: longer sides than libpng's own limit, larger chunks, but fewer of them.
    MAXIMUM_SIDE = 10000000,
    MAXIMUM_CHUNK_SIZE = 50 << 20,
    MAXIMUM_CHUNK_COUNT = 100,
};

struct CPNGDecoder {
    png_structp codec;
    png_infop info;
    Failure failure;
    CPNGRead read;
    void *context;
    atomic_int is_stopped;
    size_t buffer_offset, buffer_count;
    uint8_t buffer[BUFFER_SIZE];
};

static void check_stop(CPNGDecoder *decoder) {
    if (atomic_load_explicit(&decoder->is_stopped, memory_order_relaxed)) {
        png_error(decoder->codec, "decoding was stopped");
    }
}

// libpng reads a few bytes at a time.
static void read_bytes(png_structp codec, png_bytep bytes, size_t size) {
    CPNGDecoder *decoder = png_get_io_ptr(codec);
    while (size > 0) {
        if (decoder->buffer_offset == decoder->buffer_count) {
            check_stop(decoder);
            ptrdiff_t count = decoder->read(decoder->context, decoder->buffer, BUFFER_SIZE);
            if (count < 0) png_error(codec, "the file can't be read");
            if (count == 0) png_error(codec, "the file ends too early");
            decoder->buffer_offset = 0;
            decoder->buffer_count = (size_t)count;
        }
        size_t held = decoder->buffer_count - decoder->buffer_offset;
        size_t count = size < held ? size : held;
        memcpy(bytes, decoder->buffer + decoder->buffer_offset, count);
        decoder->buffer_offset += count;
        bytes += count;
        size -= count;
    }
}

static void set_up(CPNGDecoder *decoder) {
    decoder->info = png_create_info_struct(decoder->codec);
    png_set_read_fn(decoder->codec, decoder, read_bytes);
    png_set_user_limits(decoder->codec, MAXIMUM_SIDE, MAXIMUM_SIDE);
    png_set_chunk_malloc_max(decoder->codec, MAXIMUM_CHUNK_SIZE);
    png_set_chunk_cache_max(decoder->codec, MAXIMUM_CHUNK_COUNT);
    // Many files have variants of the sRGB profile that libpng would warn of.
    png_set_option(decoder->codec, PNG_SKIP_sRGB_CHECK_PROFILE, PNG_OPTION_ON);
    // Each chunk has a checksum already.
    png_set_option(decoder->codec, PNG_IGNORE_ADLER32, PNG_OPTION_ON);
}

CPNGDecoder *cpng_new_decoder(CPNGRead read, void *context) {
    CPNGDecoder *decoder = calloc(1, sizeof *decoder);
    if (!decoder) return NULL;
    decoder->read = read;
    decoder->context = context;
    // If this fails, all later calls fail.
    if (setjmp(decoder->failure.jump)) return decoder;
    decoder->codec = png_create_read_struct(
        PNG_LIBPNG_VER_STRING, &decoder->failure, cpng_report_error, cpng_ignore_warning);
    if (!decoder->codec) {
        free(decoder);
        return NULL;
    }
    set_up(decoder);
    return decoder;
}

void cpng_release_decoder(CPNGDecoder *decoder) {
    if (decoder->codec) png_destroy_read_struct(&decoder->codec, &decoder->info, NULL);
    free(decoder);
}

const char *cpng_decoder_error(const CPNGDecoder *decoder) { return decoder->failure.text; }

void cpng_stop_decoder(CPNGDecoder *decoder) {
    atomic_store_explicit(&decoder->is_stopped, 1, memory_order_relaxed);
}

// Makes libpng expand all kinds of pixels to the four that the header describes.
static void expand(CPNGDecoder *decoder) {
    int type = png_get_color_type(decoder->codec, decoder->info);
    int bits = png_get_bit_depth(decoder->codec, decoder->info);
    if (type == PNG_COLOR_TYPE_PALETTE) png_set_palette_to_rgb(decoder->codec);
    if (type == PNG_COLOR_TYPE_GRAY && bits < 8) png_set_expand_gray_1_2_4_to_8(decoder->codec);
    if (png_get_valid(decoder->codec, decoder->info, PNG_INFO_tRNS)) png_set_tRNS_to_alpha(decoder->codec);
    if (bits == 16 && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__) png_set_swap(decoder->codec);
    png_set_interlace_handling(decoder->codec);
    png_read_update_info(decoder->codec, decoder->info);
}

int cpng_read_header(CPNGDecoder *decoder, CPNGHeader *header) {
    if (decoder->failure.has_failed || setjmp(decoder->failure.jump)) return -1;
    png_read_info(decoder->codec, decoder->info);
    expand(decoder);
    *header = (CPNGHeader){
        .width = (int)png_get_image_width(decoder->codec, decoder->info),
        .height = (int)png_get_image_height(decoder->codec, decoder->info),
        .components = png_get_channels(decoder->codec, decoder->info),
        .bits = png_get_bit_depth(decoder->codec, decoder->info),
        .is_interlaced = png_get_interlace_type(decoder->codec, decoder->info) != PNG_INTERLACE_NONE,
    };
    int unit = PNG_RESOLUTION_UNKNOWN;
    header->has_resolution =
        png_get_pHYs(decoder->codec, decoder->info, &header->x_resolution, &header->y_resolution, &unit) != 0;
    header->is_resolution_per_metre = unit == PNG_RESOLUTION_METER;
    return 0;
}

CPNGBlock cpng_profile(CPNGDecoder *decoder) {
    png_charp name;
    int compression;
    png_bytep bytes = NULL;
    png_uint_32 size = 0;
    if (!png_get_iCCP(decoder->codec, decoder->info, &name, &compression, &bytes, &size)) return (CPNGBlock){NULL, 0};
    return (CPNGBlock){bytes, size};
}

CPNGBlock cpng_exif(CPNGDecoder *decoder) {
    png_bytep bytes = NULL;
    png_uint_32 size = 0;
    if (!png_get_eXIf_1(decoder->codec, decoder->info, &size, &bytes)) return (CPNGBlock){NULL, 0};
    return (CPNGBlock){bytes, size};
}

int cpng_text(CPNGDecoder *decoder, int number, const char **keyword, const char **text) {
    png_textp texts = NULL;
    int count = 0;
    png_get_text(decoder->codec, decoder->info, &texts, &count);
    if (number < 0 || number >= count) return 0;
    *keyword = texts[number].key;
    *text = texts[number].text;
    return 1;
}

int cpng_read_rows(CPNGDecoder *decoder, void *pixels, size_t bytes_per_row, int count) {
    if (decoder->failure.has_failed || setjmp(decoder->failure.jump)) return -1;
    for (int y = 0; y < count; y++) {
        check_stop(decoder);
        png_read_row(decoder->codec, (png_bytep)pixels + (size_t)y * bytes_per_row, NULL);
    }
    return 0;
}

int cpng_read_interlaced(CPNGDecoder *decoder, void *pixels, size_t bytes_per_row) {
    if (decoder->failure.has_failed || setjmp(decoder->failure.jump)) return -1;
    int height = (int)png_get_image_height(decoder->codec, decoder->info);
    for (int pass = 0; pass < PNG_INTERLACE_ADAM7_PASSES; pass++) {
        for (int y = 0; y < height; y++) {
            check_stop(decoder);
            png_read_row(decoder->codec, (png_bytep)pixels + (size_t)y * bytes_per_row, NULL);
        }
    }
    return 0;
}
