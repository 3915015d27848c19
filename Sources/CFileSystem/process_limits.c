#include "process_limits.h"

#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

#if defined(__linux__)
#include <sched.h>
#endif
#ifdef __GLIBC__
#include <malloc.h>
#endif

int processor_count(void) {
#if defined(__linux__)
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) == 0 && CPU_COUNT(&set) > 0) return CPU_COUNT(&set);
#endif
  long count = sysconf(_SC_NPROCESSORS_ONLN);
  return count > 0 ? (int)count : 1;
}

int open_file_limit(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur > INT_MAX) return INT_MAX;
  return (int)limit.rlim_cur;
}

bool file_size_is_limited(void) {
  struct rlimit limit;
  return getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
}

uint64_t address_limit(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return UINT64_MAX;
  return limit.rlim_cur;
}

void share_arena(void) {
#ifdef __GLIBC__
  mallopt(M_ARENA_MAX, 1);
#endif
}

enum { SIGNALS = 32, OPEN_FILES = 64 };

/// Sets a limit, at most to what the system allows. If it is final, the process can't raise it again.
static void set_limit(int resource, uint64_t most, bool is_final) {
  struct rlimit limit;
  if (getrlimit(resource, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max == RLIM_INFINITY || most < limit.rlim_max ? (rlim_t)most : limit.rlim_max;
  if (is_final) limit.rlim_max = limit.rlim_cur;
  setrlimit(resource, &limit);
}

/// /proc/self/statm, which a confined process can't open, or -1.
static int memory_report = -1;

void process_confine(void) {
  sigset_t none;
  for (int number = 1; number < SIGNALS; number++) signal(number, SIG_DFL);
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  set_limit(RLIMIT_NOFILE, OPEN_FILES, true);
  set_limit(RLIMIT_CORE, 0, true);
  set_limit(RLIMIT_FSIZE, 0, true);
#if defined(__GLIBC__) && (__GLIBC__ > 2 || __GLIBC_MINOR__ >= 34)
  closefrom(STDERR_FILENO + 1);
#else
  for (int file = STDERR_FILENO + 1; file < OPEN_FILES; file++) close(file);
#endif
  memory_report = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
}

uint64_t process_memory(void) {
  char text[256] = {0};
  unsigned long long pages = 0;
  ssize_t count = pread(memory_report, text, sizeof text - 1, 0);
  // The sixth number, in pages (proc(5)).
  if (count <= 0 || sscanf(text, "%*u %*u %*u %*u %*u %llu", &pages) != 1) return 0;
  return pages * (unsigned long long)sysconf(_SC_PAGESIZE);
}

void process_limit_memory(uint64_t bytes, bool is_final) {
  uint64_t taken = process_memory();
  if (taken > 0) set_limit(RLIMIT_DATA, bytes < UINT64_MAX / 2 - taken ? taken + bytes : UINT64_MAX / 2, is_final);
}

void process_limit_time(uint64_t milliseconds) {
  struct itimerval timer = {.it_value = {.tv_sec = (time_t)(milliseconds / 1000),
                                         .tv_usec = (suseconds_t)(milliseconds % 1000 * 1000)}};
  setitimer(ITIMER_PROF, &timer, NULL);
}

bool process_has_socket(int descriptor) {
  struct stat status;
  return fstat(descriptor, &status) == 0 && S_ISSOCK(status.st_mode);
}
