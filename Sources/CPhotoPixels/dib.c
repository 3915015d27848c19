#include "dib.h"

#include <stdlib.h>
#include <string.h>

enum {
  CORE_HEADER = 12,   // BITMAPCOREHEADER, OS/2 1
  INFO_HEADER = 40,   // BITMAPINFOHEADER, Windows 3
  OS2_HEADER = 64,    // BITMAPINFOHEADER2, OS/2 2
  LONGEST_HEADER = 124,  // BITMAPV5HEADER
  FILE_HEADER = 14,
  SIDE_LIMIT = 1 << 24,
};

// biCompression
enum { RGB = 0, RLE8 = 1, RLE4 = 2, BITFIELDS = 3, ALPHABITFIELDS = 6 };

/// Returns the size of a row, padded to a multiple of four bytes.
static uint64_t stride(uint32_t width, uint32_t depth) { return ((uint64_t)width * depth + 31) / 32 * 4; }

/// Sets the channel masks from the file, or the default ones for the depth.
static void set_masks(photo_dib *dib, const uint8_t *masks, int count) {
  static const uint32_t usual16[] = {0x7C00, 0x3E0, 0x1F, 0}, usual32[] = {0xFF0000, 0xFF00, 0xFF, 0};
  memcpy(dib->masks, dib->depth == 16 ? usual16 : usual32, sizeof dib->masks);
  for (int index = 0; index < count; index++) dib->masks[index] = le32(masks + index * 4);
  if (count == 3) dib->masks[3] = 0;
}

static void read_colors(photo_dib *dib, const photo_input *input, uint64_t start, uint32_t entry, uint32_t count) {
  uint8_t table[256 * 4] = {0};
  photo_read_at(input, start, table, (size_t)entry * count);
  for (uint32_t index = 0; index < count; index++)
    for (int channel = 0; channel < 3; channel++) dib->colors[index][channel] = table[index * entry + 2 - channel];
}

/// Reads size and depth. Returns false for invalid sizes.
static bool read_size(photo_dib *dib, const uint8_t *header, bool is_core) {
  int64_t width = is_core ? (int64_t)le16(header + 4) : (int32_t)le32(header + 4);
  int64_t height = is_core ? (int64_t)le16(header + 6) : (int32_t)le32(header + 8);
  dib->depth = (uint16_t)le16(header + (is_core ? 10 : 14));
  dib->top_down = height < 0;
  if (height < 0) height = -height;
  if (dib->is_icon) height /= 2;
  if (width <= 0 || height <= 0 || width > SIDE_LIMIT || height > SIDE_LIMIT) return false;
  dib->width = (uint32_t)width;
  dib->height = (uint32_t)height;
  return true;
}

photo_status photo_dib_open(photo_dib *dib, const photo_input *input, uint64_t start, uint64_t pixels, bool is_icon,
                            photo_picture *picture) {
  uint8_t header[LONGEST_HEADER + 16] = {0};
  memset(dib, 0, sizeof *dib);
  dib->is_icon = is_icon;
  size_t got = photo_read_at(input, start, header, sizeof header);
  uint32_t size = le32(header);
  if (got < CORE_HEADER || size < CORE_HEADER || size > LONGEST_HEADER || (size > CORE_HEADER && size < 16))
    return photo_fail(picture, PHOTO_DAMAGED, "no bitmap header");
  // Bytes after a short header are not part of it.
  bool is_core = size == CORE_HEADER;
  uint8_t fields[INFO_HEADER] = {0};
  memcpy(fields, header, size < INFO_HEADER ? size : INFO_HEADER);
  if (!read_size(dib, fields, is_core)) return photo_fail(picture, PHOTO_DAMAGED, "the bitmap has no size");

  uint32_t compression = is_core ? RGB : le32(fields + 16);
  bool is_os2 = size == OS2_HEADER || size == 16;
  bool has_masks = !is_os2 && (compression == BITFIELDS || compression == ALPHABITFIELDS);
  dib->run_lengths = (compression == RLE8 && dib->depth == 8) || (compression == RLE4 && dib->depth == 4);
  if (compression != RGB && !dib->run_lengths && !(has_masks && (dib->depth == 16 || dib->depth == 32)))
    return photo_fail(picture, PHOTO_UNSUPPORTED, "a bitmap of an unknown compression");
  if (dib->run_lengths && dib->top_down) return photo_fail(picture, PHOTO_DAMAGED, "runs from the top down");

  uint64_t behind = start + size;
  // Masks are part of long headers and follow short ones.
  int masks = !has_masks ? 0 : compression == ALPHABITFIELDS || size >= 56 ? 4 : 3;
  if (size == INFO_HEADER && has_masks) behind += (uint64_t)masks * 4;
  uint32_t count = 0;
  switch (dib->depth) {
    case 1: case 2: case 4: case 8: {
      count = is_core ? 0 : le32(fields + 32);
      if (count == 0 || count > 1u << dib->depth) count = 1u << dib->depth;
      read_colors(dib, input, behind, is_core ? 3 : 4, count);
      break;
    }
    case 16: case 24: case 32: set_masks(dib, header + INFO_HEADER, masks); break;
    default: return photo_fail(picture, PHOTO_UNSUPPORTED, "a bitmap of an unknown depth");
  }
  dib->pixels = pixels ? pixels : behind + (uint64_t)count * (is_core ? 3 : 4);
  return PHOTO_OK;
}

