#include "photo_terminal.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

// Signal handlers reach nothing but static memory.
static int guarded_tty = -1;
static int guarded_pipe = -1;
static struct termios usual_state;
static unsigned char leave_bytes[PHOTO_TERMINAL_LEAVE_LIMIT];
static size_t leave_byte_count;
static volatile sig_atomic_t is_entered;
static volatile sig_atomic_t end_count;

static const int told_signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGWINCH, SIGTSTP, SIGCONT};
static const int crash_signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT, SIGSYS};
#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
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

void photo_terminal_leave(void) {
  if (!is_entered) return;
  is_entered = 0;
  int saved = errno;
  write_all(guarded_tty, leave_bytes, leave_byte_count);
  // A process in the background must not be stopped for putting back what it took in the foreground.
  sigset_t output, before;
  sigemptyset(&output);
  sigaddset(&output, SIGTTOU);
  pthread_sigmask(SIG_BLOCK, &output, &before);
  tcsetattr(guarded_tty, TCSANOW, &usual_state);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  errno = saved;
}

static void tell(int number) {
  int saved = errno;
  if (number == SIGINT || number == SIGTERM || number == SIGHUP || number == SIGQUIT) {
    end_count += 1;
    if (end_count > 1) {
      photo_terminal_leave();
      _exit(130);
    }
  }
  unsigned char byte = (unsigned char)number;
  ssize_t ignored = write(guarded_pipe, &byte, 1);
  (void)ignored;  // A full pipe has signals enough to be read.
  errno = saved;
}

static void crash(int number) {
  photo_terminal_leave();
  for (size_t index = 0; index < COUNT(crash_signals); index++) {
    if (crash_signals[index] == number) sigaction(number, &crash_before[index], NULL);
  }
  raise(number);
}

int photo_terminal_guard(int tty, int signal_pipe, const void *leave, size_t leave_count) {
  if (guarded_tty != -1) return EBUSY;
  if (leave_count > sizeof(leave_bytes)) return EINVAL;
  if (tcgetattr(tty, &usual_state) != 0) return errno;
  guarded_tty = tty;
  guarded_pipe = signal_pipe;
  memcpy(leave_bytes, leave, leave_count);
  leave_byte_count = leave_count;
  end_count = 0;
  struct sigaction action;
  memset(&action, 0, sizeof(action));
  sigfillset(&action.sa_mask);
  action.sa_flags = SA_RESTART;
  action.sa_handler = tell;
  for (size_t index = 0; index < COUNT(told_signals); index++) {
    sigaction(told_signals[index], &action, &told_before[index]);
  }
  action.sa_handler = crash;
  for (size_t index = 0; index < COUNT(crash_signals); index++) {
    sigaction(crash_signals[index], &action, &crash_before[index]);
  }
  return 0;
}

int photo_terminal_enter(void) {
  struct termios raw = usual_state;
  raw.c_iflag &= (tcflag_t) ~(IGNBRK | BRKINT | PARMRK | ISTRIP | INLCR | IGNCR | ICRNL | IXON);
  raw.c_oflag &= (tcflag_t)~OPOST;
  raw.c_lflag &= (tcflag_t) ~(ECHO | ECHONL | ICANON | ISIG | IEXTEN);
  raw.c_cflag &= (tcflag_t) ~(CSIZE | PARENB);
  raw.c_cflag |= CS8;
  raw.c_cc[VMIN] = 1;
  raw.c_cc[VTIME] = 0;
  is_entered = 1;
  while (tcsetattr(guarded_tty, TCSAFLUSH, &raw) != 0) {
    if (errno != EINTR) return errno;
  }
  return 0;
}

void photo_terminal_release(void) {
  photo_terminal_leave();
  if (guarded_tty == -1) return;
  for (size_t index = 0; index < COUNT(told_signals); index++) {
    sigaction(told_signals[index], &told_before[index], NULL);
  }
  for (size_t index = 0; index < COUNT(crash_signals); index++) {
    sigaction(crash_signals[index], &crash_before[index], NULL);
  }
  guarded_tty = -1;
  guarded_pipe = -1;
}

bool photo_terminal_can_stop(void) { return getpgrp() != getsid(0); }

bool photo_terminal_size(int tty, unsigned short *columns, unsigned short *rows) {
  struct winsize size;
  if (ioctl(tty, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0) return false;
  *columns = size.ws_col;
  *rows = size.ws_row;
  return true;
}
