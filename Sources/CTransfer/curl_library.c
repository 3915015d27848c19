#include "curl_library.h"

#include "library_load.h"

#if defined(__APPLE__)
// Apple's loader binds at little cost, so the library is linked there.
static const curl_functions functions = {
#define BIND(field, name) .field = name,
    CURL_FUNCTIONS(BIND)
#undef BIND
};

bool libcurl_is_loaded(char message[]) {
  (void)message;
  return true;
}
#else
static curl_functions functions;

static const char *const SYMBOLS[] = {
#define NAME(field, name) #name,
    CURL_FUNCTIONS(NAME)
#undef NAME
};

enum { COUNT = sizeof SYMBOLS / sizeof *SYMBOLS };
_Static_assert(sizeof functions == COUNT * sizeof(void *), "a name for each function");

static loaded_library library = {
    .name = "libcurl",
    .version = "7.83",
    .package = "libcurl4",
    .file = "libcurl.so.4",
    .symbols = SYMBOLS,
    .functions = (void **)(void *)&functions,
    .count = COUNT,
    .needed = COUNT,
    .lock = PTHREAD_MUTEX_INITIALIZER};

bool libcurl_is_loaded(char message[]) { return library_load(&library, message); }
#endif

const curl_functions *libcurl(void) { return &functions; }