/// Scales the bits of a mask to 0…255.
static uint8_t channel(uint32_t pixel, uint32_t mask) {
  if (mask == 0) return 0;
  int shift = __builtin_ctz(mask);
  uint64_t most = mask >> shift;
  return (uint8_t)(((uint64_t)((pixel & mask) >> shift) * 255 + most / 2) / most);
}

/// Converts a row of palette indices; `depth` is the depth of `from`.
static void paint_indices(const photo_dib *dib, uint32_t depth, const uint8_t *from, uint8_t *to) {
  for (uint32_t column = 0; column < dib->width; column++, to += 4) {
    uint64_t bit = (uint64_t)column * depth;
    uint32_t index = from[bit / 8] >> (8 - depth - bit % 8) & ((1u << depth) - 1);
    memcpy(to, dib->colors[index], 3);
    to[3] = 255;
  }
}

static void paint_row(const photo_dib *dib, const uint8_t *from, uint8_t *to) {
  if (dib->depth <= 8) {
    paint_indices(dib, dib->depth, from, to);
    return;
  }
  for (uint32_t column = 0; column < dib->width; column++, to += 4) {
    if (dib->depth == 24) {
      for (int index = 0; index < 3; index++) to[index] = from[column * 3 + 2 - (uint32_t)index];
      to[3] = 255;
      continue;
    }
    uint32_t pixel = dib->depth == 16 ? le16(from + (size_t)column * 2) : le32(from + (size_t)column * 4);
    for (int index = 0; index < 3; index++) to[index] = channel(pixel, dib->masks[index]);
    to[3] = dib->masks[3] ? channel(pixel, dib->masks[3]) : 255;
  }
}

/// A buffered byte stream.
typedef struct {
  const photo_input *input;
  uint64_t offset;
  uint64_t left;  ///< The number of bytes that may be read.
  size_t position, count;
  uint8_t window[4096];
} stream;

/// Returns the next byte, or -1 at the end.
static int next_byte(stream *self) {
  if (self->left == 0) return -1;
  if (self->position == self->count) {
    self->count = photo_read_at(self->input, self->offset, self->window, sizeof self->window);
    self->offset += self->count;
    self->position = 0;
    if (self->count == 0) return -1;
  }
  self->left--;
  return self->window[self->position++];
}

typedef struct {
  const photo_dib *dib;
  uint8_t *indices;  ///< One byte per pixel, bottom row first.
  uint32_t x, y;
} run_painter;

static void put(run_painter *self, int index) {
  if (self->x < self->dib->width && self->y < self->dib->height)
    self->indices[(size_t)self->y * self->dib->width + self->x] = (uint8_t)index;
  if (self->x < self->dib->width) self->x++;
}

/// Writes one pixel of eight bits, or one of two pixels of four bits.
static void put_byte(run_painter *self, int byte, int number) {
  bool is_byte = self->dib->depth == 8;
  put(self, is_byte ? byte : number % 2 == 0 ? byte >> 4 : byte & 15);
}

/// Reads `count` literal pixels and their padding. Returns false at the end of the file.
static bool read_plain(run_painter *self, stream *stream, int count) {
  int per_byte = self->dib->depth == 8 ? 1 : 2, bytes = (count + per_byte - 1) / per_byte, byte = 0;
  for (int number = 0; number < count; number++) {
    if (number % per_byte == 0 && (byte = next_byte(stream)) < 0) return false;
    put_byte(self, byte, number);
  }
  return bytes % 2 == 0 || next_byte(stream) >= 0;
}

/// Decodes run lengths (BI_RLE8, BI_RLE4). Returns `false` if the file ends too early.
static bool read_runs(run_painter *self, stream *stream) {
  while (self->y < self->dib->height) {
    int count = next_byte(stream), value = next_byte(stream);
    if (value < 0) return false;
    if (count > 0) {
      for (int number = 0; number < count; number++) put_byte(self, value, number);
    } else if (value == 0) {
      self->x = 0;
      self->y++;
    } else if (value == 1) {
      return true;
    } else if (value == 2) {
      int right = next_byte(stream), up = next_byte(stream);
      if (up < 0) return false;
      self->x = self->x + (uint32_t)right < self->dib->width ? self->x + (uint32_t)right : self->dib->width;
      self->y += (uint32_t)up;
    } else if (!read_plain(self, stream, value)) {
      return false;
    }
  }
  return true;
}

