#include <stddef.h>
#include <stdint.h>

/// libFuzzer's main function, for programs that define `main` themselves. The toolchain contains the library, but no
/// header.
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*test_one_input)(const uint8_t *data, size_t size));
