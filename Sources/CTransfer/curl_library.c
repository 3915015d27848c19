#include "curl_library.h"

LIBRARY_DEFINE(curl, CURL_FUNCTIONS, LIBRARY_NONE, .name = "libcurl", .version = "7.83", .package = "libcurl4",
               .file = "libcurl.so.4")
