#include "photo_terminal.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

// Signal handlers reach nothing but static memory.
static int guarded_input = -1;
static int guarded_output = -1;
static int guarded_pipe = -1;
static struct termios usual_state;
static unsigned char leave_bytes[PHOTO_TERMINAL_LEAVE_LIMIT];
static size_t leave_byte_count;
static volatile sig_atomic_t is_entered;
static volatile sig_atomic_t end_count;

static const int told_signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGWINCH, SIGTSTP, SIGCONT};
static const int crash_signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT, SIGSYS, SIGHUP, SIGQUIT};
#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
/// How many of `crash_signals` are a crash even if a pipe takes the others.
#define CERTAIN_CRASHES (COUNT(crash_signals) - 2)
static struct sigaction told_before[COUNT(told_signals)];
static struct sigaction crash_before[COUNT(crash_signals)];

static void write_all(int descriptor, const unsigned char *bytes, size_t count) {
  while (count > 0) {
    ssize_t written = write(descriptor, bytes, count);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;
    bytes += written;
    count -= (size_t)written;
  }
}

/// Puts the state back in one of tcsetattr's ways. Safe in a signal handler.
static void leave(int way) {
  if (!is_entered) return;
  is_entered = 0;
  int saved = errno;
  write_all(guarded_output, leave_bytes, leave_byte_count);
  // A process in the background must not be stopped for putting back what it took in the foreground.
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

static void tell(int number) {
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

static void crash(int number) {
  leave(TCSANOW);
  for (size_t index = 0; index < COUNT(crash_signals); index++) {
    if (crash_signals[index] == number) sigaction(number, &crash_before[index], NULL);
  }
  raise(number);
}

static size_t crash_count(void) { return guarded_pipe == -1 ? COUNT(crash_signals) : CERTAIN_CRASHES; }

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
  struct sigaction action;
  memset(&action, 0, sizeof(action));
  sigfillset(&action.sa_mask);
  action.sa_flags = SA_RESTART;
  action.sa_handler = tell;
  for (size_t index = 0; signal_pipe != -1 && index < COUNT(told_signals); index++) {
    sigaction(told_signals[index], &action, &told_before[index]);
  }
  action.sa_handler = crash;
  for (size_t index = 0; index < crash_count(); index++) {
    sigaction(crash_signals[index], &action, &crash_before[index]);
  }
  return 0;
}

int photo_terminal_enter(photo_terminal_mode mode, bool discards_input) {
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
  for (size_t index = 0; guarded_pipe != -1 && index < COUNT(told_signals); index++) {
    sigaction(told_signals[index], &told_before[index], NULL);
  }
  for (size_t index = 0; index < crash_count(); index++) {
    sigaction(crash_signals[index], &crash_before[index], NULL);
  }
  guarded_input = guarded_output = guarded_pipe = -1;
}

bool photo_terminal_can_stop(void) { return getpgrp() != getsid(0); }

bool photo_terminal_size(int tty, photo_terminal_window *window) {
  struct winsize size;
  if (ioctl(tty, TIOCGWINSZ, &size) != 0) return false;
  *window = (photo_terminal_window){
      .columns = size.ws_col, .rows = size.ws_row, .pixel_width = size.ws_xpixel, .pixel_height = size.ws_ypixel};
  return true;
}
