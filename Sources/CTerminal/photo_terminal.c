#include "photo_terminal.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

// Signal handlers only access static memory.
static int guarded_input = -1;
static int guarded_output = -1;
static int guarded_pipe = -1;
static struct termios usual_state;
static unsigned char leave_bytes[PHOTO_TERMINAL_LEAVE_LIMIT];
static size_t leave_byte_count;
static volatile sig_atomic_t is_entered;
/// Whether the terminal was entered, so that its usual mode is final.
static bool was_entered;
static volatile sig_atomic_t end_count;

static const int pipe_signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGWINCH, SIGTSTP, SIGCONT};
/// Signals for which Swift's runtime prints a report, after the terminal is restored.
static const int crash_signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT, SIGSYS, SIGQUIT};
#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
/// Indexed by signal number, from 1.
static struct sigaction former_actions[NSIG];
static bool is_caught[NSIG];

static void write_all(int descriptor, const unsigned char *bytes, size_t count) {
  while (count > 0) {
    ssize_t written = write(descriptor, bytes, count);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;
    bytes += written;
    count -= (size_t)written;
  }
}

/// Returns to the usual mode, with an action of tcsetattr. Async-signal-safe.
static void leave(int way) {
  if (!is_entered) return;
  is_entered = 0;
  int saved = errno;
  write_all(guarded_output, leave_bytes, leave_byte_count);
  // In the background, resetting the mode that was changed in the foreground must not stop the program.
  sigset_t output, before;
  sigemptyset(&output);
  sigaddset(&output, SIGTTOU);
  pthread_sigmask(SIG_BLOCK, &output, &before);
  while (tcsetattr(guarded_input, way, &usual_state) != 0 && errno == EINTR) {
  }
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  errno = saved;
}

void photo_terminal_leave(int input, bool discards_input) {
  if (guarded_input == input) leave(discards_input ? TCSAFLUSH : TCSANOW);
}

static void write_to_pipe(int number) {
  int saved = errno;
  if (number == SIGINT || number == SIGTERM || number == SIGHUP || number == SIGQUIT) {
    end_count += 1;
    if (end_count > 1) {
      leave(TCSANOW);
      _exit(130);
    }
  }
  unsigned char byte = (unsigned char)number;
  ssize_t ignored = write(guarded_pipe, &byte, 1);
  (void)ignored;  // A full pipe has signals enough to be read.
  errno = saved;
}

/// Resets the terminal; the signal takes effect when this function returns.
///
/// After a crash, Swift's runtime prints a backtrace first. A signal that a user or program sent gets the default
/// action instead, since the runtime would continue after the backtrace.
static void restore_terminal(int number, siginfo_t *info, void *context) {
  (void)context;
  // Terminates an incomplete picture, so the terminal interprets the following bytes.
  if (is_entered) write_all(guarded_output, (const unsigned char *)"\033\\\033[0m", 6);
  leave(TCSANOW);
  // abort(3) also sends a signal, to its own thread.
  bool is_abort = number == SIGABRT && info->si_code != SI_USER;
  bool is_crash = is_abort || (number != SIGQUIT && info->si_code > 0);
  struct sigaction usual;
  memset(&usual, 0, sizeof(usual));
  usual.sa_handler = SIG_DFL;
  sigaction(number, is_crash ? &former_actions[number] : &usual, NULL);
  raise(number);
}

static bool is_among(int number, const int *signals, size_t count) {
  for (size_t index = 0; index < count; index++) {
    if (signals[index] == number) return true;
  }
  return false;
}

/// Returns `true` if the default action is termination. All signals terminate, including real-time signals, except
/// these
/// (POSIX, signal.h).
static bool ends_process(int number) {
  switch (number) {
    case SIGCHLD:
    case SIGCONT:
    case SIGSTOP:
    case SIGTSTP:
    case SIGTTIN:
    case SIGTTOU:
    case SIGURG:
    case SIGWINCH:
#ifdef __APPLE__
    case SIGINFO:
    case SIGIO:
#endif
      return false;
    default: return true;
  }
}

/// Catches a signal that must restore the terminal or be written to the pipe.
static void catch_signal(int number) {
  struct sigaction *former = &former_actions[number];
  // The C library reserves some signals.
  if (sigaction(number, NULL, former) != 0) return;
  struct sigaction action;
  memset(&action, 0, sizeof(action));
  sigfillset(&action.sa_mask);
  action.sa_flags = SA_RESTART;
  if (guarded_pipe != -1 && is_among(number, pipe_signals, COUNT(pipe_signals))) {
    action.sa_handler = write_to_pipe;
  } else if (is_among(number, crash_signals, COUNT(crash_signals))
             || (ends_process(number) && former->sa_handler == SIG_DFL)) {
    // Other ignored or handled signals don't cause termination.
    action.sa_flags |= SA_SIGINFO;
    action.sa_sigaction = restore_terminal;
  } else {
    return;
  }
  is_caught[number] = sigaction(number, &action, NULL) == 0;
}

