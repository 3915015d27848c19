/// The narrow C surface over the libraries that decode, scale, convert and encode pixels.
///
/// Rules that hold for every function here:
/// - Memory handed in stays the caller's; memory handed out is named with the function that frees it.
/// - No global state: calls on different values may run at the same time.
/// - `setjmp` never leaves a shim. An error is returned as a status with a text for a person.
/// - Sizes found in a file are held against the limits of the request before memory is taken.
#ifndef PHOTO_PIXELS_H
#define PHOTO_PIXELS_H

#include "photo_color.h"
#include "photo_decode.h"
#include "photo_encode.h"
#include "photo_helper.h"
#include "photo_picture.h"
#include "photo_scale.h"

#endif
