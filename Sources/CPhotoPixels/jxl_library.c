#include "jxl_library.h"

#include "library_load.h"

#if defined(__APPLE__)
// Apple's loader binds at little cost, so the library is linked there.
static const jxl_functions functions = {
#define BIND(field, name) .field = name,
    JXL_FUNCTIONS(BIND)
#undef BIND
};

bool libjxl_is_loaded(char message[]) {
  (void)message;
  return true;
}
#else
#define TEXT(number) #number
#define VERSION_TEXT(major, minor) TEXT(major) "." TEXT(minor)
#define VERSION VERSION_TEXT(JPEGXL_MAJOR_VERSION, JPEGXL_MINOR_VERSION)

static jxl_functions functions;

static const char *const SYMBOLS[] = {
#define NAME(field, name) #name,
    JXL_FUNCTIONS(NAME)
#undef NAME
};

enum { COUNT = sizeof SYMBOLS / sizeof *SYMBOLS };
_Static_assert(sizeof functions == COUNT * sizeof(void *), "a name for each function");

static loaded_library library = {
    .name = "libjxl",
    .version = VERSION,
    .package = "libjxl" VERSION,
    .file = "libjxl.so." VERSION,
    .symbols = SYMBOLS,
    .functions = (void **)(void *)&functions,
    .count = COUNT,
    .needed = COUNT,
    .is_exact = true,
    .lock = PTHREAD_MUTEX_INITIALIZER};

bool libjxl_is_loaded(char message[]) { return library_load(&library, message); }
#endif

const jxl_functions *libjxl(void) { return &functions; }
