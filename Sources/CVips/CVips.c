#define _GNU_SOURCE
#include "CVips.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "library.h"

// GLib passes work to libvips' threads under locks that the thread sanitizer doesn't see.
#if defined(__has_feature) && __has_feature(thread_sanitizer)
void __tsan_acquire(void *place);
void __tsan_release(void *place);
#define TSAN_RELEASE(place) __tsan_release(place)
#define TSAN_ACQUIRE(place) __tsan_acquire(place)
#else
#define TSAN_RELEASE(place)
#define TSAN_ACQUIRE(place)
#endif

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int start_result, is_open;

static void ignore_message(const gchar *domain, GLogLevelFlags level, const gchar *message, gpointer data) {
    (void)domain, (void)level, (void)message, (void)data;
}

// Blocks operations that aren't safe for untrusted files, among those registered so far.
static void block_operations(void) {
    cvips.vips_block_untrusted_set(TRUE);
    // libvips marks two loaders as untrusted that are allowed here. librsvg is memory-safe and, without a base address,
    // follows no links. libjxl is fuzzed continuously; it was marked only because it was new.
    cvips.vips_operation_block_set("VipsForeignLoadSvg", FALSE);
    cvips.vips_operation_block_set("VipsForeignLoadJxl", FALSE);
    cvips.vips_operation_block_set("VipsForeignSaveJxl", FALSE);
    // These formats aren't pictures, or have better readers elsewhere. They would only increase the attack surface.
    static const char *const blocked[] = {
        "VipsForeignLoadAnalyze", "VipsForeignLoadCsv", "VipsForeignLoadFits", "VipsForeignLoadMagick",
        "VipsForeignLoadMat", "VipsForeignLoadMatrix", "VipsForeignLoadNifti", "VipsForeignLoadOpenexr",
        "VipsForeignLoadOpenslide", "VipsForeignLoadPdf", "VipsForeignLoadRaw", "VipsForeignLoadVips",
    };
    for (size_t i = 0; i < sizeof blocked / sizeof blocked[0]; i++) cvips.vips_operation_block_set(blocked[i], TRUE);
}

// Starts libvips without its modules. They load some twenty libraries, mostly for blocked formats, and take longer than
// decoding a small picture. libvips searches for them below the folder in this variable, which libvips also sets
// itself.
static int start_without_modules(void) {
    static const char variable[] = "VIPSHOME";
    const char *prefix = cvips.vips_guess_prefix("coreimage", variable);
    char *kept = g_strdup(prefix ? prefix : "/usr");
    g_setenv(variable, "/nonexistent", TRUE);
    int result = cvips.vips_init("coreimage");
    g_setenv(variable, kept, TRUE);
    g_free(kept);
    return result;
}

// Reduces the number of rows that libvips keeps behind a sequential reader. With the defaults, pictures of 40 000
// columns would take 50 MB more.
static void keep_few_rows(void) {
    char name[] = "coreimage", height[] = "--vips-tile-height=4", strip[] = "--vips-fatstrip-height=4";
    char *arguments[] = {name, height, strip, NULL};
    char **list = arguments;
    int count = 3;
    GOptionContext *context = g_option_context_new(NULL);
    GOptionGroup *group = g_option_group_new("vips", "", "", NULL, NULL);
    cvips.vips_add_option_entries(group);
    g_option_context_set_main_group(context, group);
    g_option_context_parse(context, &count, &list, NULL);
    g_option_context_free(context);
}

static void start(void) {
    start_result = cvips_open_library();
    if (start_result) return;
    is_open = 1;
    // libvips also returns its messages about a file as errors. Printing them would clutter the stderr of a command.
    g_log_set_handler(
        "VIPS", G_LOG_LEVEL_WARNING | G_LOG_LEVEL_MESSAGE | G_LOG_LEVEL_INFO | G_LOG_LEVEL_DEBUG, ignore_message, NULL);
    start_result = start_without_modules();
    if (start_result) return;
    block_operations();
    keep_few_rows();
    // Sources keep what they decode. A second cache, of operations, would keep files open and double the memory.
    cvips.vips_cache_set_max(0);
}

