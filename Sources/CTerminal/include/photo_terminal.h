#ifndef PHOTO_TERMINAL_H
#define PHOTO_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>

/// Puts a terminal back as it was on whatever way a process ends.
///
/// A signal finds no objects, so what it needs is kept in static memory: one terminal a process. The calls
/// are not safe from several threads at once.

/// The most bytes that `photo_terminal_guard` keeps.
#define PHOTO_TERMINAL_LEAVE_LIMIT 256

/// Remembers the terminal's state and catches the signals.
///
/// Signals that a picker answers (INT, TERM, HUP, QUIT, WINCH, TSTP, CONT) are written to `signal_pipe`, one
/// byte each, the signal's number. A second one that asks for the end puts the terminal back and ends the
/// process with status 130. Signals of a crash put the terminal back and take their usual way.
///
/// - tty: the terminal's descriptor, open until `photo_terminal_release`.
/// - signal_pipe: a descriptor that does not block.
/// - leave: what is written to the terminal to leave it, at most PHOTO_TERMINAL_LEAVE_LIMIT bytes; copied.
/// Returns 0, or an errno.
int photo_terminal_guard(int tty, int signal_pipe, const void *leave, size_t leave_count);

/// Makes the terminal raw: each key is read at once, and none is shown or becomes a signal. Returns 0 or an errno.
int photo_terminal_enter(void);

/// Writes the bytes of leaving and puts the terminal's state back. Safe in a signal handler.
void photo_terminal_leave(void);

/// Leaves the terminal and gives the signals their former handlers back.
void photo_terminal_release(void);

/// True where a shell waits for this process in a way that it can be stopped and continued: not where it
/// stands in the process group of the session's leader, as in `$(…)`.
bool photo_terminal_can_stop(void);

/// The columns and rows of a terminal; false where it does not tell.
bool photo_terminal_size(int tty, unsigned short *columns, unsigned short *rows);

#endif
