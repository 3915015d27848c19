#include <string.h>

#include "dib.h"

enum { DIRECTORY = 6, ENTRY = 16, ENTRY_LIMIT = 256 };

/// The location of a picture in an icon.
typedef struct {
  uint32_t offset, size;
} place;

/// An input for a part of another input.
typedef struct {
  const photo_input *whole;
  place place;
} part;

static size_t read_part(void *context, uint64_t offset, uint8_t *bytes, size_t size) {
  const part *self = context;
  if (offset >= self->place.size) return 0;
  uint64_t left = self->place.size - offset;
  return self->whole->read(self->whole->context, self->place.offset + offset, bytes, size < left ? size : (size_t)left);
}

/// Finds the largest picture, preferring the larger bit depth. Returns false for an empty icon.
static bool find_largest(const photo_input *input, place *found) {
  uint8_t header[DIRECTORY], entry[ENTRY];
  if (photo_read_at(input, 0, header, sizeof header) < sizeof header) return false;
  uint32_t count = le16(header + 4);
  uint64_t best = 0;
  for (uint32_t index = 0; index < count && index < ENTRY_LIMIT; index++) {
    if (photo_read_at(input, DIRECTORY + (uint64_t)index * ENTRY, entry, sizeof entry) < sizeof entry) break;
    // A side of 0 means 256.
    uint64_t across = entry[0] ? entry[0] : 256, down = entry[1] ? entry[1] : 256;
    uint64_t rank = (across * down) << 16 | le16(entry + 6);
    if (rank <= best) continue;
    best = rank;
    *found = (place){.offset = le32(entry + 12), .size = le32(entry + 8)};
  }
  return best > 0;
}

photo_status photo_decode_ico(const photo_input *input, const photo_request *request, photo_picture *picture) {
  static const uint8_t png[] = {0x89, 'P', 'N', 'G'};
  memset(picture, 0, sizeof *picture);
  place found;
  if (!find_largest(input, &found)) return photo_fail(picture, PHOTO_DAMAGED, "no picture in the icon");
  part part = {.whole = input, .place = found};
  photo_input inner = {.read = read_part, .context = &part, .size = found.size};
  uint8_t start[sizeof png];
  if (photo_read_at(&inner, 0, start, sizeof start) < sizeof start)
    return photo_fail(picture, PHOTO_DAMAGED, "the file ends before its picture");
  if (memcmp(start, png, sizeof png) == 0) return photo_decode_png(&inner, request, picture);
  photo_dib dib;
  photo_status status = photo_dib_open(&dib, &inner, 0, 0, true, picture);
  return status ? status : photo_dib_decode(&dib, &inner, request, picture);
}