// The modules that are needed: coders that Debian's libvips keeps in separate files.
static const char *const module_names[CVIPS_MODULE_COUNT] = {"vips-heif", "vips-jxl"};
static pthread_once_t module_once[CVIPS_MODULE_COUNT] = {PTHREAD_ONCE_INIT, PTHREAD_ONCE_INIT};

static void load_module(CVipsModule module) {
    Dl_info file;
    if (!dladdr((void *)cvips.vips_init, &file) || !file.dli_fname) return;
    char *folder = g_path_get_dirname(file.dli_fname);
    char *path = g_strdup_printf(
        "%s/vips-modules-%d.%d/%s.so", folder, cvips.vips_version(0), cvips.vips_version(1), module_names[module]);
    // If the coder is built into libvips, there is no file.
    if (g_file_test(path, G_FILE_TEST_EXISTS) && cvips.g_module_open(path, G_MODULE_BIND_LAZY)) block_operations();
    g_free(path);
    g_free(folder);
}

static void load_heif(void) { load_module(CVIPS_MODULE_HEIF); }
static void load_jxl(void) { load_module(CVIPS_MODULE_JXL); }

void cvips_load_module(CVipsModule module) {
    static void (*const load[CVIPS_MODULE_COUNT])(void) = {load_heif, load_jxl};
    if (cvips_start() == 0) pthread_once(&module_once[module], load[module]);
}

int cvips_start(void) {
    pthread_once(&once, start);
    return start_result;
}

char *cvips_take_error(void) {
    return is_open ? cvips.vips_error_buffer_copy() : g_strdup(cvips_opening_error());
}
void cvips_free(void *memory) { g_free(memory); }

const char *cvips_find_loader_file(const char *path) { return cvips.vips_foreign_find_load(path); }
const char *cvips_find_loader_memory(const void *data, size_t size) {
    // The search uses a source rather than a buffer, since not every loader accepts a buffer.
    VipsSource *source = cvips.vips_source_new_from_memory(data, size);
    if (!source) return NULL;
    const char *loader = cvips.vips_foreign_find_load_source(source);
    cvips.g_object_unref(source);
    return loader;
}
int cvips_has_random_access(const char *loader, const char *path) {
    return (cvips.vips_foreign_flags(loader, path) & VIPS_FOREIGN_PARTIAL) != 0;
}

static VipsImage *run_loader(VipsOperation *operation, int sequential) {
    cvips.g_object_set(
        operation, "access", sequential ? VIPS_ACCESS_SEQUENTIAL : VIPS_ACCESS_RANDOM, "fail_on",
        VIPS_FAIL_ON_TRUNCATED, NULL);
    VipsImage *image = NULL;
    if (cvips.vips_object_build((VipsObject *)operation) == 0) cvips.g_object_get(operation, "out", &image, NULL);
    cvips.vips_object_unref_outputs((VipsObject *)operation);
    cvips.g_object_unref(operation);
    return image;
}

// Only some loaders have each of these properties.
static void choose_part(VipsOperation *operation, CVipsPart part) {
    if (part.scale != 1) cvips.g_object_set(operation, "scale", part.scale, NULL);
    if (part.page != 0) cvips.g_object_set(operation, "page", part.page, NULL);
    if (part.child >= 0) cvips.g_object_set(operation, "subifd", part.child, NULL);
}

VipsImage *cvips_load_file(const char *loader, const char *path, int sequential, CVipsPart part) {
    cvips.vips_error_clear();
    VipsOperation *operation = cvips.vips_operation_new(loader);
    if (!operation) return NULL;
    cvips.g_object_set(operation, "filename", path, NULL);
    choose_part(operation, part);
    return run_loader(operation, sequential);
}

