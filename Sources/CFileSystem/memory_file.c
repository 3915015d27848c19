#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "memory_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#if defined(__linux__)
static int open_file(void) { return memfd_create("photopick", MFD_CLOEXEC | MFD_ALLOW_SEALING); }

static bool seal(int file) { return fcntl(file, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) == 0; }
#else
static int open_file(void) {
  char path[] = "/tmp/photopick-XXXXXX";
  int file = mkstemp(path);
  if (file < 0) return -1;
  unlink(path);
  fcntl(file, F_SETFD, FD_CLOEXEC);
  return file;
}

static bool seal(int file) { return file >= 0; }
#endif

int memory_file_open(uint64_t size) {
  if (size > INT64_MAX) {
    errno = EFBIG;
    return -1;
  }
  int file = open_file();
  if (file < 0) return -1;
  if (ftruncate(file, (off_t)size) == 0 && seal(file)) return file;
  int error = errno;
  close(file);
  errno = error;
  return -1;
}
