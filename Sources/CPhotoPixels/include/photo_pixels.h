/// A C interface to the libraries that decode, scale, convert and encode pixels.
///
/// Rules for all functions:
/// - The caller owns memory that it passes. The documentation of each function names the function that frees returned
///   memory.
/// - There is no global state: calls with different values can run concurrently.
/// - `longjmp` never crosses this interface. Functions return a status, and a message for errors.
/// - Functions compare sizes in a file with the limits of the request before allocating memory.
#ifndef PHOTO_PIXELS_H
#define PHOTO_PIXELS_H

#include "photo_color.h"
#include "photo_decode.h"
#include "photo_encode.h"
#include "photo_helper.h"
#include "photo_picture.h"
#include "photo_scale.h"

#endif
