#include "jxl_library.h"

#define TEXT(number) #number
#define VERSION_TEXT(major, minor) TEXT(major) "." TEXT(minor)
#define VERSION VERSION_TEXT(JPEGXL_MAJOR_VERSION, JPEGXL_MINOR_VERSION)

LIBRARY_DEFINE(jxl, JXL_FUNCTIONS, LIBRARY_NONE, .name = "libjxl", .version = VERSION, .package = "libjxl" VERSION,
               .file = "libjxl.so." VERSION, .is_exact = true)