int photo_terminal_guard(int input, int output, int signal_pipe, const void *leave_with, size_t leave_count) {
  if (guarded_input == input) return 0;
  if (guarded_input != -1) return EBUSY;
  if (leave_count > sizeof(leave_bytes)) return EINVAL;
  if (tcgetattr(input, &usual_state) != 0) return errno;
  guarded_input = input;
  guarded_output = output;
  guarded_pipe = signal_pipe;
  if (leave_count > 0) memcpy(leave_bytes, leave_with, leave_count);
  leave_byte_count = leave_count;
  end_count = 0;
  was_entered = false;
  for (int number = 1; number < NSIG; number++) catch_signal(number);
  return 0;
}

/// Stops the process group until a shell moves it to the foreground. Returns 0, EIO for an orphaned group, ECANCELED
/// after a termination signal, or another errno.
static int wait_for_foreground(void) {
  pid_t foreground = tcgetpgrp(guarded_input);
  if (is_entered && foreground > 0 && foreground != getpgrp()) {
    // Not stopped by SIGTSTP: the shell has reset the modes, but not the display.
    is_entered = 0;
    write_all(guarded_output, leave_bytes, leave_byte_count);
  }
  // The kernel lets threads that block or ignore SIGTTOU use the terminal from the background, and threads of Swift's
  // runtime block it. Termination signals get their former handlers, since no thread reads the pipe, and the group
  // might be stopped again before a handler ran.
  static const int awaited[] = {SIGTTOU, SIGINT, SIGTERM, SIGHUP, SIGQUIT};
  struct sigaction stop, actions[COUNT(awaited)];
  memset(&stop, 0, sizeof(stop));
  stop.sa_handler = SIG_DFL;
  sigset_t open, before;
  sigemptyset(&open);
  for (size_t index = 0; index < COUNT(awaited); index++) {
    int number = awaited[index];
    sigaddset(&open, number);
    sigaction(number, number == SIGTTOU ? &stop : &former_actions[number], &actions[index]);
  }
  pthread_sigmask(SIG_UNBLOCK, &open, &before);
  int result;
  do {
    // In the background, this sends SIGTTOU to the group (POSIX, 11.1.4); otherwise it has no effect, as output isn't
    // suspended by tcflow. tcdrain(3) would also block on output stopped with Ctrl-S.
    result = end_count > 0 ? ECANCELED : tcflow(guarded_input, TCOON) == 0 ? 0 : errno;
  } while (result == EINTR);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  for (size_t index = 0; index < COUNT(awaited); index++) sigaction(awaited[index], &actions[index], NULL);
  return result;
}

int photo_terminal_enter(photo_terminal_mode mode, bool discards_input) {
  if (mode == PHOTO_TERMINAL_RAW) {
    int result = wait_for_foreground();
    if (result != 0) return result;
  }
  // A shell may have set the mode until now.
  if (!was_entered && tcgetattr(guarded_input, &usual_state) != 0) return errno;
  was_entered = true;
  struct termios changed = usual_state;
  if (mode == PHOTO_TERMINAL_RAW) {
    changed.c_iflag &= (tcflag_t) ~(IGNBRK | BRKINT | PARMRK | ISTRIP | INLCR | IGNCR | ICRNL | IXON);
    changed.c_oflag &= (tcflag_t)~OPOST;
    changed.c_lflag &= (tcflag_t) ~(ECHO | ECHONL | ICANON | ISIG | IEXTEN);
    changed.c_cflag &= (tcflag_t) ~(CSIZE | PARENB);
    changed.c_cflag |= CS8;
    changed.c_cc[VMIN] = 1;
    changed.c_cc[VTIME] = 0;
  } else {
    changed.c_lflag &= (tcflag_t) ~(ICANON | ECHO);
  }
  is_entered = 1;
  while (tcsetattr(guarded_input, discards_input ? TCSAFLUSH : TCSANOW, &changed) != 0) {
    if (errno != EINTR) return errno;
  }
  return 0;
}

void photo_terminal_release(int input) {
  if (guarded_input != input || input == -1) return;
  leave(TCSANOW);
  for (int number = 1; number < NSIG; number++) {
    if (is_caught[number]) sigaction(number, &former_actions[number], NULL);
    is_caught[number] = false;
  }
  guarded_input = guarded_output = guarded_pipe = -1;
}
