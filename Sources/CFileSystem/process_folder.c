#ifdef __linux__
// O_TMPFILE.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/types.h>

// The release build lets the linker put this in the place of open(2) (--wrap=open, Scripts/lib/common.bash).
//
// Swift's dispatch library looks into /proc/THREAD/stat once a second and ends the program if that is not there ("worker
// exited prematurely", swift-corelibs-libdispatch, event/workqueue.c). In a chroot or sandbox without /proc that ended
// one command in a dozen. An empty file tells it nothing, and it goes on.

int __real_open(const char *path, int flags, ...) __attribute__((weak));
int __wrap_open(const char *path, int flags, ...);

static int is_status_of_thread(const char *path) {
  int identifier, end = 0;
  return sscanf(path, "/proc/%d/stat%n", &identifier, &end) == 1 && end > 0 && path[end] == 0;
}

int __wrap_open(const char *path, int flags, ...) {
  mode_t mode = 0;
  if (flags & (O_CREAT | O_TMPFILE)) {
    va_list rest;
    va_start(rest, flags);
    mode = va_arg(rest, mode_t);
    va_end(rest);
  }
  int file = __real_open(path, flags, mode);
  if (file >= 0 || errno != ENOENT || !is_status_of_thread(path)) return file;
  file = __real_open("/dev/null", O_RDONLY | O_CLOEXEC);
  if (file < 0) errno = ENOENT;
  return file;
}
#endif
