// What Swift can't import from FFmpeg's headers: macros with casts, variadic functions, and fields that moved between
// the versions 5.1, 6 and 7.
#ifndef COREIMAGE_CFFMPEG_H
#define COREIMAGE_CFFMPEG_H

#include <errno.h>
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/avutil.h>
#include <libavutil/channel_layout.h>
#include <libavutil/display.h>
#include <libavutil/imgutils.h>
#include <libavutil/log.h>
#include <libavutil/mastering_display_metadata.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>

// MARK: Numbers

static const int coreimage_error_again = AVERROR(EAGAIN);
static const int coreimage_error_memory = AVERROR(ENOMEM);
static const int coreimage_error_end = AVERROR_EOF;
static const int coreimage_error_invalid = AVERROR_INVALIDDATA;
static const int coreimage_error_no_decoder = AVERROR_DECODER_NOT_FOUND;
static const int coreimage_error_no_encoder = AVERROR_ENCODER_NOT_FOUND;
static const int coreimage_error_unsupported = AVERROR_PATCHWELCOME;
static const int64_t coreimage_no_time = AV_NOPTS_VALUE;
static const int coreimage_seek_size = AVSEEK_SIZE;

// Returns FFmpeg's number for an error of the system.
static inline int coreimage_error(int code) { return AVERROR(code); }

// MARK: Input and output

typedef int (*coreimage_read)(void *object, uint8_t *bytes, int count);
typedef int (*coreimage_write)(void *object, const uint8_t *bytes, int count);
typedef int64_t (*coreimage_seek)(void *object, int64_t offset, int origin);

// Makes a context that calls functions. From version 7 on `write` has a constant parameter; the cast is valid for both.
static inline AVIOContext *coreimage_open_io(
    int size, void *object, coreimage_read read, coreimage_write write, coreimage_seek seek) {
    unsigned char *buffer = av_malloc((size_t)size);
    if (!buffer) return NULL;
    AVIOContext *context = avio_alloc_context(buffer, size, write != NULL, object, read, (void *)write, seek);
    if (!context) av_free(buffer);
    return context;
}

static inline void coreimage_close_io(AVIOContext **context) {
    if (!*context) return;
    av_freep(&(*context)->buffer);
    avio_context_free(context);
}

// MARK: Log

// The part of the library that writes to the log.
typedef enum { COREIMAGE_LOG_OTHER, COREIMAGE_LOG_DEMUXER, COREIMAGE_LOG_DECODER } coreimage_log_source;

static inline coreimage_log_source coreimage_log_source_of(void *object) {
    AVClass *type = object ? *(AVClass **)object : NULL;
    if (!type) return COREIMAGE_LOG_OTHER;
    AVClassCategory category = type->get_category ? type->get_category(object) : type->category;
    if (category == AV_CLASS_CATEGORY_DEMUXER) return COREIMAGE_LOG_DEMUXER;
    return category == AV_CLASS_CATEGORY_DECODER ? COREIMAGE_LOG_DECODER : COREIMAGE_LOG_OTHER;
}

// Returns the number of the packet that a decoder was working on when it wrote to the log, or 0 if the object isn't a
// decoder that numbers packets. Each thread of a decoder has a context of its own with its own number.
static inline int64_t coreimage_log_packet(void *object) {
    AVClass *type = object ? *(AVClass **)object : NULL;
    return type && type == avcodec_get_class() ? (int64_t)(intptr_t)((AVCodecContext *)object)->opaque : 0;
}

// MARK: Fields that moved

// Gives a packet a number, from 1, before it is sent to a decoder.
static inline void coreimage_number_packet(AVCodecContext *context, AVPacket *packet, int64_t number) {
    context->opaque = (void *)(intptr_t)number;
#ifdef AV_CODEC_FLAG_COPY_OPAQUE
    context->flags |= AV_CODEC_FLAG_COPY_OPAQUE;
    packet->opaque = (void *)(intptr_t)number;
#else
    (void)packet;
    context->reordered_opaque = number;
#endif
}

// Returns the number of the packet from which a frame was decoded, or another number if the decoder doesn't say it.
static inline int64_t coreimage_frame_packet(const AVFrame *frame) {
#ifdef AV_CODEC_FLAG_COPY_OPAQUE
    return (int64_t)(intptr_t)frame->opaque;
#else
    return frame->reordered_opaque;
#endif
}

