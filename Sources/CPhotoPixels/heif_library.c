#include "heif_library.h"

#include "library_load.h"

#if defined(__APPLE__)
// Apple's loader binds at little cost, so the library is linked there.
static const heif_functions functions = {
#define BIND(field, name) .field = name,
    HEIF_FUNCTIONS(BIND)
#undef BIND
};

bool libheif_is_loaded(char message[]) {
  (void)message;
  return true;
}
#else
static heif_functions functions;

static const char *const SYMBOLS[] = {
#define NAME(field, name) #name,
    HEIF_FUNCTIONS(NAME)
#undef NAME
};

enum { COUNT = sizeof SYMBOLS / sizeof *SYMBOLS };
_Static_assert(sizeof functions == COUNT * sizeof(void *), "a name for each function");

static loaded_library library = {
    .name = "libheif",
    .version = "1.15",
    .package = "libheif1",
    .file = "libheif.so.1",
    .symbols = SYMBOLS,
    .functions = (void **)(void *)&functions,
    .count = COUNT,
    .needed = COUNT,
    .lock = PTHREAD_MUTEX_INITIALIZER};

bool libheif_is_loaded(char message[]) { return library_load(&library, message); }
#endif

const heif_functions *libheif(void) { return &functions; }
