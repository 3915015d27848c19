#include "av_library.h"

#define VERSION AV_STRINGIFY(LIBAVFORMAT_VERSION_MAJOR)

// Its functions are looked for in the libraries that it brings, too.
LIBRARY_DEFINE(avformat, AVFORMAT_FUNCTIONS, LIBRARY_NONE, .name = "libavformat", .version = VERSION,
               .package = "libavformat" VERSION, .file = "libavformat.so." VERSION, .is_exact = true)