VipsImage *cvips_load_memory(const char *loader, const void *data, size_t size, int sequential, CVipsPart part) {
    cvips.vips_error_clear();
    VipsOperation *operation = cvips.vips_operation_new(loader);
    if (!operation) return NULL;
    VipsBlob *blob = cvips.vips_blob_copy(data, size);
    VipsSource *source = cvips.vips_source_new_from_blob(blob);
    cvips.g_object_set(operation, "source", source, NULL);
    choose_part(operation, part);
    cvips.g_object_unref(source);
    cvips.vips_area_unref((VipsArea *)blob);
    return run_loader(operation, sequential);
}

void cvips_release(VipsImage *image) { cvips.g_object_unref(image); }
void cvips_kill(VipsImage *image) { cvips.vips_image_set_kill(image, TRUE); }

// Appends to `bytes` until the end of the stream. Returns 1 if there would be more than `limit` bytes, and -1 for
// damaged data.
static int inflate_all(GInputStream *stream, size_t limit, GByteArray *bytes) {
    guint8 buffer[1 << 14];
    for (;;) {
        gssize count = cvips.g_input_stream_read(stream, buffer, sizeof buffer, NULL, NULL);
        if (count < 0) return -1;
        if (count == 0) return 0;
        if (bytes->len + (size_t)count > limit) return 1;
        g_byte_array_append(bytes, buffer, (guint)count);
    }
}

int cvips_gunzip(const void *data, size_t size, size_t limit, void **result, size_t *result_size) {
    GInputStream *packed = cvips.g_memory_input_stream_new_from_data(data, (gssize)size, NULL);
    GConverter *converter = (GConverter *)cvips.g_zlib_decompressor_new(G_ZLIB_COMPRESSOR_FORMAT_GZIP);
    GInputStream *stream = cvips.g_converter_input_stream_new(packed, converter);
    GByteArray *bytes = g_byte_array_new();
    int code = inflate_all(stream, limit, bytes);
    cvips.g_object_unref(stream);
    cvips.g_object_unref(converter);
    cvips.g_object_unref(packed);
    *result_size = bytes->len;
    *result = g_byte_array_free(bytes, code != 0);
    return code;
}

int cvips_width(const VipsImage *image) { return cvips.vips_image_get_width(image); }
int cvips_height(const VipsImage *image) { return cvips.vips_image_get_height(image); }
int cvips_bands(const VipsImage *image) { return cvips.vips_image_get_bands(image); }
double cvips_horizontal_resolution(const VipsImage *image) { return cvips.vips_image_get_xres(image); }
double cvips_vertical_resolution(const VipsImage *image) { return cvips.vips_image_get_yres(image); }
const char *cvips_format(const VipsImage *image) {
    return cvips.vips_enum_nick(cvips.vips_band_format_get_type(), cvips.vips_image_get_format(image));
}
const char *cvips_interpretation(const VipsImage *image) {
    return cvips.vips_enum_nick(cvips.vips_interpretation_get_type(), cvips.vips_image_get_interpretation(image));
}
const char *cvips_coding(const VipsImage *image) {
    return cvips.vips_enum_nick(cvips.vips_coding_get_type(), cvips.vips_image_get_coding(image));
}

const void *cvips_blob(const VipsImage *image, const char *name, size_t *size) {
    const void *data = NULL;
    if (!cvips.vips_image_get_typeof(image, name) || cvips.vips_image_get_blob(image, name, &data, size)) return NULL;
    return data;
}

int cvips_integer(const VipsImage *image, const char *name, int *value) {
    return !cvips.vips_image_get_typeof(image, name) || cvips.vips_image_get_int(image, name, value);
}

const char *cvips_string(const VipsImage *image, const char *name) {
    const char *text = NULL;
    if (!cvips.vips_image_get_typeof(image, name) || cvips.vips_image_get_string(image, name, &text)) return NULL;
    return text;
}

char **cvips_fields(const VipsImage *image) { return cvips.vips_image_get_fields((VipsImage *)image); }
void cvips_free_fields(char **fields) { g_strfreev(fields); }

