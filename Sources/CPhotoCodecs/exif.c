#include "photo_exif.h"

#include <stdalign.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <libexif/exif-data.h>

// libexif requires the six bytes of a JPEG segment before the block.
static const uint8_t NAME[6] = {'E', 'x', 'i', 'f', 0, 0};
enum { BLOCK_LIMIT = 65533 };

typedef struct chunk {
  struct chunk *next;
  size_t used, size;  ///< In bytes of `bytes`.
  alignas(max_align_t) uint8_t bytes[];
} chunk;

/// The memory of libexif for one file. It allocates a few hundred small blocks per file; an arena halves the cost of
/// malloc and free.
typedef struct {
  chunk *first;
  size_t total;
} arena;

typedef struct {
  alignas(max_align_t) size_t size;
} block_header;

enum { CHUNK = 32 * 1024, ARENA_LIMIT = 16 * 1024 * 1024 };

/// The arena of this thread, since libexif's allocation functions have no context.
static _Thread_local arena *present;

/// Allocates uninitialized bytes in the arena.
static void *arena_cut(size_t size) {
  size_t unit = alignof(max_align_t);
  size_t needed = sizeof(block_header) + (size + unit - 1) / unit * unit;
  chunk *place = present->first;
  if (!place || place->size - place->used < needed) {
    size_t room = needed > CHUNK ? needed : CHUNK;
    // A block may list the same bytes thousands of times.
    if (room > ARENA_LIMIT - present->total) return NULL;
    place = malloc(sizeof *place + room);
    if (!place) return NULL;
    *place = (chunk){.next = present->first, .used = 0, .size = room};
    present->first = place;
    present->total += room;
  }
  block_header *header = (block_header *)(place->bytes + place->used);
  place->used += needed;
  header->size = size;
  return header + 1;
}

/// libexif expects zeros, as from calloc.
static void *arena_allocate(ExifLong size) {
  void *block = arena_cut(size);
  return block ? memset(block, 0, size) : NULL;
}

static void *arena_reallocate(void *block, ExifLong size) {
  size_t known = block ? ((block_header *)block - 1)->size : 0;
  if (block && size <= known) return block;
  // libexif grows an array one element at a time.
  void *larger = arena_allocate(size > 2 * known ? size : (ExifLong)(2 * known));
  if (larger && block) memcpy(larger, block, known);
  return larger;
}

static void arena_keep(void *block) { (void)block; }

static void arena_free(arena *arena) {
  while (arena->first) {
    chunk *first = arena->first;
    arena->first = first->next;
    free(first);
  }
}

struct photo_exif {
  arena memory;
  ExifData *data;
};

photo_exif *photo_exif_open(const uint8_t *bytes, size_t size, const uint32_t *hidden, size_t hidden_count) {
  if (size < 8) return NULL;
  if (size > BLOCK_LIMIT - sizeof NAME) size = BLOCK_LIMIT - sizeof NAME;
  photo_exif *exif = calloc(1, sizeof *exif);
  if (!exif) return NULL;
  present = &exif->memory;
  uint8_t *block = arena_cut(sizeof NAME + size);
  ExifMem *memory = exif_mem_new(arena_allocate, arena_reallocate, arena_keep);
  ExifData *data = memory ? exif_data_new_mem(memory) : NULL;
  if (!block || !data) {
    present = NULL;
    photo_exif_close(exif);
    return NULL;
  }
  memcpy(block, NAME, sizeof NAME);
  memcpy(block + sizeof NAME, bytes, size);
  for (size_t i = 0; i < hidden_count; i++)
    if (hidden[i] <= size - 4) memset(block + sizeof NAME + hidden[i], 0, 4);
  // Preserve the block: add and drop no entries.
  exif_data_unset_option(data, EXIF_DATA_OPTION_FOLLOW_SPECIFICATION);
  exif_data_unset_option(data, EXIF_DATA_OPTION_IGNORE_UNKNOWN_TAGS);
  exif_data_set_option(data, EXIF_DATA_OPTION_DONT_CHANGE_MAKER_NOTE);
  exif_data_load_data(data, block, (unsigned)(sizeof NAME + size));
  exif->data = data;
  present = NULL;
  return exif;
}

bool photo_exif_is_big_endian(const photo_exif *exif) {
  return exif_data_get_byte_order(exif->data) == EXIF_BYTE_ORDER_MOTOROLA;
}

/// Finds tags in a directory. Both arrays are usually in ascending order; a lower tag restarts the search.
static void find_in(
    const ExifContent *content, const photo_exif_tag *tags, size_t count, photo_exif_value *values) {
  size_t place = 0;
  for (unsigned i = 0; i < content->count; i++) {
    const ExifEntry *entry = content->entries[i];
    if (i > 0 && entry->tag < content->entries[i - 1]->tag) place = 0;
    while (place < count && tags[place].tag < entry->tag) place++;
    if (place == count || tags[place].tag != entry->tag) continue;
    if (values[place].size > 0 || !entry->data) continue;
    values[place] = (photo_exif_value){
        .bytes = entry->data, .size = entry->size, .type = (uint16_t)entry->format, .count = (uint32_t)entry->components};
  }
}

void photo_exif_find(const photo_exif *exif, const photo_exif_tag *tags, size_t count, photo_exif_value *values) {
  memset(values, 0, count * sizeof *values);
  for (size_t start = 0, end; start < count; start = end) {
    unsigned directory = tags[start].directory;
    for (end = start + 1; end < count && tags[end].directory == directory;) end++;
    if (directory < EXIF_IFD_COUNT) find_in(exif->data->ifd[directory], tags + start, end - start, values + start);
  }
}

void photo_exif_close(photo_exif *exif) {
  if (!exif) return;
  arena_free(&exif->memory);
  free(exif);
}
