#include "tiff_library.h"

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

#if !defined(__APPLE__)
#include <dlfcn.h>
#endif

static tiff_functions functions;
static bool is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

#if defined(__APPLE__)
// Apple's loader binds at little cost, so the library is linked there.
static void load(void) {
#define BIND(field, name) functions.field = name;
  TIFF_FUNCTIONS(BIND)
#undef BIND
  is_loaded = true;
}
#else
static void load(void) {
  void *library = dlopen("libtiff.so.6", RTLD_NOW | RTLD_LOCAL);
  if (!library) return;
  is_loaded = true;
#define BIND(field, name) \
  functions.field = (__typeof__(functions.field))dlsym(library, #name); \
  if (!functions.field) is_loaded = false;
  TIFF_FUNCTIONS(BIND)
#undef BIND
}
#endif

const tiff_functions *libtiff(void) {
  pthread_once(&once, load);
  return is_loaded ? &functions : NULL;
}
