#ifndef COREIMAGE_CPROGRAMLAUNCHING_H
#define COREIMAGE_CPROGRAMLAUNCHING_H

#include <spawn.h>

// Calls of the GNU C library that Swift doesn't see. Both return an error code, or 0.

/// Makes a new process close all descriptors from `first` on.
int launching_close_from(posix_spawn_file_actions_t *actions, int first);
/// Makes a new process run in a folder.
int launching_change_folder(posix_spawn_file_actions_t *actions, const char *path);

#endif
