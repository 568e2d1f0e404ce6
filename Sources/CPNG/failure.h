#ifndef COREIMAGE_CPNG_FAILURE_H
#define COREIMAGE_CPNG_FAILURE_H

#include <setjmp.h>

#include <png.h>

// libpng calls a function on an error, which must not return. Each function of this module that calls libpng sets
// `jump` first, and ends there.
typedef struct {
    jmp_buf jump;
    char text[256];
    int has_failed;
} Failure;

/// libpng's functions for errors and warnings. The pointer for errors is the `Failure`.
void cpng_report_error(png_structp codec, png_const_charp reason);
void cpng_ignore_warning(png_structp codec, png_const_charp reason);

#endif
