/// The narrow C surface over the image libraries: everything that Swift calls.
///
/// Rules that hold for every function here:
/// - Memory passed in stays the caller's; a handle is freed by its close function and by nothing else.
/// - No global state; a handle belongs to one thread at a time.
/// - `setjmp` never leaves a shim. An error is returned as a status with text for a person.
/// - Lengths and offsets found in a file are checked before they are used.
#ifndef PHOTO_CODECS_H
#define PHOTO_CODECS_H

#include "photo_bounds.h"
#include "photo_exif.h"
#include "photo_jpeg.h"
#include "photo_png.h"
#include "photo_xml.h"
#include "photo_xmp.h"

#endif
