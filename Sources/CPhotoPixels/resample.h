/// How one side is scaled: which pixels of the source go into each pixel of the target, and with what weight.
#ifndef RESAMPLE_H
#define RESAMPLE_H

#include <stdbool.h>
#include <stdint.h>

/// The pixels of the source that make one pixel of the target.
typedef struct {
  uint32_t first;   ///< The first of them.
  uint32_t count;   ///< How many there are, at least 1.
  uint32_t weight;  ///< The index of the first one's weight; those of the others follow.
} resampling_span;

/// One side of a picture that is scaled.
typedef struct {
  uint32_t count;          ///< Pixels of the target.
  uint32_t open;           ///< The most pixels of the target that are unfinished at once.
  resampling_span *spans;  ///< One for each pixel of the target. Neither starts nor ends ever go back.
  float *weights;          ///< Those of each span add up to 1.
} resampling;

/// Fills in how `covered` of `size` pixels become `count`, by Lanczos' filter of three lobes, which is widened for
/// a picture that shrinks. Pixels beyond an edge count as the one at the edge. Returns false if memory is short or
/// a number is out of range; `resampling_free` frees it in either case.
bool resampling_make(resampling *self, uint32_t size, double covered, uint32_t count);

/// Frees the memory and clears the structure.
void resampling_free(resampling *self);

#endif
