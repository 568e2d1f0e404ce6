#ifndef COREIMAGE_CJPEG_FAILURE_H
#define COREIMAGE_CJPEG_FAILURE_H

#include <setjmp.h>
#include <stddef.h>
#include <stdio.h>

#include <jpeglib.h>

// libjpeg calls `error_exit` on an error, which must not return. Each function of this module that calls libjpeg sets
// `jump` first, and ends there.
typedef struct {
    struct jpeg_error_mgr manager;
    jmp_buf jump;
    /// The first warning, if any, and the error.
    char text[2 * JMSG_LENGTH_MAX + 2];
    int has_failed;
} Failure;

/// Makes libjpeg report to `failure`.
void cjpeg_report_to(Failure *failure, j_common_ptr codec);

/// Ends the current call with an error. Does not return.
void cjpeg_fail(Failure *failure, const char *reason);

#endif
