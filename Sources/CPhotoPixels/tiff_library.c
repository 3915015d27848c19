#include "tiff_library.h"

LIBRARY_DEFINE(tiff, TIFF_FUNCTIONS, TIFF_NEWER_FUNCTIONS, .name = "libtiff", .version = "4.5", .package = "libtiff6",
               .file = "libtiff.so.6")