void cvips_set_blob(VipsImage *image, const char *name, const void *data, size_t size) {
    cvips.vips_image_set_blob_copy(image, name, data, size);
}
void cvips_set_integer(VipsImage *image, const char *name, int value) { cvips.vips_image_set_int(image, name, value); }
void cvips_set_integers(VipsImage *image, const char *name, const int *values, int count) {
    cvips.vips_image_set_array_int(image, name, values, count);
}
void cvips_set_string(VipsImage *image, const char *name, const char *value) {
    cvips.vips_image_set_string(image, name, value);
}

VipsImage *cvips_to_interpretation(VipsImage *image, const char *interpretation) {
    int space = cvips.vips_enum_from_nick("coreimage", cvips.vips_interpretation_get_type(), interpretation);
    VipsImage *out = NULL;
    return space < 0 || cvips.vips_colourspace(image, &out, space, NULL) ? NULL : out;
}

VipsImage *cvips_cast(VipsImage *image, const char *format) {
    int kind = cvips.vips_enum_from_nick("coreimage", cvips.vips_band_format_get_type(), format);
    VipsImage *out = NULL;
    return kind < 0 || cvips.vips_cast(image, &out, kind, NULL) ? NULL : out;
}

VipsImage *cvips_extract_bands(VipsImage *image, int first, int count) {
    VipsImage *out = NULL;
    return cvips.vips_extract_band(image, &out, first, "n", count, NULL) ? NULL : out;
}

static size_t pixel_size(const VipsImage *image) {
    return (size_t)image->Bands * cvips.vips_format_sizeof(image->BandFmt);
}

// Returns the address of a pixel of the part that a region holds.
static VipsPel *address(const VipsRegion *region, int left, int top) {
    return region->data + (size_t)(top - region->valid.top) * (size_t)region->bpl +
           (size_t)(left - region->valid.left) * pixel_size(region->im);
}

int cvips_read(VipsImage *image, int left, int top, int width, int height, void *pixels, size_t bytes_per_row) {
    VipsRegion *region = cvips.vips_region_new(image);
    VipsRect rectangle = {left, top, width, height};
    int result = cvips.vips_region_prepare(region, &rectangle);
    if (!result) {
        size_t length = pixel_size(image) * (size_t)width;
        for (int y = 0; y < height; y++) {
            memcpy((char *)pixels + (size_t)y * bytes_per_row, address(region, left, top + y), length);
        }
    }
    cvips.g_object_unref(region);
    return result;
}

VipsRegion *cvips_new_region(VipsImage *image) { return cvips.vips_region_new(image); }
void cvips_release_region(VipsRegion *region) { cvips.g_object_unref(region); }

int cvips_read_rows(VipsRegion *region, int top, int height, void *pixels, size_t bytes_per_row) {
    VipsImage *image = region->im;
    size_t length = pixel_size(image) * (size_t)image->Xsize;
    // Rows are copied in small groups, while they are still in the processor's cache.
    int step = (int)((256 << 10) / (length + 1)) & ~7;
    if (step < 8) step = 8;
    for (int y = 0; y < height; y += step) {
        VipsRect rows = {0, top + y, image->Xsize, height - y < step ? height - y : step};
        if (cvips.vips_region_prepare(region, &rows)) return -1;
        for (int i = 0; i < rows.height; i++) {
            memcpy((char *)pixels + (size_t)(y + i) * bytes_per_row, address(region, 0, rows.top + i), length);
        }
    }
    return 0;
}

typedef struct {
    CVipsFill fill;
    void *context;
    int next;
} GeneratorState;

