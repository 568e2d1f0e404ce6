#ifndef COREIMAGE_CVIPS_LIBRARY_H
#define COREIMAGE_CVIPS_LIBRARY_H

#include <gio/gio.h>
#include <gmodule.h>
#include <vips/vips.h>

// The functions of libvips, and of GLib's libraries that it depends on, which are opened when they are first needed:
// libvips depends on about a hundred libraries, and loading them takes longer than decoding a small picture. The
// library `glib-2.0` itself is linked.
#define CVIPS_FUNCTIONS(APPLY)                                                                                         \
    APPLY(g_converter_input_stream_new)                                                                                \
    APPLY(g_input_stream_read)                                                                                         \
    APPLY(g_memory_input_stream_new_from_data)                                                                         \
    APPLY(g_module_open)                                                                                               \
    APPLY(g_object_get)                                                                                                \
    APPLY(g_object_set)                                                                                                \
    APPLY(g_object_unref)                                                                                              \
    APPLY(g_signal_connect_data)                                                                                       \
    APPLY(g_zlib_decompressor_new)                                                                                     \
    APPLY(vips_add_option_entries)                                                                                     \
    APPLY(vips_area_unref)                                                                                             \
    APPLY(vips_band_format_get_type)                                                                                   \
    APPLY(vips_blob_copy)                                                                                              \
    APPLY(vips_block_untrusted_set)                                                                                    \
    APPLY(vips_cache_set_max)                                                                                          \
    APPLY(vips_cast)                                                                                                   \
    APPLY(vips_coding_get_type)                                                                                        \
    APPLY(vips_colourspace)                                                                                            \
    APPLY(vips_enum_from_nick)                                                                                         \
    APPLY(vips_enum_nick)                                                                                              \
    APPLY(vips_error)                                                                                                  \
    APPLY(vips_error_buffer_copy)                                                                                      \
    APPLY(vips_error_clear)                                                                                            \
    APPLY(vips_extract_band)                                                                                           \
    APPLY(vips_foreign_find_load)                                                                                      \
    APPLY(vips_foreign_find_load_source)                                                                               \
    APPLY(vips_foreign_flags)                                                                                          \
    APPLY(vips_format_sizeof)                                                                                          \
    APPLY(vips_guess_prefix)                                                                                           \
    APPLY(vips_image_generate)                                                                                         \
    APPLY(vips_image_get_bands)                                                                                        \
    APPLY(vips_image_get_blob)                                                                                         \
    APPLY(vips_image_get_coding)                                                                                       \
    APPLY(vips_image_get_fields)                                                                                       \
    APPLY(vips_image_get_format)                                                                                       \
    APPLY(vips_image_get_height)                                                                                       \
    APPLY(vips_image_get_int)                                                                                          \
    APPLY(vips_image_get_interpretation)                                                                               \
    APPLY(vips_image_get_string)                                                                                       \
    APPLY(vips_image_get_typeof)                                                                                       \
    APPLY(vips_image_get_width)                                                                                        \
    APPLY(vips_image_get_xres)                                                                                         \
    APPLY(vips_image_get_yres)                                                                                         \
    APPLY(vips_image_init_fields)                                                                                      \
    APPLY(vips_image_new)                                                                                              \
    APPLY(vips_image_pipelinev)                                                                                        \
    APPLY(vips_image_set_array_int)                                                                                    \
    APPLY(vips_image_set_blob_copy)                                                                                    \
    APPLY(vips_image_set_int)                                                                                          \
    APPLY(vips_image_set_kill)                                                                                         \
    APPLY(vips_image_set_string)                                                                                       \
    APPLY(vips_init)                                                                                                   \
    APPLY(vips_interpretation_get_type)                                                                                \
    APPLY(vips_object_build)                                                                                           \
    APPLY(vips_object_set_argument_from_string)                                                                        \
    APPLY(vips_object_unref_outputs)                                                                                   \
    APPLY(vips_operation_block_set)                                                                                    \
    APPLY(vips_operation_new)                                                                                          \
    APPLY(vips_region_new)                                                                                             \
    APPLY(vips_region_prepare)                                                                                         \
    APPLY(vips_source_new_from_blob)                                                                                   \
    APPLY(vips_source_new_from_memory)                                                                                 \
    APPLY(vips_target_new_to_descriptor)                                                                               \
    APPLY(vips_target_new_to_memory)                                                                                   \
    APPLY(vips_type_find)                                                                                              \
    APPLY(vips_version)

/// Pointers to the functions, with the types of the headers' declarations.
typedef struct {
#define CVIPS_FIELD(name) __typeof__(name) *name;
    CVIPS_FUNCTIONS(CVIPS_FIELD)
#undef CVIPS_FIELD
} CVipsLibrary;

/// The functions, after `cvips_open_library` has returned 0.
extern CVipsLibrary cvips __attribute__((visibility("hidden")));

/// Opens libvips and looks up the functions. Must be called once only. Returns nonzero on failure.
int cvips_open_library(void);

/// The reason why libvips wasn't opened.
const char *cvips_opening_error(void);

#endif