static inline int64_t coreimage_frame_duration(const AVFrame *frame) {
#if LIBAVUTIL_VERSION_MAJOR >= 58
    return frame->duration;
#else
    return frame->pkt_duration;
#endif
}

static inline void coreimage_set_frame_duration(AVFrame *frame, int64_t duration) {
#if LIBAVUTIL_VERSION_MAJOR >= 58
    frame->duration = duration;
#else
    frame->pkt_duration = duration;
#endif
}

static inline int coreimage_frame_is_key(const AVFrame *frame) {
#ifdef AV_FRAME_FLAG_KEY
    return (frame->flags & AV_FRAME_FLAG_KEY) != 0;
#else
    return frame->key_frame;
#endif
}

static inline int coreimage_frame_is_interlaced(const AVFrame *frame) {
#ifdef AV_FRAME_FLAG_INTERLACED
    return (frame->flags & AV_FRAME_FLAG_INTERLACED) != 0;
#else
    return frame->interlaced_frame;
#endif
}

static inline int coreimage_frame_is_top_first(const AVFrame *frame) {
#ifdef AV_FRAME_FLAG_TOP_FIELD_FIRST
    return (frame->flags & AV_FRAME_FLAG_TOP_FIELD_FIRST) != 0;
#else
    return frame->top_field_first;
#endif
}

// Side data of a stream: in AVStream up to version 6.0, in its codec parameters later.
#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(60, 30, 101)
#define COREIMAGE_SIDE_DATA_IN_PARAMETERS 1
#endif

static inline int coreimage_side_data_count(const AVStream *stream) {
#ifdef COREIMAGE_SIDE_DATA_IN_PARAMETERS
    return stream->codecpar->nb_coded_side_data;
#else
    return stream->nb_side_data;
#endif
}

static inline const AVPacketSideData *coreimage_side_data_at(const AVStream *stream, int index) {
#ifdef COREIMAGE_SIDE_DATA_IN_PARAMETERS
    return &stream->codecpar->coded_side_data[index];
#else
    return &stream->side_data[index];
#endif
}

// Adds side data to a stream, and returns its memory, or null.
static inline uint8_t *coreimage_add_side_data(AVStream *stream, int kind, size_t size) {
#ifdef COREIMAGE_SIDE_DATA_IN_PARAMETERS
    AVPacketSideData *data = av_packet_side_data_new(
        &stream->codecpar->coded_side_data, &stream->codecpar->nb_coded_side_data, (enum AVPacketSideDataType)kind, size, 0);
    return data ? data->data : NULL;
#else
    return av_stream_new_side_data(stream, (enum AVPacketSideDataType)kind, size);
#endif
}

// The pixel formats of an encoder, ended by AV_PIX_FMT_NONE, or null if it takes any.
static inline const enum AVPixelFormat *coreimage_pixel_formats(const AVCodec *codec) {
#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(61, 13, 100)
    const void *formats = NULL;
    int count = 0;
    avcodec_get_supported_config(NULL, codec, AV_CODEC_CONFIG_PIX_FORMAT, 0, &formats, &count);
    return formats;
#else
    return codec->pix_fmts;
#endif
}

// MARK: Files

// Refuses every file that a format wants to open besides its own, such as the parts of a playlist.
static inline int coreimage_refuse_open(
    AVFormatContext *context, AVIOContext **io, const char *url, int flags, AVDictionary **options) {
    (void)context, (void)url, (void)flags, (void)options;
    *io = NULL;
    return AVERROR(EPERM);
}

static inline void coreimage_refuse_files(AVFormatContext *context) { context->io_open = coreimage_refuse_open; }

// Adds an empty chapter to a file that is written, or returns null.
static inline AVChapter *coreimage_add_chapter(AVFormatContext *context) {
    AVChapter **chapters = av_realloc_array(context->chapters, context->nb_chapters + 1, sizeof *chapters);
    if (!chapters) return NULL;
    context->chapters = chapters;
    AVChapter *chapter = av_mallocz(sizeof *chapter);
    if (!chapter) return NULL;
    chapters[context->nb_chapters++] = chapter;
    return chapter;
}

#endif
