#include "failure.h"

#include <string.h>

// Damaged files can cause a warning for each block. Decoding what is left of such a file isn't worth the time.
enum { MAXIMUM_WARNING_COUNT = 100 };

void cjpeg_fail(Failure *failure, const char *reason) {
    size_t length = strlen(failure->text);
    snprintf(
        failure->text + length, sizeof failure->text - length, "%s%s", length > 0 ? "; " : "", reason);
    failure->has_failed = 1;
    longjmp(failure->jump, 1);
}

static void error_exit(j_common_ptr codec) {
    char reason[JMSG_LENGTH_MAX];
    codec->err->format_message(codec, reason);
    cjpeg_fail((Failure *)codec->err, reason);
}

static void emit_message(j_common_ptr codec, int level) {
    // Levels from 0 up are for tracing.
    if (level >= 0) return;
    Failure *failure = (Failure *)codec->err;
    failure->manager.num_warnings += 1;
    if (failure->manager.num_warnings == 1) codec->err->format_message(codec, failure->text);
    if (failure->manager.num_warnings >= MAXIMUM_WARNING_COUNT) cjpeg_fail(failure, "too many errors");
}

static void output_message(j_common_ptr codec) { (void)codec; }

void cjpeg_report_to(Failure *failure, j_common_ptr codec) {
    codec->err = jpeg_std_error(&failure->manager);
    failure->manager.error_exit = error_exit;
    failure->manager.emit_message = emit_message;
    failure->manager.output_message = output_message;
}
