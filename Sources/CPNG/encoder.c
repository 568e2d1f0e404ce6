#include "CPNG.h"

#include <stdlib.h>
#include <string.h>

#include "failure.h"

enum { MAXIMUM_SIDE = 10000000 };

struct CPNGEncoder {
    png_structp codec;
    png_infop info;
    Failure failure;
    CPNGWrite write;
    void *context;
    int is_started;
};

static void write_bytes(png_structp codec, png_bytep bytes, size_t size) {
    CPNGEncoder *encoder = png_get_io_ptr(codec);
    if (encoder->write(encoder->context, bytes, size)) png_error(codec, "the file can't be written");
}

// The owner of the file writes what it holds back.
static void flush_nothing(png_structp codec) { (void)codec; }

static void set_up(CPNGEncoder *encoder) {
    encoder->info = png_create_info_struct(encoder->codec);
    png_set_write_fn(encoder->codec, encoder, write_bytes, flush_nothing);
    png_set_user_limits(encoder->codec, MAXIMUM_SIDE, MAXIMUM_SIDE);
    // Profiles that were read from files are written as they are.
    png_set_option(encoder->codec, PNG_SKIP_sRGB_CHECK_PROFILE, PNG_OPTION_ON);
}

CPNGEncoder *cpng_new_encoder(CPNGWrite write, void *context) {
    CPNGEncoder *encoder = calloc(1, sizeof *encoder);
    if (!encoder) return NULL;
    encoder->write = write;
    encoder->context = context;
    // If this fails, all later calls fail.
    if (setjmp(encoder->failure.jump)) return encoder;
    encoder->codec = png_create_write_struct(
        PNG_LIBPNG_VER_STRING, &encoder->failure, cpng_report_error, cpng_ignore_warning);
    if (!encoder->codec) {
        free(encoder);
        return NULL;
    }
    set_up(encoder);
    return encoder;
}

void cpng_release_encoder(CPNGEncoder *encoder) {
    if (encoder->codec) png_destroy_write_struct(&encoder->codec, &encoder->info);
    free(encoder);
}

const char *cpng_encoder_error(const CPNGEncoder *encoder) { return encoder->failure.text; }

int cpng_set_header(CPNGEncoder *encoder, const CPNGHeader *header, int compression) {
    static const int types[] = {
        PNG_COLOR_TYPE_GRAY, PNG_COLOR_TYPE_GRAY_ALPHA, PNG_COLOR_TYPE_RGB, PNG_COLOR_TYPE_RGB_ALPHA,
    };
    if (encoder->failure.has_failed || setjmp(encoder->failure.jump)) return -1;
    png_set_compression_level(encoder->codec, compression);
    // Choosing a filter for each row would make most files smaller, but takes longer than compressing them.
    png_set_filter(encoder->codec, 0, PNG_FILTER_NONE);
    png_set_IHDR(
        encoder->codec, encoder->info, (png_uint_32)header->width, (png_uint_32)header->height, header->bits,
        types[header->components - 1], header->is_interlaced ? PNG_INTERLACE_ADAM7 : PNG_INTERLACE_NONE,
        PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_set_pHYs(
        encoder->codec, encoder->info, header->x_resolution, header->y_resolution, PNG_RESOLUTION_METER);
    return 0;
}

int cpng_set_profile(CPNGEncoder *encoder, CPNGBlock profile) {
    if (encoder->failure.has_failed) return -1;
    if (setjmp(encoder->failure.jump)) {
        encoder->failure.has_failed = 0;
        return 0;
    }
    png_set_iCCP(
        encoder->codec, encoder->info, "icc", PNG_COMPRESSION_TYPE_BASE, (png_bytep)profile.bytes,
        (png_uint_32)profile.size);
    return 0;
}

int cpng_set_exif(CPNGEncoder *encoder, CPNGBlock exif) {
    if (encoder->failure.has_failed || setjmp(encoder->failure.jump)) return -1;
    png_set_eXIf_1(encoder->codec, encoder->info, (png_uint_32)exif.size, (png_bytep)exif.bytes);
    return 0;
}

int cpng_set_text(CPNGEncoder *encoder, const char *keyword, const char *text) {
    if (encoder->failure.has_failed || setjmp(encoder->failure.jump)) return -1;
    png_text entry = {
        .compression = PNG_ITXT_COMPRESSION_NONE,
        .key = (png_charp)keyword,
        .text = (png_charp)text,
        .itxt_length = strlen(text),
    };
    png_set_text(encoder->codec, encoder->info, &entry, 1);
    return 0;
}

static void start(CPNGEncoder *encoder) {
    png_write_info(encoder->codec, encoder->info);
    if (png_get_bit_depth(encoder->codec, encoder->info) == 16 && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__) {
        png_set_swap(encoder->codec);
    }
    encoder->is_started = 1;
}

int cpng_write_rows(CPNGEncoder *encoder, const void *pixels, size_t bytes_per_row, int count) {
    if (encoder->failure.has_failed || setjmp(encoder->failure.jump)) return -1;
    if (!encoder->is_started) start(encoder);
    for (int y = 0; y < count; y++) {
        png_write_row(encoder->codec, (png_const_bytep)pixels + (size_t)y * bytes_per_row);
    }
    return 0;
}

int cpng_finish(CPNGEncoder *encoder) {
    if (encoder->failure.has_failed || setjmp(encoder->failure.jump)) return -1;
    // Given the metadata, some versions of libpng would write EXIF a second time.
    png_write_end(encoder->codec, NULL);
    return 0;
}
