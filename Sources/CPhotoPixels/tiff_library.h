#ifndef TIFF_LIBRARY_H
#define TIFF_LIBRARY_H

#include <tiffio.h>

/// The functions of libtiff that are called, and their names there.
#define TIFF_FUNCTIONS(X) \
  X(ClientOpenExt, TIFFClientOpenExt) \
  X(Close, TIFFClose) \
  X(GetField, TIFFGetField) \
  X(OpenOptionsAlloc, TIFFOpenOptionsAlloc) \
  X(OpenOptionsFree, TIFFOpenOptionsFree) \
  X(OpenOptionsSetErrorHandlerExtR, TIFFOpenOptionsSetErrorHandlerExtR) \
  X(OpenOptionsSetMaxSingleMemAlloc, TIFFOpenOptionsSetMaxSingleMemAlloc) \
  X(OpenOptionsSetWarningHandlerExtR, TIFFOpenOptionsSetWarningHandlerExtR) \
  X(RGBAImageOK, TIFFRGBAImageOK) \
  X(ReadRGBAImageOriented, TIFFReadRGBAImageOriented)

/// A table of the functions.
typedef struct {
#define FIELD(field, name) __typeof__(&name) field;
  TIFF_FUNCTIONS(FIELD)
#undef FIELD
} tiff_functions;

/// The functions of libtiff; NULL if the library is not on this machine.
///
/// Libtiff brings many libraries with it. It is loaded when it is needed first, so that a command
/// that does not need it starts much faster. The table is filled once and never changes.
const tiff_functions *libtiff(void);

#endif
