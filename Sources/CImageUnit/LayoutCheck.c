// Units are compiled separately, against a copy of the header. These checks prevent accidental changes of the shared
// layout.
#include "coreimage_unit.h"

_Static_assert(sizeof(ci_vec2) == 16 && sizeof(ci_vec3) == 24 && sizeof(ci_vec4) == 32, "vectors are doubles");
_Static_assert(sizeof(ci_rect) == 32, "rectangles are four doubles");
_Static_assert(offsetof(ci_image, x) == 8 && offsetof(ci_image, width) == 24, "two numbers of 32 bits come first");

#if UINTPTR_MAX == UINT64_MAX
_Static_assert(offsetof(ci_image, data) == 48 && offsetof(ci_image, extent) == 56, "sizes are 64 bits");
_Static_assert(offsetof(ci_image, error_text) == 88 && sizeof(ci_image) == 104, "texts come last");
_Static_assert(sizeof(ci_host) == 24, "two numbers and two texts");
#endif
