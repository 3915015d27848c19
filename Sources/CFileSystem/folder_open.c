#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "folder_open.h"

#include <fcntl.h>

int folder_open_to_reach(const char *path) {
#if defined(O_PATH)
  return open(path, O_PATH | O_DIRECTORY | O_CLOEXEC);
#elif defined(O_SEARCH)
  return open(path, O_SEARCH | O_DIRECTORY | O_CLOEXEC);
#else
  return open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
#endif
}