static int generate(VipsRegion *out, void *sequence, void *first, void *second, gboolean *stop) {
    (void)sequence, (void)second, (void)stop;
    GeneratorState *state = first;
    TSAN_ACQUIRE(state);
    VipsRect *area = &out->valid;
    // With one thread and thin strips, libvips requests full rows in order. Any other request would break the order
    // that `fill` relies on.
    if (area->left != 0 || area->width != out->im->Xsize || area->top != state->next) {
        cvips.vips_error("coreimage", "rows were requested out of order");
        return -1;
    }
    state->next += area->height;
    if (state->fill(
            state->context, area->top, area->height, address(out, 0, area->top), (size_t)out->bpl)) {
        cvips.vips_error("coreimage", "the pixels could not be produced");
        return -1;
    }
    return 0;
}

static void free_generator_state(VipsImage *image, gpointer state) {
    (void)image;
    g_free(state);
}

VipsImage *cvips_new_generated(
    int width, int height, int bands, const char *format, const char *interpretation, double horizontal_resolution,
    double vertical_resolution, CVipsFill fill, void *context) {
    int kind = cvips.vips_enum_from_nick("coreimage", cvips.vips_band_format_get_type(), format);
    int space = cvips.vips_enum_from_nick("coreimage", cvips.vips_interpretation_get_type(), interpretation);
    if (kind < 0 || space < 0) return NULL;
    VipsImage *source = cvips.vips_image_new();
    cvips.vips_image_init_fields(
        source, width, height, bands, kind, VIPS_CODING_NONE, space, horizontal_resolution, vertical_resolution);
    GeneratorState *state = g_new(GeneratorState, 1);
    *state = (GeneratorState){fill, context, 0};
    TSAN_RELEASE(state);
    cvips.g_signal_connect_data(source, "close", G_CALLBACK(free_generator_state), state, NULL, 0);
    // The rows come from `fill`, so additional threads would only wait for them. Savers compress on a separate thread
    // anyway.
    cvips.vips_image_set_int(source, VIPS_META_CONCURRENCY, 1);
    if (cvips.vips_image_pipelinev(source, VIPS_DEMAND_STYLE_THINSTRIP, NULL) == 0 &&
        cvips.vips_image_generate(source, NULL, generate, NULL, state, NULL) == 0) {
        return source;
    }
    cvips.g_object_unref(source);
    return NULL;
}

static int run_saver(
    VipsImage *image, const char *saver, const char *const *options, int option_count, VipsTarget *target) {
    cvips.vips_error_clear();
    VipsOperation *operation = cvips.vips_operation_new(saver);
    if (!operation) return -1;
    cvips.g_object_set(operation, "in", image, "target", target, NULL);
    int result = 0;
    for (int i = 0; i < option_count && !result; i++) {
        result = cvips.vips_object_set_argument_from_string(
            (VipsObject *)operation, options[2 * i], options[2 * i + 1]);
    }
    if (!result) result = cvips.vips_object_build((VipsObject *)operation);
    cvips.vips_object_unref_outputs((VipsObject *)operation);
    cvips.g_object_unref(operation);
    return result;
}

int cvips_save_descriptor(
    VipsImage *image, const char *saver, const char *const *options, int option_count, int descriptor) {
    VipsTarget *target = cvips.vips_target_new_to_descriptor(descriptor);
    if (!target) return -1;
    int result = run_saver(image, saver, options, option_count, target);
    cvips.g_object_unref(target);
    return result;
}

void *cvips_save_memory(
    VipsImage *image, const char *saver, const char *const *options, int option_count, size_t *size) {
    VipsTarget *target = cvips.vips_target_new_to_memory();
    if (!target) return NULL;
    void *bytes = NULL;
    if (run_saver(image, saver, options, option_count, target) == 0) {
        VipsBlob *blob = NULL;
        cvips.g_object_get(target, "blob", &blob, NULL);
        // Takes ownership of the bytes, so that the blob doesn't free them.
        VipsArea *area = (VipsArea *)blob;
        bytes = area->data;
        *size = area->length;
        area->free_fn = NULL;
        area->data = NULL;
        area->length = 0;
        cvips.vips_area_unref(area);
    }
    cvips.g_object_unref(target);
    return bytes;
}

int cvips_has_operation(const char *nickname) { return cvips.vips_type_find("VipsOperation", nickname) != 0; }
