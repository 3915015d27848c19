#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "photo_scale.h"

enum { SIDE_LIMIT = 32767, CHANNELS = 4, LOBES = 3 };

/// The source pixels that contribute to one target pixel.
typedef struct {
  uint32_t first;   ///< The index of the first pixel.
  uint32_t count;   ///< The number of pixels, at least 1.
  uint32_t weight;  ///< The index of the first weight.
} resampling_span;

/// How to resample rows or columns.
typedef struct {
  uint32_t count;          ///< The number of target pixels.
  uint32_t open;           ///< The maximum number of target pixels in progress.
  resampling_span *spans;  ///< A span for each target pixel, with ascending starts and ends.
  float *weights;          ///< The weights, which sum up to 1 for each span.
} resampling;

/// The Lanczos kernel sinc(x) sinc(x / 3). With a = pi x / 3 it is sin(3a) sin(a) / 3a², and
/// sin(3a) = 3 sin(a) - 4 sin(a)³.
static float lanczos(float distance) {
  float angle = (float)M_PI / LOBES * distance;
  if (fabsf(distance) >= LOBES) return 0;
  if (fabsf(angle) < 1e-3f) return 1;
  float square = sinf(angle);
  square *= square;
  return square * (3 - 4 * square) / (3 * angle * angle);
}

/// Adds the weights of a target pixel, centered at `middle` in the source.
static void add_span(resampling_span *span, float *weights, double middle, double scale, uint32_t size) {
  double reach = LOBES * scale;
  int64_t start = (int64_t)floor(middle - reach + 0.5), end = (int64_t)ceil(middle + reach - 0.5);
  int64_t first = start < 0 ? 0 : start, last = end >= size ? (int64_t)size - 1 : end;
  if (first > last) first = last;
  memset(weights, 0, (size_t)(last - first + 1) * sizeof *weights);
  float sum = 0;
  for (int64_t place = start; place <= end; place++) {
    float weight = lanczos((float)((place + 0.5 - middle) / scale));
    int64_t inside = place < first ? first : place > last ? last : place;
    weights[inside - first] += weight;
    sum += weight;
  }
  span->first = (uint32_t)first;
  span->count = (uint32_t)(last - first + 1);
  for (uint32_t index = 0; index < span->count; index++) weights[index] /= sum;
}

/// Returns the maximum number of overlapping spans.
static uint32_t most_open(const resampling *self) {
  uint32_t most = 1, done = 0;
  for (uint32_t index = 0; index < self->count; index++) {
    const resampling_span *spans = self->spans;
    while (done < index && spans[done].first + spans[done].count <= spans[index].first) done++;
    if (index + 1 - done > most) most = index + 1 - done;
  }
  return most;
}

/// Computes how `covered` of `size` pixels are resampled to `count`, with three lobes, widened for downscaling. Pixels
/// beyond an edge repeat the edge. Returns false for numbers out of range or if memory runs out; free with
/// `free_resampling` in either case.
static bool make_resampling(resampling *self, uint32_t size, double covered, uint32_t count) {
  memset(self, 0, sizeof *self);
  if (size == 0 || count == 0 || !(covered > 0) || covered > size) return false;
  double step = covered / count, scale = step < 1 ? 1 : step;
  // The maximum number of weights in a span.
  uint32_t most = (uint32_t)fmin(size, ceil(2 * LOBES * scale) + 2);
  self->spans = malloc(count * sizeof *self->spans);
  self->weights = malloc((size_t)count * most * sizeof *self->weights);
  if (!self->spans || !self->weights) return false;
  self->count = count;
  uint32_t used = 0;
  for (uint32_t index = 0; index < count; index++) {
    self->spans[index].weight = used;
    add_span(&self->spans[index], self->weights + used, (index + 0.5) * step, scale, size);
    used += self->spans[index].count;
  }
  self->open = most_open(self);
  return true;
}

static void free_resampling(resampling *self) {
  free(self->spans);
  free(self->weights);
  memset(self, 0, sizeof *self);
}

/// The state of resampling a picture. Each source row is resampled horizontally and then added to its target rows, so
/// that only a few rows are in memory, however large the source is.
typedef struct {
  resampling across, down;
  const photo_pixels *to;
  size_t length;     ///< The number of values in a target row.
  float *row;        ///< A source row.
  float *scaled;     ///< The row resampled horizontally.
  float *sums;       ///< The target rows in progress, located by `sums_of`.
  uint32_t begun;    ///< The number of target rows started.
  uint32_t written;  ///< The number of target rows written.
} scaling;

