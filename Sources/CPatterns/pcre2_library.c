#include "pcre2_library.h"

#include "library_load.h"

#if defined(__APPLE__)
// Apple's loader binds at little cost, so the library is linked there.
static const pcre2_functions functions = {
#define BIND(field, name) .field = name,
    PCRE2_FUNCTIONS(BIND)
#undef BIND
};

bool libpcre2_is_loaded(char message[]) {
  (void)message;
  return true;
}
#else
static pcre2_functions functions;

static const char *const SYMBOLS[] = {
#define NAME(field, name) #name,
    PCRE2_FUNCTIONS(NAME)
#undef NAME
};

enum { COUNT = sizeof SYMBOLS / sizeof *SYMBOLS };
_Static_assert(sizeof functions == COUNT * sizeof(void *), "a name for each function");

static loaded_library library = {
    .name = "libpcre2",
    .version = "10.34",
    .package = "libpcre2-8-0",
    .file = "libpcre2-8.so.0",
    .symbols = SYMBOLS,
    .functions = (void **)(void *)&functions,
    .count = COUNT,
    .needed = COUNT,
    .lock = PTHREAD_MUTEX_INITIALIZER};

bool libpcre2_is_loaded(char message[]) { return library_load(&library, message); }
#endif

const pcre2_functions *libpcre2(void) { return &functions; }
