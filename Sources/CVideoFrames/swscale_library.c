#include "av_library.h"

#define VERSION AV_STRINGIFY(LIBSWSCALE_VERSION_MAJOR)

LIBRARY_DEFINE(swscale, SWSCALE_FUNCTIONS, LIBRARY_NONE, .name = "libswscale", .version = VERSION,
               .package = "libswscale" VERSION, .file = "libswscale.so." VERSION, .is_exact = true)
