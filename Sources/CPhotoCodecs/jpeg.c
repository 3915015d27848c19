#include "photo_jpeg.h"

#include <setjmp.h>
#include <stdio.h>
#include <string.h>

#include <jerror.h>
#include <jpeglib.h>

enum { WINDOW = 4096 };
static const uint64_t MARKER_LIMIT = 64 * 1024 * 1024;
// The most bytes to search for a marker: stops early in a file whose missing end was filled with zeros.
enum { BARREN_LIMIT = 128 * 1024 };
static const char EXIF_NAME[] = "Exif\0";  // six bytes with the literal's NUL
static const char XMP_NAME[] = "http://ns.adobe.com/xap/1.0/";  // with its NUL
static const char XMP_EXTENSION_NAME[] = "http://ns.adobe.com/xmp/extension/";  // with its NUL
static const char PHOTOSHOP_NAME[] = "Photoshop 3.0";  // with its NUL
static const char MULTI_PICTURE_NAME[] = "MPF";  // with its NUL

/// A libjpeg source manager over `photo_read` that knows the file offset of each byte.
typedef struct {
  struct jpeg_source_mgr base;
  photo_read read;
  void *context;
  uint64_t size;  ///< The size of the file.
  uint64_t end;  ///< The file offset of the end of the window.
  size_t barren;  ///< The number of consecutive bytes in complete windows without 0xFF.
  size_t filled;  ///< The number of valid bytes in the window.
  const uint8_t *passed;  ///< The end of the last skipped segment in the window, or NULL.
  uint8_t *window;  ///< WINDOW bytes.
} reader;

typedef struct {
  struct jpeg_error_mgr base;
  jmp_buf escape;
} handler;

typedef struct {
  struct jpeg_decompress_struct jpeg;
  reader source;
  handler errors;
  photo_segment *xmp_extensions;
  photo_jpeg_header *header;
} session;

static void fail(j_common_ptr jpeg) { longjmp(((handler *)jpeg->err)->escape, 1); }

static void stay_silent(j_common_ptr jpeg, int level) {
  (void)jpeg;
  (void)level;
}

static void do_nothing(j_decompress_ptr jpeg) { (void)jpeg; }

static boolean fill(j_decompress_ptr jpeg) {
  reader *source = (reader *)jpeg->src;
  // After a skipped segment libjpeg searches for the next marker byte by byte. So it does after a complete window
  // that contains no marker, since no table is that long.
  const uint8_t *passed = source->passed, *window = source->window;
  bool is_between = source->barren >= WINDOW;
  if (passed) is_between |= !memchr(passed, 0xff, (size_t)(window + source->filled - passed));
  const uint8_t *marker;
  size_t count;
  do {
    count = source->read(source->context, source->end, source->window, WINDOW);
    if (count == 0) ERREXIT(jpeg, JERR_INPUT_EOF);
    marker = memchr(window, 0xff, count);
    source->barren = marker ? 0 : source->barren + count;
    if (source->barren > BARREN_LIMIT) ERREXIT(jpeg, JERR_INPUT_EOF);
    source->end += count;
  } while (is_between && !marker);
  source->passed = NULL;
  source->filled = count;
  source->base.next_input_byte = is_between ? marker : window;
  source->base.bytes_in_buffer = count - (size_t)(source->base.next_input_byte - window);
  return TRUE;
}

static void skip(j_decompress_ptr jpeg, long count) {
  reader *source = (reader *)jpeg->src;
  if (count <= 0) return;
  if ((size_t)count <= source->base.bytes_in_buffer) {
    source->base.next_input_byte += count;
    source->base.bytes_in_buffer -= (size_t)count;
    source->passed = source->base.next_input_byte;
    return;
  }
  source->barren = 0;
  source->passed = source->window + source->filled;
  source->end += (uint64_t)count - source->base.bytes_in_buffer;
  source->base.bytes_in_buffer = 0;
  if (source->end > MARKER_LIMIT) ERREXIT(jpeg, JERR_BAD_LENGTH);
}

static uint8_t next_byte(j_decompress_ptr jpeg) {
  struct jpeg_source_mgr *source = jpeg->src;
  if (source->bytes_in_buffer == 0) source->fill_input_buffer(jpeg);
  source->bytes_in_buffer--;
  return *source->next_input_byte++;
}

/// Reads up to `size` bytes in several calls, and returns their number.
static size_t read_all(reader *source, uint64_t offset, uint8_t *bytes, size_t size) {
  size_t total = 0;
  while (total < size) {
    size_t count = source->read(source->context, offset + total, bytes + total, size - total);
    if (count == 0) break;
    total += count;
  }
  return total;
}

/// Returns `true` if the file contains the segment at `offset` entirely. Like ExifTool, photopick ignores the segment
/// before one that the file ends in.
static bool is_followed(reader *source, uint64_t offset) {
  uint8_t marker[4];
  size_t count = read_all(source, offset, marker, sizeof marker);
  if (count < 2 || marker[0] != 0xff) return true;
  bool stands_alone = marker[1] <= 0x01 || (marker[1] >= 0xd0 && marker[1] <= 0xd9) || marker[1] == 0xff;
  if (stands_alone) return true;
  if (count < sizeof marker) return false;
  uint32_t size = (uint32_t)marker[2] << 8 | marker[3];
  return size <= 2 || offset + 2 + size <= source->size;
}