static bool is_allowed(const photo_pixels *pixels) {
  return pixels->width > 0 && pixels->height > 0 && pixels->width <= SIDE_LIMIT &&
         pixels->height <= SIDE_LIMIT;
}

static bool set_up(scaling *self, const photo_pixels *from, double covered_width, double covered_height,
                   const photo_pixels *to) {
  if (!is_allowed(from) || !is_allowed(to)) return false;
  if (!make_resampling(&self->across, from->width, covered_width, to->width) ||
      !make_resampling(&self->down, from->height, covered_height, to->height))
    return false;
  self->to = to;
  self->length = (size_t)to->width * CHANNELS;
  self->row = malloc((size_t)from->width * CHANNELS * sizeof(float));
  self->scaled = malloc(self->length * sizeof(float));
  self->sums = malloc(self->length * self->down.open * sizeof(float));
  return self->row && self->scaled && self->sums;
}

static void tear_down(scaling *self) {
  free_resampling(&self->across);
  free_resampling(&self->down);
  free(self->row);
  free(self->scaled);
  free(self->sums);
}

static float *sums_of(const scaling *self, uint32_t row) { return self->sums + row % self->down.open * self->length; }

// The following loops are written for vectorization over the four channels or a row.

static void widen(const uint8_t *restrict from, size_t count, float *restrict to) {
  for (size_t index = 0; index < count; index++) to[index] = from[index];
}

static void scale_across(const resampling *across, const float *restrict row, float *restrict to) {
  const float *restrict weight = across->weights;
  for (uint32_t column = 0; column < across->count; column++, to += CHANNELS) {
    const float *pixel = row + (size_t)across->spans[column].first * CHANNELS;
    float red = 0, green = 0, blue = 0, alpha = 0;
    for (uint32_t left = across->spans[column].count; left > 0; left--, pixel += CHANNELS, weight++) {
      red += *weight * pixel[0];
      green += *weight * pixel[1];
      blue += *weight * pixel[2];
      alpha += *weight * pixel[3];
    }
    to[0] = red;
    to[1] = green;
    to[2] = blue;
    to[3] = alpha;
  }
}

static void add(const float *restrict row, float weight, size_t count, float *restrict sums) {
  for (size_t index = 0; index < count; index++) sums[index] += weight * row[index];
}

/// Rounds and clamps a row: negative lobes can cause values out of range, and premultiplied values that exceed alpha.
static void narrow(const float *restrict from, uint32_t width, uint8_t *restrict to) {
  for (; width > 0; width--, from += CHANNELS, to += CHANNELS) {
    float alpha = from[3] < 255 ? from[3] : 255;
    for (int channel = 0; channel < CHANNELS; channel++) {
      float value = from[channel] < alpha ? from[channel] : alpha;
      to[channel] = (uint8_t)((value > 0 ? value : 0) + 0.5f);
    }
  }
}

/// Adds a horizontally resampled row to its target rows, and writes those that are complete.
static void add_row(scaling *self, uint32_t number) {
  const resampling_span *spans = self->down.spans;
  for (; self->begun < self->to->height && spans[self->begun].first <= number; self->begun++)
    memset(sums_of(self, self->begun), 0, self->length * sizeof(float));
  for (uint32_t row = self->written; row < self->begun; row++) {
    const resampling_span *span = &spans[row];
    float weight = self->down.weights[span->weight + (number - span->first)];
    add(self->scaled, weight, self->length, sums_of(self, row));
    if (number + 1 < span->first + span->count) continue;
    narrow(sums_of(self, row), self->to->width, self->to->pixels + (size_t)row * self->to->stride);
    self->written = row + 1;
  }
}

bool photo_scale(const photo_pixels *from, double covered_width, double covered_height,
                 const photo_pixels *to) {
  scaling self = {0};
  bool done = set_up(&self, from, covered_width, covered_height, to);
  for (uint32_t row = 0; done && self.written < to->height && row < from->height; row++) {
    widen(from->pixels + (size_t)row * from->stride, (size_t)from->width * CHANNELS, self.row);
    scale_across(&self.across, self.row, self.scaled);
    add_row(&self, row);
  }
  tear_down(&self);
  return done;
}
