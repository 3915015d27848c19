#include "photo_color.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <lcms2.h>
#include <lcms2_plugin.h>

#include "photo_bounds.h"

// Profiles have a few megabytes at most, but a few hundred bytes can declare tables filled with zeros.
enum { MEMORY_LIMIT = 64 * 1024 * 1024, TABLE_PIXELS = 16384 };

// The context is allocated before and freed after Little CMS knows these bounds, so its size is ignored.
static void *take(cmsContext context, cmsUInt32Number size) {
  return size == 0 ? NULL : photo_bounds_take(cmsGetContextUserData(context), size);
}

static void give_back(cmsContext context, void *block) { photo_bounds_free(cmsGetContextUserData(context), block); }

static void *resize(cmsContext context, void *block, cmsUInt32Number size) {
  return photo_bounds_resize(cmsGetContextUserData(context), block, size);
}

static const cmsPluginMemHandler MEMORY = {
    .base = {.Magic = cmsPluginMagicNumber, .ExpectedVersion = 2000, .Type = cmsPluginMemHandlerSig},
    .MallocPtr = take,
    .FreePtr = give_back,
    .ReallocPtr = resize};

/// Returns the input format for four bytes per pixel, or 0 for an unsupported color space.
static cmsUInt32Number input_format(cmsColorSpaceSignature space, photo_channels channels) {
  if (channels == PHOTO_CMYK) return space == cmsSigCmykData ? TYPE_CMYK_8_REV : 0;
  switch (space) {
    case cmsSigRgbData: return TYPE_RGBA_8;
    // Gray pixels have three equal channels: the first one is used.
    case cmsSigGrayData: return COLORSPACE_SH(PT_GRAY) | CHANNELS_SH(1) | EXTRA_SH(3) | BYTES_SH(1);
    default: return 0;
  }
}

/// Unmultiplies premultiplied pixels. Transparent pixels remain as they are.
static void divide_by_alpha(const uint8_t *from, uint8_t *to, uint32_t count) {
  for (; count > 0; count--, from += 4, to += 4) {
    unsigned alpha = from[3];
    for (int channel = 0; channel < 3; channel++) {
      unsigned value = alpha ? (from[channel] * 255u + alpha / 2) / alpha : 0;
      to[channel] = (uint8_t)(value < 255 ? value : 255);
    }
    to[3] = from[3];
  }
}

static void convert_row(cmsHTRANSFORM transform, photo_channels channels, uint32_t width, uint8_t *row,
                        uint8_t *straight, uint8_t *converted) {
  const uint8_t *from = row;
  if (channels == PHOTO_TRANSLUCENT) {
    divide_by_alpha(row, straight, width);
    from = straight;
  }
  cmsDoTransform(transform, from, converted, width);
  for (uint32_t column = 0; column < width; column++, row += 4, converted += 4) {
    unsigned alpha = channels == PHOTO_TRANSLUCENT ? row[3] : 255;
    for (int channel = 0; channel < 3; channel++)
      row[channel] = (uint8_t)((converted[channel] * alpha + 127) / 255);
    row[3] = (uint8_t)alpha;
  }
}

static bool convert(cmsHTRANSFORM transform, const photo_pixels *pixels, photo_channels channels) {
  size_t size = (size_t)pixels->width * 4;
  uint8_t *rows = malloc(size * 2);
  if (!rows) return false;
  for (uint32_t row = 0; row < pixels->height; row++)
    convert_row(transform, channels, pixels->width, pixels->pixels + (size_t)row * pixels->stride, rows,
                rows + size);
  free(rows);
  return true;
}

enum { LEVELS = 256, CHANNELS = 3, STEPS = 16384 };

/// A lookup table for the usual profiles, which have three curves and a matrix. It is many times faster
/// than Little CMS, and the results differ by at most 1 of 255.
typedef struct {
  float light[CHANNELS][LEVELS][4];  ///< The linear sRGB contribution of each level of each channel.
  uint8_t encoded[STEPS + 1];        ///< The sRGB curve in steps of linear light.
} color_table;

/// Creates the linear sRGB profile.
static cmsHPROFILE make_linear(cmsContext context) {
  cmsCIExyY white = {0.3127, 0.3290, 1};
  cmsCIExyYTRIPLE primaries = {{0.64, 0.33, 1}, {0.30, 0.60, 1}, {0.15, 0.06, 1}};
  cmsToneCurve *line = cmsBuildGamma(context, 1);
  cmsToneCurve *lines[CHANNELS] = {line, line, line};
  cmsHPROFILE linear = line ? cmsCreateRGBProfileTHR(context, &white, &primaries, lines) : NULL;
  if (line) cmsFreeToneCurve(line);
  return linear;
}