typedef struct {
  photo_segment whole;
  size_t known;  ///< The number of valid bytes in `start`.
  char start[sizeof XMP_EXTENSION_NAME];
} opened_segment;

/// Returns the part of a segment after a name of `size` bytes, of which `compared` bytes are compared; empty if the
/// name differs.
static photo_segment behind(const opened_segment *segment, const char *name, size_t compared, size_t size) {
  bool is_named = segment->known >= compared && memcmp(segment->start, name, compared) == 0;
  if (!is_named || segment->whole.size <= size) return (photo_segment){0};
  return (photo_segment){segment->whole.offset + size, segment->whole.size - (uint32_t)size};
}

static void add(photo_segment segment, photo_segment *list, uint32_t *count, uint32_t limit) {
  if (segment.size > 0 && *count < limit) list[(*count)++] = segment;
}

static void note(int marker, const opened_segment *segment, session *self) {
  photo_jpeg_header *header = self->header;
  switch (marker) {
    case JPEG_APP0 + 1:
      if (header->exif.size == 0) header->exif = behind(segment, EXIF_NAME, sizeof EXIF_NAME - 1, sizeof EXIF_NAME);
      if (header->xmp.size == 0) header->xmp = behind(segment, XMP_NAME, sizeof XMP_NAME, sizeof XMP_NAME);
      if (self->xmp_extensions)
        add(behind(segment, XMP_EXTENSION_NAME, sizeof XMP_EXTENSION_NAME, sizeof XMP_EXTENSION_NAME),
            self->xmp_extensions, &header->xmp_extension_count, PHOTO_JPEG_XMP_EXTENSION_LIMIT);
      break;
    case JPEG_APP0 + 2:
      if (header->multi_picture.size == 0)
        header->multi_picture =
            behind(segment, MULTI_PICTURE_NAME, sizeof MULTI_PICTURE_NAME, sizeof MULTI_PICTURE_NAME);
      break;
    default:
      add(behind(segment, PHOTOSHOP_NAME, sizeof PHOTOSHOP_NAME, sizeof PHOTOSHOP_NAME), header->photoshop,
          &header->photoshop_count, PHOTO_JPEG_PHOTOSHOP_LIMIT);
  }
}

/// Records the offsets of metadata segments, and skips their content.
static boolean note_segment(j_decompress_ptr jpeg) {
  session *self = jpeg->client_data;
  int marker = jpeg->unread_marker;
  uint32_t size = (uint32_t)next_byte(jpeg) << 8;
  size |= next_byte(jpeg);
  // libjpeg itself skips APP2 segments that are too short.
  if (size < 2 && marker == JPEG_APP0 + 2) return TRUE;
  if (size < 2) ERREXIT(jpeg, JERR_BAD_LENGTH);
  size -= 2;
  opened_segment segment;
  for (segment.known = 0; segment.known < size && segment.known < sizeof segment.start; segment.known++)
    segment.start[segment.known] = (char)next_byte(jpeg);
  uint64_t here = self->source.end - self->source.base.bytes_in_buffer;
  segment.whole = (photo_segment){here - segment.known, size};
  if (is_followed(&self->source, segment.whole.offset + size)) note(marker, &segment, self);
  jpeg->src->skip_input_data(jpeg, (long)(size - segment.known));
  return TRUE;
}

bool photo_jpeg_read_header(photo_read read, void *context, uint64_t size, photo_segment *xmp_extensions,
                            photo_jpeg_header *header) {
  memset(header, 0, sizeof *header);
  uint8_t window[WINDOW];
  session self = {.source.window = window, .xmp_extensions = xmp_extensions, .header = header};
  self.jpeg.err = jpeg_std_error(&self.errors.base);
  self.errors.base.error_exit = fail;
  self.errors.base.emit_message = stay_silent;
  volatile bool reached = false;
  if (setjmp(self.errors.escape) == 0) {
    jpeg_create_decompress(&self.jpeg);
    self.jpeg.client_data = &self;
    self.source.read = read;
    self.source.context = context;
    self.source.size = size;
    self.source.base.init_source = do_nothing;
    self.source.base.fill_input_buffer = fill;
    self.source.base.skip_input_data = skip;
    self.source.base.resync_to_restart = jpeg_resync_to_restart;
    self.source.base.term_source = do_nothing;
    self.jpeg.src = &self.source.base;
    jpeg_set_marker_processor(&self.jpeg, JPEG_APP0 + 1, note_segment);
    jpeg_set_marker_processor(&self.jpeg, JPEG_APP0 + 2, note_segment);
    jpeg_set_marker_processor(&self.jpeg, JPEG_APP0 + 13, note_segment);
    reached = jpeg_read_header(&self.jpeg, TRUE) == JPEG_HEADER_OK;
  } else {
    self.errors.base.format_message((j_common_ptr)&self.jpeg, header->message);
  }
  header->width = self.jpeg.image_width;
  header->height = self.jpeg.image_height;
  header->progressive = self.jpeg.progressive_mode;
  jpeg_destroy_decompress(&self.jpeg);
  return reached;
}
