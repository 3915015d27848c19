#include "photo_png.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <png.h>

#include "photo_bounds.h"

// HELD_LIMIT is for all chunks together.
enum { WINDOW = 4096, MEMORY_LIMIT = 4 * 1024 * 1024, CHUNK_LIMIT = 64, HELD_LIMIT = 32 * 1024 * 1024, IHDR_END = 8 + 12 + 13 };
static const uint8_t EMPTY_IDAT[12] = {0, 0, 0, 0, 'I', 'D', 'A', 'T', 0x35, 0xAF, 0x06, 0x1E};
static const uint8_t EXIF_NAME[5] = "eXIf";
static const uint8_t KEPT_NAMES[10] = "eXIf\0IDAT";

struct photo_png {
  png_structp png;
  png_infop info;
  jmp_buf escape;
  photo_bounds memory;  ///< The memory of libpng.
  char warning[PHOTO_MESSAGE_SIZE];
  char damage[PHOTO_MESSAGE_SIZE];

  photo_read read;
  void *context;
  const photo_segment *chunks;
  size_t count;
  size_t chunk;       ///< The current chunk.
  uint32_t done;      ///< The number of bytes read from it.
  size_t idat_done;   ///< The number of bytes read from the empty IDAT.
  uint64_t position;  ///< The total number of bytes read.
  uint64_t window_start;
  size_t window_size;
  uint8_t window[WINDOW];
};

static png_voidp take(png_structp png, png_alloc_size_t size) { return photo_bounds_take(png_get_mem_ptr(png), size); }

static void give_back(png_structp png, png_voidp block) { photo_bounds_free(png_get_mem_ptr(png), block); }

static void fail(png_structp png, png_const_charp text) {
  photo_png *self = png_get_error_ptr(png);
  // For errors in IHDR, libpng issues a warning first.
  if (self->position <= IHDR_END && self->warning[0])
    snprintf(self->damage, sizeof self->damage, "%.90s: %.90s", text, self->warning);
  else
    snprintf(self->damage, sizeof self->damage, "%s", text);
  longjmp(self->escape, 1);
}

static void note_warning(png_structp png, png_const_charp text) {
  photo_png *self = png_get_error_ptr(png);
  snprintf(self->warning, sizeof self->warning, "%s", text);
  // Only CRCs of critical chunks are checked; libpng continues after an error.
  if (strstr(text, "CRC error") && !self->damage[0]) snprintf(self->damage, sizeof self->damage, "%s", text);
}

/// Copies bytes of the current chunk from the window, and fills the window if it contains none.
static size_t read_chunk(photo_png *self, uint8_t *bytes, size_t size) {
  photo_segment chunk = self->chunks[self->chunk];
  uint64_t offset = chunk.offset + self->done;
  if (offset < self->window_start || offset - self->window_start >= self->window_size) {
    self->window_start = offset;
    self->window_size = self->read(self->context, offset, self->window, WINDOW);
  }
  size_t start = (size_t)(offset - self->window_start);
  size_t available = self->window_size > start ? self->window_size - start : 0;
  if (size > available) size = available;
  if (size > chunk.size - self->done) size = chunk.size - self->done;
  memcpy(bytes, self->window + start, size);
  self->done += (uint32_t)size;
  return size;
}

static void read_stream(png_structp png, png_bytep bytes, size_t size) {
  photo_png *self = png_get_io_ptr(png);
  self->position += size;
  while (size > 0) {
    size_t count = 0;
    if (self->chunk < self->count) {
      if (self->done == self->chunks[self->chunk].size) {
        self->chunk++;
        self->done = 0;
        continue;
      }
      count = read_chunk(self, bytes, size);
    } else {
      count = sizeof EMPTY_IDAT - self->idat_done;
      if (count > size) count = size;
      memcpy(bytes, EMPTY_IDAT + self->idat_done, count);
      self->idat_done += count;
    }
    if (count == 0) png_error(png, "the file ends inside a chunk");
    bytes += count;
    size -= count;
  }
}

photo_png *photo_png_open(photo_read read, void *context, const photo_segment *chunks, size_t count) {
  photo_png *self = calloc(1, sizeof *self);
  if (!self) return NULL;
  self->read = read;
  self->context = context;
  self->chunks = chunks;
  self->count = count;
  self->memory.limit = HELD_LIMIT;
  self->png =
      png_create_read_struct_2(PNG_LIBPNG_VER_STRING, self, fail, note_warning, &self->memory, take, give_back);
  self->info = self->png ? png_create_info_struct(self->png) : NULL;
  if (!self->info) {
    photo_png_close(self);
    return NULL;
  }
  if (setjmp(self->escape) == 0) {
    // No row is allocated, so the size of the picture doesn't matter.
    png_set_user_limits(self->png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
    png_set_chunk_cache_max(self->png, CHUNK_LIMIT);
    png_set_chunk_malloc_max(self->png, MEMORY_LIMIT);
    png_set_benign_errors(self->png, 1);
    png_set_crc_action(self->png, PNG_CRC_WARN_USE, PNG_CRC_QUIET_USE);
    // eXIf remains unparsed, since some writers insert "Exif\0\0" before it; so does IDAT, which checks its CRC.
    png_set_keep_unknown_chunks(self->png, PNG_HANDLE_CHUNK_ALWAYS, KEPT_NAMES, 2);
    png_set_read_fn(self->png, self, read_stream);
    png_read_info(self->png, self->info);
  }
  self->read = NULL;
  self->chunks = NULL;
  return self;
}

const char *photo_png_damage(const photo_png *self) { return self->damage; }

bool photo_png_find_text(const photo_png *self, size_t index, photo_png_text *text) {
  png_textp texts = NULL;
  int count = png_get_text(self->png, self->info, &texts, NULL);
  if (count <= 0 || index >= (size_t)count) return false;
  png_text found = texts[index];
  bool is_international = found.compression >= PNG_ITXT_COMPRESSION_NONE;
  *text = (photo_png_text){
      .keyword = found.key,
      .bytes = (const uint8_t *)found.text,
      .size = is_international ? found.itxt_length : found.text_length};
  return found.key && found.text;
}

const uint8_t *photo_png_exif(const photo_png *self, size_t *size) {
  png_unknown_chunkp chunks = NULL;
  int count = png_get_unknown_chunks(self->png, self->info, &chunks);
  for (int index = 0; index < count; index++) {
    if (memcmp(chunks[index].name, EXIF_NAME, sizeof EXIF_NAME) != 0) continue;
    *size = chunks[index].size;
    return chunks[index].data;
  }
  return NULL;
}

bool photo_png_find_time(const photo_png *self, photo_png_time *time) {
  png_timep found = NULL;
  if (!png_get_tIME(self->png, self->info, &found) || !found) return false;
  *time = (photo_png_time){found->year, found->month, found->day, found->hour, found->minute, found->second};
  return true;
}

void photo_png_close(photo_png *self) {
  if (!self) return;
  if (self->png) png_destroy_read_struct(&self->png, &self->info, NULL);
  free(self);
}
