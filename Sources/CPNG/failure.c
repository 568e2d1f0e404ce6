#include "failure.h"

#include <stdio.h>

void cpng_report_error(png_structp codec, png_const_charp reason) {
    Failure *failure = png_get_error_ptr(codec);
    snprintf(failure->text, sizeof failure->text, "%s", reason);
    failure->has_failed = 1;
    longjmp(failure->jump, 1);
}

void cpng_ignore_warning(png_structp codec, png_const_charp reason) { (void)codec, (void)reason; }
