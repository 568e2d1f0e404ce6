#include "CJPEG.h"

#include <stdlib.h>

#include "failure.h"

#include <jerror.h>

enum { BUFFER_SIZE = 16 << 10, ROW_GROUP = 16 };

struct CJPEGEncoder {
    struct jpeg_compress_struct codec;
    Failure failure;
    struct jpeg_destination_mgr destination;
    CJPEGWrite write;
    void *context;
    int is_created;
    JOCTET buffer[BUFFER_SIZE];
};

static void clear_buffer(j_compress_ptr codec) {
    CJPEGEncoder *encoder = codec->client_data;
    codec->dest->next_output_byte = encoder->buffer;
    codec->dest->free_in_buffer = BUFFER_SIZE;
}

static void write_bytes(j_compress_ptr codec, size_t count) {
    CJPEGEncoder *encoder = codec->client_data;
    if (encoder->write(encoder->context, encoder->buffer, count)) ERREXIT(codec, JERR_FILE_WRITE);
}

// libjpeg calls this when the buffer is full. `free_in_buffer` isn't valid then.
static boolean empty_buffer(j_compress_ptr codec) {
    write_bytes(codec, BUFFER_SIZE);
    clear_buffer(codec);
    return TRUE;
}

static void end_destination(j_compress_ptr codec) { write_bytes(codec, BUFFER_SIZE - codec->dest->free_in_buffer); }

static void set_up(CJPEGEncoder *encoder) {
    jpeg_create_compress(&encoder->codec);
    encoder->is_created = 1;
    encoder->codec.client_data = encoder;
    encoder->destination = (struct jpeg_destination_mgr){
        .init_destination = clear_buffer,
        .empty_output_buffer = empty_buffer,
        .term_destination = end_destination,
    };
    encoder->codec.dest = &encoder->destination;
}

CJPEGEncoder *cjpeg_new_encoder(CJPEGWrite write, void *context) {
    CJPEGEncoder *encoder = calloc(1, sizeof *encoder);
    if (!encoder) return NULL;
    encoder->write = write;
    encoder->context = context;
    cjpeg_report_to(&encoder->failure, (j_common_ptr)&encoder->codec);
    // If this fails, all later calls fail.
    if (!setjmp(encoder->failure.jump)) set_up(encoder);
    return encoder;
}

void cjpeg_release_encoder(CJPEGEncoder *encoder) {
    if (encoder->is_created) jpeg_destroy_compress(&encoder->codec);
    free(encoder);
}

const char *cjpeg_encoder_error(const CJPEGEncoder *encoder) { return encoder->failure.text; }

int cjpeg_start(CJPEGEncoder *encoder, int width, int height, int components, int quality, int full_chroma) {
    struct jpeg_compress_struct *codec = &encoder->codec;
    if (encoder->failure.has_failed || setjmp(encoder->failure.jump)) return -1;
    codec->image_width = (JDIMENSION)width;
    codec->image_height = (JDIMENSION)height;
    codec->input_components = components;
    codec->in_color_space = components == 1 ? JCS_GRAYSCALE : JCS_RGB;
    jpeg_set_defaults(codec);
    jpeg_set_quality(codec, quality, TRUE);
    if (full_chroma) {
        for (int i = 0; i < codec->num_components; i++) {
            codec->comp_info[i].h_samp_factor = 1;
            codec->comp_info[i].v_samp_factor = 1;
        }
    }
    // The Exif segment has the resolution, and some readers are confused by a file with both.
    codec->write_JFIF_header = FALSE;
    jpeg_start_compress(codec, TRUE);
    return 0;
}

int cjpeg_write_segment(CJPEGEncoder *encoder, const CJPEGSegment *segment) {
    if (encoder->failure.has_failed || setjmp(encoder->failure.jump)) return -1;
    jpeg_write_marker(&encoder->codec, JPEG_APP0 + segment->kind, segment->bytes, (unsigned)segment->size);
    return 0;
}

int cjpeg_write_rows(CJPEGEncoder *encoder, const void *pixels, size_t bytes_per_row, int count) {
    if (encoder->failure.has_failed || setjmp(encoder->failure.jump)) return -1;
    JSAMPROW rows[ROW_GROUP];
    for (int done = 0; done < count;) {
        int wanted = count - done < ROW_GROUP ? count - done : ROW_GROUP;
        for (int i = 0; i < wanted; i++) rows[i] = (JSAMPROW)pixels + (size_t)(done + i) * bytes_per_row;
        int written = (int)jpeg_write_scanlines(&encoder->codec, rows, (JDIMENSION)wanted);
        if (written == 0) cjpeg_fail(&encoder->failure, "there are too many rows");
        done += written;
    }
    return 0;
}

int cjpeg_finish(CJPEGEncoder *encoder) {
    if (encoder->failure.has_failed || setjmp(encoder->failure.jump)) return -1;
    jpeg_finish_compress(&encoder->codec);
    return 0;
}
