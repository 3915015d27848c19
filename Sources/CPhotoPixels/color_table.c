#include "color_table.h"

#include <math.h>
#include <stdlib.h>

enum { LEVELS = 256, CHANNELS = 3, STEPS = 16384 };

struct color_table {
  float light[CHANNELS][LEVELS][4];  ///< What a level of a channel adds to the light in linear sRGB.
  uint8_t encoded[STEPS + 1];        ///< The sRGB value of so many parts of all light.
};

/// sRGB without its curve.
static cmsHPROFILE make_linear(cmsContext context) {
  cmsCIExyY white = {0.3127, 0.3290, 1};
  cmsCIExyYTRIPLE primaries = {{0.64, 0.33, 1}, {0.30, 0.60, 1}, {0.15, 0.06, 1}};
  cmsToneCurve *line = cmsBuildGamma(context, 1);
  cmsToneCurve *lines[CHANNELS] = {line, line, line};
  cmsHPROFILE linear = line ? cmsCreateRGBProfileTHR(context, &white, &primaries, lines) : NULL;
  if (line) cmsFreeToneCurve(line);
  return linear;
}

/// Fills in what each level adds. The curves come before the matrix, so channels add up; what black gives, if a curve does
/// not begin at 0, counts with the first alone.
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

/// Fills in the curve of sRGB (IEC 61966-2-1).
static void fill_encoded(color_table *table) {
  for (int step = 0; step <= STEPS; step++) {
    double light = (double)step / STEPS;
    double value = light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055;
    table->encoded[step] = (uint8_t)(value * 255 + 0.5);
  }
}

color_table *color_table_make(cmsContext context, cmsHPROFILE from) {
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

void color_table_convert(const color_table *table, uint8_t *row, uint32_t width) {
  for (; width > 0; width--, row += 4) {
    const float *red = table->light[0][row[0]], *green = table->light[1][row[1]], *blue = table->light[2][row[2]];
    for (int channel = 0; channel < CHANNELS; channel++) {
      float light = red[channel] + green[channel] + blue[channel] + 0.5f;
      // Without a branch, which random colours would mislead; NaN comes out as 0 too.
      light = light > 0 ? light : 0;
      light = light < STEPS ? light : STEPS;
      row[channel] = table->encoded[(int)light];
    }
    row[3] = 255;
  }
}

void color_table_free(color_table *table) { free(table); }
