/// Decodes no more of a JPEG than the wanted part needs.
#ifndef JPEG_PART_H
#define JPEG_PART_H

#include <stdio.h>

#include <jpeglib.h>

#include "canvas.h"

/// What has to be decoded for the part that is wanted, in pixels of the output: its rows, and its columns with some more
/// on both sides. Called after the size of the output has been computed.
photo_rectangle photo_jpeg_window(const struct jpeg_decompress_struct *jpeg, const photo_request *request,
                                  const photo_picture *picture);

/// Goes to the first row of the window. Called before the first row is read; libjpeg reports errors as usual.
void photo_jpeg_enter(struct jpeg_decompress_struct *jpeg, photo_rectangle window);

#endif
