#ifndef COREIMAGE_CVIPS_H
#define COREIMAGE_CVIPS_H
#include <vips/vips.h>

/// libvips' variadic calls, which Swift can't make, as plain functions.
int cvips_start(const char *program);

#endif
