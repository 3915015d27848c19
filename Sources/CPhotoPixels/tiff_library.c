#include "tiff_library.h"

#include "library_load.h"

#if defined(__APPLE__)
// Apple's loader binds at little cost, so the library is linked there.
static const tiff_functions functions = {
#define BIND(field, name) .field = name,
    TIFF_FUNCTIONS(BIND)
#undef BIND
};

bool libtiff_is_loaded(char message[]) {
  (void)message;
  return true;
}
#else
static tiff_functions functions;

static const char *const SYMBOLS[] = {
#define NAME(field, name) #name,
    TIFF_FUNCTIONS(NAME)
#undef NAME
    "TIFFOpenOptionsSetMaxCumulatedMemAlloc",
};

enum { COUNT = sizeof SYMBOLS / sizeof *SYMBOLS };
_Static_assert(sizeof functions == COUNT * sizeof(void *), "a name for each function");

static loaded_library library = {
    .name = "libtiff",
    .version = "4.5",
    .package = "libtiff6",
    .file = "libtiff.so.6",
    .symbols = SYMBOLS,
    .functions = (void **)(void *)&functions,
    .count = COUNT,
    .needed = COUNT - 1,
    .lock = PTHREAD_MUTEX_INITIALIZER};

bool libtiff_is_loaded(char message[]) { return library_load(&library, message); }
#endif

const tiff_functions *libtiff(void) { return &functions; }
