#ifndef PHOTO_PNG_TEXT_H
#define PHOTO_PNG_TEXT_H

#include "photo_decode.h"

/// Called with a key and its text; both live until it returns.
typedef void (*photo_png_text)(void *context, const char *key, const char *text);

/// Reads the texts that stand before the pixels of a PNG (tEXt, zTXt, iTXt; PNG 3rd edition, 11.3.3).
/// Returns true where the pixels were reached.
bool photo_png_read_text(const photo_input *input, photo_png_text found, void *context);

#endif
