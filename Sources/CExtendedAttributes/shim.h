// Attributes of files that programs define, which Swift's Glibc module lacks.
#include <sys/xattr.h>
