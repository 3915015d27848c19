#include "pcre2_library.h"

LIBRARY_DEFINE(pcre2, PCRE2_FUNCTIONS, LIBRARY_NONE, .name = "libpcre2", .version = "10.34 or newer",
               .packages = "debian=libpcre2-8-0 fedora=pcre2 arch=pcre2", .files = {"libpcre2-8.so.0"})
