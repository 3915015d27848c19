#include "heif_library.h"

LIBRARY_DEFINE(heif, HEIF_FUNCTIONS, LIBRARY_NONE, .name = "libheif", .version = "1.15", .package = "libheif1",
               .file = "libheif.so.1")
