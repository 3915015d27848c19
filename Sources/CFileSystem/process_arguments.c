#include "process_arguments.h"

#include <stddef.h>

#ifdef __APPLE__
#include <crt_externs.h>

char *const *process_arguments(void) { return *_NSGetArgv(); }
#else
static char *const *arguments;

// glibc calls constructors with the arguments of main. Swift's CommandLine reads them from /proc, which a chroot or a
// sandbox may not have; every command then had no arguments.
__attribute__((constructor)) static void keep(int count, char **values) {
  if (count > 0) arguments = values;
}

char *const *process_arguments(void) { return arguments; }
#endif