static photo_status decode_runs(const photo_dib *dib, const photo_input *input, const photo_request *request,
                                photo_picture *picture) {
  uint64_t count = (uint64_t)dib->width * dib->height;
  canvas canvas;
  photo_status status = photo_canvas_open(&canvas, picture, request, dib->width, dib->height, 1, count);
  if (status) return status;
  uint8_t *indices = calloc(dib->height, dib->width);
  if (!indices) {
    photo_canvas_close(&canvas);
    return photo_fail(picture, PHOTO_NO_MEMORY, "no memory");
  }
  // Bounds decoding time: runs may be empty, and files of any length.
  stream stream = {.input = input, .offset = dib->pixels, .left = count * 2 + (uint64_t)dib->height * 4 + 65536};
  run_painter painter = {.dib = dib, .indices = indices};
  picture->is_truncated = !read_runs(&painter, &stream);
  for (uint32_t row = 0; row < dib->height; row++) {
    paint_indices(dib, 8, indices + (size_t)(dib->height - 1 - row) * dib->width, photo_canvas_row(&canvas));
    photo_canvas_commit(&canvas);
  }
  free(indices);
  photo_canvas_close(&canvas);
  return PHOTO_OK;
}

/// Whether any pixel of a row has a nonzero alpha.
static bool has_alpha(const uint8_t *row, uint32_t width) {
  for (uint32_t column = 0; column < width; column++)
    if (row[column * 4 + 3]) return true;
  return false;
}

/// Applies the transparency mask of an icon.
static void apply_mask(const uint8_t *mask, uint32_t width, uint8_t *row) {
  for (uint32_t column = 0; column < width; column++)
    if (mask[column / 8] >> (7 - column % 8) & 1) memset(row + (size_t)column * 4, 0, 4);
}

/// Whether an icon of 32 bits has alpha, which replaces the mask.
static bool uses_alpha(const photo_dib *dib, const photo_input *input, uint8_t *line, uint64_t size) {
  for (uint32_t row = 0; row < dib->height; row++) {
    if (photo_read_at(input, dib->pixels + row * size, line, (size_t)size) < size) return false;
    if (has_alpha(line, dib->width)) return true;
  }
  return false;
}

static photo_status decode_rows(const photo_dib *dib, const photo_input *input, const photo_request *request,
                                photo_picture *picture, uint8_t *line, uint8_t *mask) {
  photo_dib row_format = *dib;
  uint64_t size = stride(dib->width, dib->depth), mask_size = stride(dib->width, 1);
  if (dib->is_icon && dib->depth == 32) row_format.masks[3] = uses_alpha(dib, input, line, size) ? 0xFF000000 : 0;
  bool is_masked = dib->is_icon && row_format.masks[3] == 0;
  picture->has_alpha = is_masked || row_format.masks[3] != 0;
  canvas canvas;
  photo_status status = photo_canvas_open(&canvas, picture, request, dib->width, dib->height, 1, size + mask_size);
  if (status) return status;
  for (uint32_t row = 0; row < dib->height; row++) {
    uint8_t *to = photo_canvas_row(&canvas);
    uint64_t place = dib->top_down ? row : dib->height - 1 - row, offset = dib->pixels + place * size;
    if (offset >= input->size || photo_read_at(input, offset, line, (size_t)size) < size) {
      memset(to, 0, (size_t)dib->width * 4);
      picture->is_truncated = true;
    } else {
      paint_row(&row_format, line, to);
      uint64_t mask_offset = dib->pixels + dib->height * size + place * mask_size;
      // An icon without a complete mask is opaque.
      if (is_masked && photo_read_at(input, mask_offset, mask, (size_t)mask_size) == mask_size)
        apply_mask(mask, dib->width, to);
      if (row_format.masks[3]) photo_premultiply(to, dib->width);
    }
    photo_canvas_commit(&canvas);
  }
  photo_canvas_close(&canvas);
  picture->has_alpha = picture->has_alpha || picture->is_truncated;
  return PHOTO_OK;
}

photo_status photo_dib_decode(const photo_dib *dib, const photo_input *input, const photo_request *request,
                              photo_picture *picture) {
  photo_status status = photo_check_size(picture, request, dib->width, dib->height);
  if (status) return status;
  if (dib->pixels >= input->size) return photo_fail(picture, PHOTO_DAMAGED, "the file ends before its pixels");
  if (dib->run_lengths) return decode_runs(dib, input, request, picture);
  uint64_t size = stride(dib->width, dib->depth), mask_size = stride(dib->width, 1);
  if (size + mask_size > request->byte_limit)
    return photo_fail(picture, PHOTO_TOO_LARGE, "more memory than the limit");
  uint8_t *line = malloc((size_t)size), *mask = malloc((size_t)mask_size);
  status = line && mask ? decode_rows(dib, input, request, picture, line, mask)
                        : photo_fail(picture, PHOTO_NO_MEMORY, "no memory");
  free(line);
  free(mask);
  return status;
}

photo_status photo_decode_bmp(const photo_input *input, const photo_request *request, photo_picture *picture) {
  memset(picture, 0, sizeof *picture);
  uint8_t header[FILE_HEADER];
  if (photo_read_at(input, 0, header, sizeof header) < sizeof header || header[0] != 'B' || header[1] != 'M')
    return photo_fail(picture, PHOTO_DAMAGED, "no BMP header");
  photo_dib dib;
  photo_status status = photo_dib_open(&dib, input, FILE_HEADER, le32(header + 10), false, picture);
  return status ? status : photo_dib_decode(&dib, input, request, picture);
}
