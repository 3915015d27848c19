#ifndef TIFF_LIBRARY_H
#define TIFF_LIBRARY_H

#include <stdbool.h>

#include <tiffio.h>

/// The functions of libtiff that are called, and their names there.
#define TIFF_FUNCTIONS(X) \
  X(ClientOpenExt, TIFFClientOpenExt) \
  X(Close, TIFFClose) \
  X(GetField, TIFFGetField) \
  X(GetFieldDefaulted, TIFFGetFieldDefaulted) \
  X(IsTiled, TIFFIsTiled) \
  X(OpenOptionsAlloc, TIFFOpenOptionsAlloc) \
  X(OpenOptionsFree, TIFFOpenOptionsFree) \
  X(OpenOptionsSetErrorHandlerExtR, TIFFOpenOptionsSetErrorHandlerExtR) \
  X(OpenOptionsSetMaxSingleMemAlloc, TIFFOpenOptionsSetMaxSingleMemAlloc) \
  X(OpenOptionsSetWarningHandlerExtR, TIFFOpenOptionsSetWarningHandlerExtR) \
  X(ReadScanline, TIFFReadScanline) \
  X(RGBAImageBegin, TIFFRGBAImageBegin) \
  X(RGBAImageEnd, TIFFRGBAImageEnd) \
  X(RGBAImageGet, TIFFRGBAImageGet) \
  X(RGBAImageOK, TIFFRGBAImageOK) \
  X(ScanlineSize64, TIFFScanlineSize64) \
  X(StripSize64, TIFFStripSize64) \
  X(TileSize64, TIFFTileSize64)

/// A table of the functions.
typedef struct {
#define FIELD(field, name) __typeof__(&name) field;
  TIFF_FUNCTIONS(FIELD)
#undef FIELD
  /// TIFFOpenOptionsSetMaxCumulatedMemAlloc of libtiff 4.7; NULL before that.
  void (*OpenOptionsSetMaxCumulatedMemAlloc)(TIFFOpenOptions *options, tmsize_t bytes);
} tiff_functions;

/// Loads libtiff unless that is done; false, with a message of LIBRARY_MESSAGE_SIZE at most, if it cannot be loaded.
///
/// Libtiff brings many libraries with it. It is loaded when first needed, so that a command
/// that does not need it starts much faster.
bool libtiff_is_loaded(char message[]);

/// The functions of libtiff, once it is loaded.
const tiff_functions *libtiff(void);

#endif