/// Computes the contribution of each level. The curves precede the matrix, so that channels add up. Only the first
/// channel includes the value of black.
static void fill_light(color_table *table, cmsHTRANSFORM transform) {
  float none[CHANNELS] = {0, 0, 0}, black[CHANNELS] = {0, 0, 0};
  cmsDoTransform(transform, none, black, 1);
  for (int channel = 0; channel < CHANNELS; channel++)
    for (int level = 0; level < LEVELS; level++) {
      float from[CHANNELS] = {0, 0, 0}, to[CHANNELS] = {0, 0, 0};
      from[channel] = (float)level / (LEVELS - 1);
      cmsDoTransform(transform, from, to, 1);
      for (int light = 0; light < CHANNELS; light++)
        table->light[channel][level][light] = (channel == 0 ? to[light] : to[light] - black[light]) * STEPS;
    }
}

/// Computes the sRGB curve (IEC 61966-2-1).
static void fill_encoded(color_table *table) {
  for (int step = 0; step <= STEPS; step++) {
    double light = (double)step / STEPS;
    double value = light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055;
    table->encoded[step] = (uint8_t)(value * 255 + 0.5);
  }
}

/// Creates the table for a profile, or returns NULL for other kinds and if memory runs out.
static color_table *make_table(cmsContext context, cmsHPROFILE from) {
  if (cmsGetColorSpace(from) != cmsSigRgbData || !cmsIsMatrixShaper(from) || cmsIsTag(from, cmsSigAToB0Tag) ||
      cmsIsTag(from, cmsSigDToB0Tag))
    return NULL;
  cmsHPROFILE linear = make_linear(context);
  cmsHTRANSFORM transform = NULL;
  if (linear)
    transform = cmsCreateTransformTHR(context, from, TYPE_RGB_FLT, linear, TYPE_RGB_FLT, INTENT_PERCEPTUAL,
                                      cmsFLAGS_NOOPTIMIZE | cmsFLAGS_NOCACHE);
  color_table *table = transform ? calloc(1, sizeof *table) : NULL;
  if (table) {
    fill_light(table, transform);
    fill_encoded(table);
  }
  if (transform) cmsDeleteTransform(transform);
  if (linear) cmsCloseProfile(linear);
  return table;
}

static void convert_by_table(const color_table *table, uint8_t *row, uint32_t width) {
  for (; width > 0; width--, row += 4) {
    const float *red = table->light[0][row[0]], *green = table->light[1][row[1]], *blue = table->light[2][row[2]];
    for (int channel = 0; channel < CHANNELS; channel++) {
      float light = red[channel] + green[channel] + blue[channel] + 0.5f;
      // Branchless, because random values defeat branch prediction. NaN becomes 0.
      light = light > 0 ? light : 0;
      light = light < STEPS ? light : STEPS;
      row[channel] = table->encoded[(int)light];
    }
    row[3] = 255;
  }
}

/// Converts opaque pixels with a table, or returns false for other kinds of profiles.
static bool convert_fast(cmsContext context, cmsHPROFILE from, const photo_pixels *pixels) {
  color_table *table = make_table(context, from);
  if (!table) return false;
  for (uint32_t row = 0; row < pixels->height; row++)
    convert_by_table(table, pixels->pixels + (size_t)row * pixels->stride, pixels->width);
  free(table);
  return true;
}

static bool convert_all(cmsContext context, cmsHPROFILE from, const photo_pixels *pixels, photo_channels channels) {
  cmsHPROFILE to = cmsCreate_sRGBProfileTHR(context);
  cmsUInt32Number format = input_format(cmsGetColorSpace(from), channels);
  bool done = false;
  cmsHTRANSFORM transform = NULL;
  if (to && format)
    transform = cmsCreateTransformTHR(context, from, format, to, TYPE_RGBA_8, INTENT_PERCEPTUAL, 0);
  if (transform) {
    done = convert(transform, pixels, channels);
    cmsDeleteTransform(transform);
  }
  if (to) cmsCloseProfile(to);
  return done;
}

bool photo_convert_to_srgb(const photo_pixels *pixels, photo_channels channels, const uint8_t *profile,
                           size_t size) {
  if (size == 0 || size > UINT32_MAX) return false;
  // A private context: the default one of Little CMS is global state.
  photo_bounds bounds = {.limit = MEMORY_LIMIT};
  cmsPluginMemHandler plugin = MEMORY;
  cmsContext context = cmsCreateContext(&plugin, &bounds);
  if (!context) return false;
  cmsHPROFILE from = cmsOpenProfileFromMemTHR(context, profile, (cmsUInt32Number)size);
  // Creating the table takes as long as converting a few thousand pixels.
  bool is_large = channels == PHOTO_OPAQUE && (uint64_t)pixels->width * pixels->height >= TABLE_PIXELS;
  bool done = from && ((is_large && convert_fast(context, from, pixels)) ||
                       convert_all(context, from, pixels, channels));
  if (from) cmsCloseProfile(from);
  cmsDeleteContext(context);
  return done;
}

void photo_convert_cmyk(const photo_pixels *pixels) {
  for (uint32_t row = 0; row < pixels->height; row++) {
    uint8_t *pixel = pixels->pixels + (size_t)row * pixels->stride;
    for (uint32_t column = 0; column < pixels->width; column++, pixel += 4) {
      unsigned black = pixel[3];
      for (int channel = 0; channel < 3; channel++)
        pixel[channel] = (uint8_t)((pixel[channel] * black + 127) / 255);
      pixel[3] = 255;
    }
  }
}
