#include "pcre2_library.h"

LIBRARY_DEFINE(pcre2, PCRE2_FUNCTIONS, LIBRARY_NONE, .name = "libpcre2", .version = "10.34", .package = "libpcre2-8-0",
               .file = "libpcre2-8.so.0")
