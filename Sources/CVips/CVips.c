#include "CVips.h"

int cvips_start(const char *program) { return vips_init(program); }
