#ifndef PHOTO_TERMINAL_H
#define PHOTO_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>

/// Resets a terminal, however the program ends.
///
/// Signal handlers can only access static memory, so a program can guard one terminal. The functions aren't
/// thread-safe.

/// An input mode.
typedef enum {
  /// Keys are delivered immediately, without echo or signals.
  PHOTO_TERMINAL_RAW,
  /// Input is delivered immediately and without echo, but Ctrl-C and Ctrl-Z work.
  PHOTO_TERMINAL_QUIET
} photo_terminal_mode;

/// The maximum length of `leave` for `photo_terminal_guard`.
#define PHOTO_TERMINAL_LEAVE_LIMIT 256

/// Saves the mode of the terminal and catches signals.
///
/// Every fatal signal, including crashes, resets the terminal first. Ignored or handled
/// signals don't, except SIGQUIT and crashes. With a pipe, the signals that the picker handles (INT, TERM, HUP, QUIT,
/// WINCH, TSTP, CONT) are instead written to it, one byte with the signal number each. The second termination signal
/// resets the terminal and exits with status 130.
///
/// - input: A descriptor of the terminal, open until `photo_terminal_release`.
/// - output: A descriptor of the same terminal, to which `leave` is written.
/// - signal_pipe: A nonblocking descriptor, or -1.
/// - leave: The bytes to write on leaving, at most PHOTO_TERMINAL_LEAVE_LIMIT; copied.
/// Returns 0, also if this terminal is guarded already, EBUSY if another one is, or an errno.
int photo_terminal_guard(int input, int output, int signal_pipe, const void *leave, size_t leave_count);

/// Changes the mode of the guarded terminal. Returns 0 or an errno.
///
/// Raw mode stops a background job until a shell resumes it in the foreground. Returns EIO if the process group
/// is orphaned, and ECANCELED after a termination signal. Termination signals received while stopped have the effect
/// that they had before `photo_terminal_guard`.
///
/// - discards_input: Whether to discard pending input.
int photo_terminal_enter(photo_terminal_mode mode, bool discards_input);

/// Writes the leave bytes and resets the mode, if this terminal is guarded and was entered.
///
/// - input: As passed to `photo_terminal_guard`.
/// - discards_input: Whether to discard pending input.
void photo_terminal_leave(int input, bool discards_input);

/// Leaves the terminal and reinstates the signal handlers, if this terminal is guarded.
void photo_terminal_release(int input);

#endif
