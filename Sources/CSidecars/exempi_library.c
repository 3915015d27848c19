#include "exempi_library.h"

LIBRARY_DEFINE(exempi, EXEMPI_FUNCTIONS, LIBRARY_NONE, .name = "libexempi", .version = "2.5", .package = "libexempi8",
               .file = "libexempi.so.8")
