#ifndef COREIMAGE_CSIGNALS_H
#define COREIMAGE_CSIGNALS_H

// A signal handler, which must not run Swift code: Swift may allocate memory or take locks anywhere. A function returns
// the result of its system call; -1 means failure, with the reason in `errno`.

/// Makes a pipe that programs don't inherit. Writing to its second end never waits.
int csignals_pipe(int ends[2]);

/// Writes the number of a signal as a byte to a descriptor whenever the process gets that signal, instead of what the
/// signal did before. All signals go to the descriptor of the last call.
int csignals_forward(int signal, int descriptor);

/// Whether the process ignores a signal.
int csignals_is_ignored(int signal);

/// Gives a signal its default effect.
int csignals_restore(int signal);

#endif
