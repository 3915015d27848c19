#ifndef TIFF_LIBRARY_H
#define TIFF_LIBRARY_H

#include "library_load.h"

#include <tiffio.h>

/// The functions of libtiff that are called, by symbol.
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
  X(LastDirectory, TIFFLastDirectory) \
  X(NumberOfStrips, TIFFNumberOfStrips) \
  X(NumberOfTiles, TIFFNumberOfTiles) \
  X(ReadDirectory, TIFFReadDirectory) \
  X(ReadScanline, TIFFReadScanline) \
  X(RGBAImageBegin, TIFFRGBAImageBegin) \
  X(RGBAImageEnd, TIFFRGBAImageEnd) \
  X(RGBAImageGet, TIFFRGBAImageGet) \
  X(RGBAImageOK, TIFFRGBAImageOK) \
  X(ScanlineSize64, TIFFScanlineSize64) \
  X(StripSize64, TIFFStripSize64) \
  X(TileSize64, TIFFTileSize64)

/// Sets the limit on total memory, since libtiff 4.7.
typedef void (*tiff_set_limit)(TIFFOpenOptions *options, tmsize_t bytes);
#define TIFF_NEWER_FUNCTIONS(X) \
  X(OpenOptionsSetMaxCumulatedMemAlloc, TIFFOpenOptionsSetMaxCumulatedMemAlloc, tiff_set_limit)

// Loaded lazily: libtiff has many dependencies, which slow down every start.
LIBRARY_DECLARE(tiff, TIFF_FUNCTIONS, TIFF_NEWER_FUNCTIONS)

#endif
