/// The C interface to the image libraries.
/// 
/// Rules for every function:
/// - The caller owns the memory that it passes. Only its close function frees a handle.
/// - No global state; only one thread uses a handle at a time.
/// - `setjmp` never leaves a shim. Errors are statuses with a message.
/// - Lengths and offsets in a file are validated before use.
#ifndef PHOTO_CODECS_H
#define PHOTO_CODECS_H

#include "photo_bounds.h"
#include "photo_exif.h"
#include "photo_jpeg.h"
#include "photo_png.h"
#include "photo_xml.h"
#include "photo_xmp.h"

#endif
