#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "process_program.h"

#include <dlfcn.h>
#include <stddef.h>

const char *process_image(void) {
  static const int place;
  Dl_info info;
  return dladdr(&place, &info) != 0 ? info.dli_fname : NULL;
}

#ifdef __APPLE__
#include <mach-o/dyld.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/param.h>

static char executable[MAXPATHLEN];

static void find_executable(void) {
  uint32_t size = sizeof executable;
  if (_NSGetExecutablePath(executable, &size) != 0) executable[0] = 0;
}

const char *process_executable(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, find_executable);
  return executable[0] ? executable : NULL;
}
#else
const char *process_executable(void) { return "/proc/self/exe"; }
#endif
