#ifndef PHOTO_TERMINAL_H
#define PHOTO_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>

/// Puts a terminal back as it was, whichever way a process ends.
///
/// A signal handler finds no objects, so what it needs is kept in static memory: one terminal a process. The calls
/// are not safe from several threads at once.

/// What a terminal does with input while a program uses it.
typedef enum {
  /// Each key is read at once, and none is shown or becomes a signal.
  PHOTO_TERMINAL_RAW,
  /// Input is read at once and not shown; Ctrl-C and Ctrl-Z keep their meaning.
  PHOTO_TERMINAL_QUIET
} photo_terminal_mode;

/// The most bytes that `photo_terminal_guard` keeps.
#define PHOTO_TERMINAL_LEAVE_LIMIT 256

/// Remembers the terminal's state and catches the signals.
///
/// Every signal that would end the process, a crash among them, puts the terminal back first. A signal that is ignored,
/// or that something else answers, does so only if it is SIGQUIT or that of a crash. With a pipe, the signals that a
/// picker answers (INT, TERM, HUP, QUIT, WINCH, TSTP, CONT) are written to it instead, each as a byte with its number.
/// The second signal that asks for the end puts the terminal back and ends the process with status 130.
///
/// - input: a descriptor of the terminal, open until `photo_terminal_release`; its state is remembered.
/// - output: a descriptor of the same terminal, to which `leave` is written.
/// - signal_pipe: a descriptor that does not block, or -1.
/// - leave: what is written to leave the terminal, at most PHOTO_TERMINAL_LEAVE_LIMIT bytes; copied.
/// Returns 0, also if this terminal is guarded already; EBUSY if another one is; or another errno.
int photo_terminal_guard(int input, int output, int signal_pipe, const void *leave, size_t leave_count);

/// Changes the mode of the guarded terminal, whose state before is put back later. Returns 0 or an errno.
///
/// For the raw mode, a process in the background is stopped until a shell brings it to the foreground. The result is
/// EIO if its process group is orphaned, so that no shell can, and ECANCELED if a signal asked for the end before.
/// Signals for the end that come meanwhile do what they did before `photo_terminal_guard`.
///
/// - discards_input: true to throw away what was typed before.
int photo_terminal_enter(photo_terminal_mode mode, bool discards_input);

/// Writes the bytes of leaving and puts the terminal's state back; nothing if it was not entered, or if another
/// terminal is guarded.
///
/// - input: as given to `photo_terminal_guard`.
/// - discards_input: true to throw away what was not read.
void photo_terminal_leave(int input, bool discards_input);

/// Leaves the terminal and gives the signals their former handlers back; nothing if another terminal is guarded.
void photo_terminal_release(int input);

#endif
