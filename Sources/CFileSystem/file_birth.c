#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "file_birth.h"

#include <fcntl.h>
#include <sys/stat.h>

bool file_birth(int descriptor, int64_t *seconds, int32_t *nanoseconds) {
#if defined(__linux__)
  struct statx status;
  if (statx(descriptor, "", AT_EMPTY_PATH, STATX_BTIME, &status) != 0) return false;
  if (!(status.stx_mask & STATX_BTIME)) return false;
  *seconds = status.stx_btime.tv_sec;
  *nanoseconds = (int32_t)status.stx_btime.tv_nsec;
  return true;
#elif defined(__APPLE__)
  struct stat status;
  if (fstat(descriptor, &status) != 0) return false;
  *seconds = status.st_birthtimespec.tv_sec;
  *nanoseconds = (int32_t)status.st_birthtimespec.tv_nsec;
  return true;
#else
  (void)descriptor, (void)seconds, (void)nanoseconds;
  return false;
#endif
}
