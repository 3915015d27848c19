#ifndef PROCESS_START_H
#define PROCESS_START_H

#include <stdbool.h>
#include <sys/types.h>

typedef struct {
  const char *path;          ///< Its file; it is not searched for.
  char *const *arguments;    ///< Its name and its arguments; NULL after the last one.
  char *const *environment;  ///< Its variables, NULL after the last one; NULL for those of the current process.
  int input;                 ///< The descriptor that becomes standard input; -1 for /dev/null.
  int output;                ///< The same for standard output.
  int error;                 ///< The same for standard error.
  bool has_own_session;      ///< True to keep it from the terminal that controls the current process (setsid(2)).
} process_start_request;

typedef struct {
  bool is_signal;  ///< True if a signal ended it.
  int number;      ///< The number of the signal, else the exit status.
} process_end;

/// Starts a program (posix_spawn(3)) with default signal actions.
///
/// Apart from the standard streams, it inherits only files that were opened without O_CLOEXEC, and with its own session
/// not even those (glibc). Returns 0 and sets the process number, or returns an errno.
int process_start(const process_start_request *request, pid_t *process);

/// Waits until a child has ended. Its number stays in use until a call with `reaps`. Returns 0 or an errno.
int process_await(pid_t process, bool reaps, process_end *end);

/// Runs a program in the foreground of the controlling terminal, and waits for it to exit.
///
/// Meanwhile only the program gets Ctrl-C and Ctrl-\, as in system(3), and Ctrl-Z stops the caller too if a shell can
/// continue both. Then the caller's process group is in the foreground again, unless a shell has continued it in the
/// background. The input must be that terminal. Changes signal handlers of all threads. Returns 0 or an errno.
int process_run_in_foreground(const process_start_request *request, process_end *end);

/// Returns the maximum size of a program's arguments in bytes (sysconf(3), _SC_ARG_MAX), less the size of the
/// environment.
size_t process_argument_room(void);

/// Returns the file of this program, to start it again even if it was replaced or removed (Linux), or NULL.
const char *process_executable(void);

/// Returns the file of the program or library with this code (dladdr(3)), or NULL.
const char *process_image(void);

#endif
