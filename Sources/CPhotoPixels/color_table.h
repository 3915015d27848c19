#ifndef COLOR_TABLE_H
#define COLOR_TABLE_H

#include <lcms2.h>

#include "photo_color.h"

/// A conversion to sRGB for profiles of three curves and a matrix, as cameras and phones write them: many times as fast
/// as Little CMS, with results that differ by at most 1 of 255.
typedef struct color_table color_table;

/// Makes the table of a profile; NULL if the profile is of another kind, or memory is short.
color_table *color_table_make(cmsContext context, cmsHPROFILE from);

/// Converts a row of opaque pixels in place.
void color_table_convert(const color_table *table, uint8_t *row, uint32_t width);

void color_table_free(color_table *table);

#endif
