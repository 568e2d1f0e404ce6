#include "library.h"

#include <dlfcn.h>
#include <stdio.h>

static const char file_name[] = "libvips.so.42";

CVipsLibrary cvips;

static char error[512];

// Names the library and the remedy; `dlerror` has the reason.
static int fail(void) {
    const char *reason = dlerror();
    snprintf(
        error, sizeof error,
        "libvips, which reads and writes all formats but JPEG, PNG and OpenEXR, can't be opened (%s); install it, on "
        "Debian with apt-get install libvips42",
        reason ? reason : file_name);
    return -1;
}

int cvips_open_library(void) {
    void *handle = dlopen(file_name, RTLD_LAZY | RTLD_LOCAL);
    if (!handle) return fail();
    // The search includes the libraries that libvips depends on.
#define CVIPS_LOOK_UP(name)                                                                                            \
    cvips.name = (__typeof__(cvips.name))dlsym(handle, #name);                                                     \
    if (!cvips.name) return fail();
    CVIPS_FUNCTIONS(CVIPS_LOOK_UP)
#undef CVIPS_LOOK_UP
    return 0;
}

const char *cvips_opening_error(void) { return error; }
