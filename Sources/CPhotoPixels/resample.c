#include "resample.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LOBES = 3 };

/// Lanczos' filter at a distance from its middle: sinc(x) times sinc(x / 3). With a = pi x / 3 that is
/// sin(3a) sin(a) / 3a², and sin(3a) = 3 sin(a) - 4 sin(a)³.
static float lanczos(float distance) {
  float angle = (float)M_PI / LOBES * distance;
  if (fabsf(distance) >= LOBES) return 0;
  if (fabsf(angle) < 1e-3f) return 1;
  float square = sinf(angle);
  square *= square;
  return square * (3 - 4 * square) / (3 * angle * angle);
}

/// Adds the weights of one pixel of the target, whose middle lies at `middle` in the source.
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

/// The most spans that are open at the start of one of them.
static uint32_t most_open(const resampling *self) {
  uint32_t most = 1, done = 0;
  for (uint32_t index = 0; index < self->count; index++) {
    const resampling_span *spans = self->spans;
    while (done < index && spans[done].first + spans[done].count <= spans[index].first) done++;
    if (index + 1 - done > most) most = index + 1 - done;
  }
  return most;
}

bool resampling_make(resampling *self, uint32_t size, double covered, uint32_t count) {
  memset(self, 0, sizeof *self);
  if (size == 0 || count == 0 || !(covered > 0) || covered > size) return false;
  double step = covered / count, scale = step < 1 ? 1 : step;
  // No span has more weights than this.
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

void resampling_free(resampling *self) {
  free(self->spans);
  free(self->weights);
  memset(self, 0, sizeof *self);
}
