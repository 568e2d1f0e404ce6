#include "CJPEG.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "failure.h"

#include <jerror.h>

enum { BUFFER_SIZE = 16 << 10, ROW_GROUP = 16 };

struct CJPEGDecoder {
    struct jpeg_decompress_struct codec;
    Failure failure;
    struct jpeg_source_mgr source;
    struct jpeg_progress_mgr progress;
    CJPEGRead read;
    void *context;
    jpeg_saved_marker_ptr next_segment;
    int is_created, is_started;
    atomic_int is_stopped;
    JOCTET buffer[BUFFER_SIZE];
};

static CJPEGDecoder *decoder_of(j_decompress_ptr codec) { return codec->client_data; }

static void check_stop(CJPEGDecoder *decoder) {
    if (atomic_load_explicit(&decoder->is_stopped, memory_order_relaxed)) {
        cjpeg_fail(&decoder->failure, "decoding was stopped");
    }
}

static void start_source(j_decompress_ptr codec) { codec->src->bytes_in_buffer = 0; }

static void end_source(j_decompress_ptr codec) { (void)codec; }

// A file that ends too early is an error. libjpeg's own sources insert an end marker, and the rest of the picture
// is gray.
static boolean fill_buffer(j_decompress_ptr codec) {
    CJPEGDecoder *decoder = decoder_of(codec);
    check_stop(decoder);
    ptrdiff_t count = decoder->read(decoder->context, decoder->buffer, BUFFER_SIZE);
    if (count < 0) ERREXIT(codec, JERR_FILE_READ);
    if (count == 0) ERREXIT(codec, JERR_INPUT_EOF);
    codec->src->next_input_byte = decoder->buffer;
    codec->src->bytes_in_buffer = (size_t)count;
    return TRUE;
}

static void skip_bytes(j_decompress_ptr codec, long count) {
    if (count <= 0) return;
    struct jpeg_source_mgr *source = codec->src;
    while ((size_t)count > source->bytes_in_buffer) {
        count -= (long)source->bytes_in_buffer;
        fill_buffer(codec);
    }
    source->next_input_byte += count;
    source->bytes_in_buffer -= (size_t)count;
}

// libjpeg calls this between the parts of work that takes long, such as reading all scans of a progressive picture.
static void report_progress(j_common_ptr codec) { check_stop(decoder_of((j_decompress_ptr)codec)); }

static void set_up(CJPEGDecoder *decoder) {
    jpeg_create_decompress(&decoder->codec);
    decoder->is_created = 1;
    decoder->codec.client_data = decoder;
    decoder->source = (struct jpeg_source_mgr){
        .init_source = start_source,
        .fill_input_buffer = fill_buffer,
        .skip_input_data = skip_bytes,
        .resync_to_restart = jpeg_resync_to_restart,
        .term_source = end_source,
    };
    decoder->codec.src = &decoder->source;
    decoder->progress.progress_monitor = report_progress;
    decoder->codec.progress = &decoder->progress;
    const int kinds[] = {1, 2, 13};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        jpeg_save_markers(&decoder->codec, JPEG_APP0 + kinds[i], 0xFFFF);
    }
}

CJPEGDecoder *cjpeg_new_decoder(CJPEGRead read, void *context) {
    CJPEGDecoder *decoder = calloc(1, sizeof *decoder);
    if (!decoder) return NULL;
    decoder->read = read;
    decoder->context = context;
    cjpeg_report_to(&decoder->failure, (j_common_ptr)&decoder->codec);
    // If this fails, all later calls fail.
    if (!setjmp(decoder->failure.jump)) set_up(decoder);
    return decoder;
}

void cjpeg_release_decoder(CJPEGDecoder *decoder) {
    if (decoder->is_created) jpeg_destroy_decompress(&decoder->codec);
    free(decoder);
}

const char *cjpeg_decoder_error(const CJPEGDecoder *decoder) { return decoder->failure.text; }

void cjpeg_stop_decoder(CJPEGDecoder *decoder) {
    atomic_store_explicit(&decoder->is_stopped, 1, memory_order_relaxed);
}

static CJPEGColor color_of(J_COLOR_SPACE space) {
    switch (space) {
    case JCS_GRAYSCALE: return CJPEG_GRAY;
    case JCS_RGB: return CJPEG_RGB;
    case JCS_CMYK: return CJPEG_CMYK;
    default: return CJPEG_UNKNOWN;
    }
}

// Whether the samples of each component are as far apart along columns as along rows.
static int has_square_sampling(const struct jpeg_decompress_struct *codec) {
    for (int i = 0; i < codec->num_components; i++) {
        const jpeg_component_info *component = &codec->comp_info[i];
        int across = codec->max_h_samp_factor * component->v_samp_factor;
        if (across != codec->max_v_samp_factor * component->h_samp_factor) return 0;
    }
    return 1;
}

int cjpeg_read_header(CJPEGDecoder *decoder, int reduction, CJPEGHeader *header) {
    struct jpeg_decompress_struct *codec = &decoder->codec;
    if (decoder->failure.has_failed || setjmp(decoder->failure.jump)) return -1;
    jpeg_read_header(codec, TRUE);
    codec->scale_num = 1;
    codec->scale_denom = (unsigned)reduction;
    jpeg_calc_output_dimensions(codec);
    decoder->next_segment = codec->marker_list;
    *header = (CJPEGHeader){
        .width = (int)codec->output_width,
        .height = (int)codec->output_height,
        .components = codec->output_components,
        .color = color_of(codec->out_color_space),
        .has_square_sampling = has_square_sampling(codec),
        .has_multiple_scans = jpeg_has_multiple_scans(codec),
        .has_jfif = codec->saw_JFIF_marker,
        .density_unit = codec->density_unit,
        .x_density = codec->X_density,
        .y_density = codec->Y_density,
    };
    return 0;
}

int cjpeg_next_segment(CJPEGDecoder *decoder, CJPEGSegment *segment) {
    jpeg_saved_marker_ptr next = decoder->next_segment;
    if (!next) return 0;
    *segment = (CJPEGSegment){next->marker - JPEG_APP0, next->data, next->data_length};
    decoder->next_segment = next->next;
    return 1;
}

// Programs store CMYK inverted, as Adobe's do, and nothing in a file tells if they don't.
static void invert(JSAMPLE *samples, size_t count) {
    for (size_t i = 0; i < count; i++) samples[i] = 255 - samples[i];
}

int cjpeg_read_rows(CJPEGDecoder *decoder, void *pixels, size_t bytes_per_row, int count) {
    struct jpeg_decompress_struct *codec = &decoder->codec;
    if (decoder->failure.has_failed || setjmp(decoder->failure.jump)) return -1;
    if (!decoder->is_started) {
        jpeg_start_decompress(codec);
        decoder->is_started = 1;
    }
    JSAMPROW rows[ROW_GROUP];
    for (int done = 0; done < count;) {
        check_stop(decoder);
        int wanted = count - done < ROW_GROUP ? count - done : ROW_GROUP;
        for (int i = 0; i < wanted; i++) rows[i] = (JSAMPROW)pixels + (size_t)(done + i) * bytes_per_row;
        int read = (int)jpeg_read_scanlines(codec, rows, (JDIMENSION)wanted);
        if (read == 0) cjpeg_fail(&decoder->failure, "there are no more rows");
        if (codec->out_color_space == JCS_CMYK) {
            for (int i = 0; i < read; i++) invert(rows[i], (size_t)codec->output_width * 4);
        }
        done += read;
    }
    return 0;
}
