#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tiff_library.h"

#include "canvas.h"

LIBRARY_DEFINE(tiff, TIFF_FUNCTIONS, TIFF_NEWER_FUNCTIONS, .name = "libtiff", .version = "4.5 or newer",
               .packages = "debian=libtiff6 fedora=libtiff arch=libtiff", .files = {"libtiff.so.6"},
               .version_function = "TIFFGetVersion", .version_form = LIBRARY_VERSION_TEXT)

// The minimum size of a band of rows. Longer strips are decoded by scanline if possible.
// Pages after the first are verified with at most PAGE_BYTES of memory.
enum { BAND = 1 << 20, LONG_STRIP = 8 << 20, PAGE_LIMIT = 10000, PAGE_BYTES = 128 << 20 };

typedef struct {
  const photo_input *input;
  uint64_t position;
  photo_picture *picture;
} reader;

static tmsize_t read_bytes(thandle_t handle, void *bytes, tmsize_t size) {
  reader *self = handle;
  size_t got = photo_read_at(self->input, self->position, bytes, (size_t)size);
  self->position += got;
  return (tmsize_t)got;
}

static tmsize_t write_nothing(thandle_t handle, void *bytes, tmsize_t size) {
  (void)handle;
  (void)bytes;
  (void)size;
  return 0;
}

static toff_t seek(thandle_t handle, toff_t offset, int from) {
  reader *self = handle;
  if (from == SEEK_CUR) offset += self->position;
  if (from == SEEK_END) offset += self->input->size;
  self->position = offset;
  return offset;
}

static int close_nothing(thandle_t handle) {
  (void)handle;
  return 0;
}

static toff_t size_of(thandle_t handle) { return ((reader *)handle)->input->size; }

static int note_error(TIFF *tiff, void *context, const char *module, const char *format, va_list arguments) {
  reader *self = context;
  (void)tiff;
  (void)module;
  if (self->picture->message[0] == 0)
    vsnprintf(self->picture->message, sizeof self->picture->message, format, arguments);
  return 1;
}

static int ignore_warning(TIFF *tiff, void *context, const char *module, const char *format,
                          va_list arguments) {
  (void)tiff;
  (void)context;
  (void)module;
  (void)format;
  (void)arguments;
  return 1;
}

static void copy_facts(TIFF *tiff, const photo_request *request, photo_picture *picture) {
  uint16_t orientation = 0, extra = 0, *kinds = NULL;
  uint32_t size = 0;
  void *profile = NULL;
  if (libtiff()->GetField(tiff, TIFFTAG_ORIENTATION, &orientation) && orientation <= 8)
    picture->orientation = (uint8_t)orientation;
  picture->has_alpha = libtiff()->GetField(tiff, TIFFTAG_EXTRASAMPLES, &extra, &kinds) && extra > 0;
  if (libtiff()->GetField(tiff, TIFFTAG_ICCPROFILE, &size, &profile))
    photo_copy_profile(picture, request, profile, size);
}

/// The decoding plan: some rows at a time, so that memory doesn't depend on the size of the picture.
typedef struct {
  TIFF *tiff;
  TIFFRGBAImage image;
  bool by_line;      ///< Whether a long strip is decoded by scanline.
  uint32_t rows;     ///< The number of rows to decode at a time.
  photo_rectangle window;  ///< The strips or tiles that intersect the requested part.
  uint64_t held;     ///< The memory of libtiff in bytes.
  uint64_t line_size;
  uint32_t *raster;  ///< The rows from libtiff: premultiplied, in stored order.
  uint8_t *line;     ///< A stored scanline.
} plan;

/// Whether scanlines can be decoded sequentially and converted independently.
static bool has_lines(const plan *self) {
  uint16_t compression = COMPRESSION_NONE;
  libtiff()->GetField(self->tiff, TIFFTAG_COMPRESSION, &compression);
  switch (compression) {
    case COMPRESSION_NONE: case COMPRESSION_LZW: case COMPRESSION_PACKBITS: case COMPRESSION_ADOBE_DEFLATE:
    case COMPRESSION_DEFLATE: case COMPRESSION_CCITTRLE: case COMPRESSION_CCITTFAX3: case COMPRESSION_CCITTFAX4:
    case COMPRESSION_JPEG: case COMPRESSION_LZMA: case COMPRESSION_ZSTD: break;
    default: return false;
  }
  return self->image.isContig && self->image.photometric != PHOTOMETRIC_YCBCR;
}

/// Determines the number of rows to decode at a time: complete strips or rows of blocks of about one mebibyte.
static void plan_rows(plan *self, const photo_picture *picture, uint64_t file_size) {
  bool is_tiled = libtiff()->IsTiled(self->tiff);
  uint32_t unit = 0;
  if (is_tiled)
    libtiff()->GetField(self->tiff, TIFFTAG_TILELENGTH, &unit);
  else
    libtiff()->GetFieldDefaulted(self->tiff, TIFFTAG_ROWSPERSTRIP, &unit);
  if (unit == 0 || unit > picture->full_height) unit = picture->full_height;
  uint64_t size = is_tiled ? libtiff()->TileSize64(self->tiff) : libtiff()->StripSize64(self->tiff);
  self->by_line = !is_tiled && size > LONG_STRIP && has_lines(self);
  if (self->by_line) {
    self->rows = 1;
    self->line_size = libtiff()->ScanlineSize64(self->tiff);
  } else {
    uint64_t units = BAND / ((uint64_t)picture->full_width * 4 * unit + 1);
    self->rows = units > 1 && units * unit < picture->full_height ? (uint32_t)units * unit
                 : units > 1                                      ? picture->full_height
                                                                  : unit;
    // Separate planes are decoded together.
    self->held = size > UINT64_MAX / 8 ? UINT64_MAX / 2 : size * (self->image.isContig ? 1 : 4);
  }
  // Compressed data is read entirely before it is decompressed.
  uint64_t packed = file_size < size ? file_size : size;
  self->held = self->held > UINT64_MAX / 2 - packed ? UINT64_MAX / 2 : self->held + packed;
}

/// Determines the strips or blocks to decode. Skips only entire columns of blocks: libtiff miscalculates offsets within
/// a block unless channels have eight bits.
static void plan_window(plan *self, const photo_request *request, const photo_picture *picture) {
  self->window = (photo_rectangle){.width = picture->full_width, .height = picture->full_height};
  if (request->part.width == 0) return;
  photo_rectangle part = photo_stored_part(request, picture->full_width, picture->full_height);
  uint32_t across = 0, down = 0;
  if (libtiff()->IsTiled(self->tiff)) {
    libtiff()->GetField(self->tiff, TIFFTAG_TILEWIDTH, &across);
    libtiff()->GetField(self->tiff, TIFFTAG_TILELENGTH, &down);
  } else {
    libtiff()->GetFieldDefaulted(self->tiff, TIFFTAG_ROWSPERSTRIP, &down);
  }
  if (down > 0) self->window.y = part.y / down * down;
  self->window.height = part.y + part.height - self->window.y;
  if (across == 0) return;
  self->window.x = part.x / across * across;
  self->window.width = part.x + part.width - self->window.x;
}

/// Decodes `count` rows. Undecodable parts are transparent. Returns false after an error of libtiff.
static bool read_rows(plan *self, uint32_t row, uint32_t count) {
  memset(self->raster, 0, (size_t)count * self->window.width * 4);
  if (!self->by_line) {
    self->image.row_offset = (int)row;
    self->image.col_offset = (int)self->window.x;
    return libtiff()->RGBAImageGet(&self->image, self->raster, self->window.width, count);
  }
  if (libtiff()->ReadScanline(self->tiff, self->line, row, 0) < 0) return false;
  self->image.put.contig(&self->image, self->raster, 0, 0, self->image.width, 1, 0, 0, self->line);
  return true;
}

/// Copies rows to the canvas. Returns the bitwise or of all pixels, which is 0 if the rows are empty.
static uint32_t paint_rows(const plan *self, uint32_t count, canvas *canvas, const photo_picture *picture) {
  uint32_t any = 0;
  for (uint32_t row = 0; row < count; row++) {
    uint8_t *to = photo_canvas_row(canvas);
    const uint32_t *from = self->raster + (size_t)row * self->window.width;
    for (uint32_t column = 0; column < self->window.width; column++, to += 4) {
      any |= from[column];
      to[0] = (uint8_t)TIFFGetR(from[column]);
      to[1] = (uint8_t)TIFFGetG(from[column]);
      to[2] = (uint8_t)TIFFGetB(from[column]);
      to[3] = picture->has_alpha || picture->is_truncated ? (uint8_t)TIFFGetA(from[column]) : 255;
    }
    photo_canvas_commit(canvas);
  }
  return any;
}

static photo_status read_all_rows(plan *self, const photo_request *request, photo_picture *picture) {
  uint32_t end = self->window.y + self->window.height;
  uint64_t raster = (uint64_t)self->window.width * self->rows * 4;
  canvas canvas;
  photo_status status = photo_canvas_open_window(&canvas, picture, request, self->window, 1,
                                                 raster + self->line_size + self->held);
  if (status) return status;
  self->raster = malloc((size_t)raster);
  self->line = malloc((size_t)self->line_size + 1);
  uint32_t any = 0;
  bool goes_on = self->raster && self->line;
  if (!goes_on) status = photo_fail(picture, PHOTO_NO_MEMORY, "no memory");
  for (uint32_t row = self->window.y; goes_on && row < end; row += self->rows) {
    uint32_t count = self->rows < end - row ? self->rows : end - row;
    bool is_read = read_rows(self, row, count);
    picture->is_truncated = picture->is_truncated || !is_read || picture->message[0] != 0;
    any |= paint_rows(self, count, &canvas, picture);
    // After a failure, the next scanline can't be located.
    goes_on = is_read || !self->by_line;
  }
  photo_canvas_close(&canvas);
  picture->has_alpha = picture->has_alpha || picture->is_truncated;
  if (status == PHOTO_OK && picture->is_truncated && any == 0) return PHOTO_DAMAGED;
  return status;
}

/// Decodes all pixels in stored order.
static photo_status read_pixels(TIFF *tiff, uint64_t file_size, const photo_request *request, photo_picture *picture) {
  char reason[1024] = "";
  plan self = {.tiff = tiff};
  if (!libtiff()->RGBAImageBegin(&self.image, tiff, 0, reason)) return photo_fail(picture, PHOTO_UNSUPPORTED, reason);
  // Warnings about the directory don't concern the pixels.
  picture->message[0] = 0;
  // Requesting the stored orientation disables rotation.
  self.image.req_orientation = picture->orientation ? picture->orientation : ORIENTATION_TOPLEFT;
  plan_rows(&self, picture, file_size);
  plan_window(&self, request, picture);
  photo_status status = read_all_rows(&self, request, picture);
  free(self.raster);
  free(self.line);
  libtiff()->RGBAImageEnd(&self.image);
  return status;
}

static photo_status decode(TIFF *tiff, uint64_t file_size, const photo_request *request, photo_picture *picture) {
  uint32_t width = 0, height = 0;
  libtiff()->GetField(tiff, TIFFTAG_IMAGEWIDTH, &width);
  libtiff()->GetField(tiff, TIFFTAG_IMAGELENGTH, &height);
  photo_status status = photo_check_size(picture, request, width, height);
  if (status) return status;
  char reason[1024] = "";
  if (!libtiff()->RGBAImageOK(tiff, reason)) return photo_fail(picture, PHOTO_UNSUPPORTED, reason);
  copy_facts(tiff, request, picture);
  photo_request turned = *request;
  if (turned.part_orientation == 0) turned.part_orientation = picture->orientation;
  return read_pixels(tiff, file_size, &turned, picture);
}

/// Whether all strips or tiles of the current page end within the file. Those without bytes are empty.
static bool has_bytes(TIFF *tiff, uint64_t file_size) {
  bool is_tiled = libtiff()->IsTiled(tiff);
  uint64_t *offsets = NULL, *counts = NULL;
  if (!libtiff()->GetField(tiff, is_tiled ? TIFFTAG_TILEOFFSETS : TIFFTAG_STRIPOFFSETS, &offsets) || !offsets ||
      !libtiff()->GetField(tiff, is_tiled ? TIFFTAG_TILEBYTECOUNTS : TIFFTAG_STRIPBYTECOUNTS, &counts) || !counts)
    return false;
  uint32_t count = is_tiled ? libtiff()->NumberOfTiles(tiff) : libtiff()->NumberOfStrips(tiff);
  for (uint32_t index = 0; index < count; index++)
    if (counts[index] > 0 && (offsets[index] > file_size || counts[index] > file_size - offsets[index])) return false;
  return true;
}

/// Decodes the current page. Returns whether no part is missing or broken. Unknown codings are sound.
static bool check_page(TIFF *tiff, uint64_t file_size, const photo_request *request, photo_picture *page,
                       uint64_t *checked) {
  uint32_t width = 0, height = 0;
  libtiff()->GetField(tiff, TIFFTAG_IMAGEWIDTH, &width);
  libtiff()->GetField(tiff, TIFFTAG_IMAGELENGTH, &height);
  if (!has_bytes(tiff, file_size)) return false;
  if (!photo_checks_pixels(checked, width, height)) return true;
  photo_status status = decode(tiff, file_size, request, page);
  return status != PHOTO_DAMAGED && !page->is_truncated;
}

/// Reads the pages after the first. Returns whether no part is missing or broken.
static bool check_pages(TIFF *tiff, reader *reader, const photo_request *request) {
  photo_picture *first = reader->picture;
  photo_request small = *request;
  small.box_width = small.box_height = 1;
  small.wants_profile = false;
  if (small.byte_limit > PAGE_BYTES) small.byte_limit = PAGE_BYTES;
  // One reservation covers all pages.
  if (!libtiff()->LastDirectory(tiff)) photo_reserve(first, request, small.byte_limit);
  small.admit = NULL;
  small.share = NULL;
  uint64_t checked = 0;
  bool is_sound = true;
  for (int page = 1; is_sound && page < PAGE_LIMIT && !libtiff()->LastDirectory(tiff); page++) {
    photo_picture picture = {0};
    reader->picture = &picture;
    is_sound = libtiff()->ReadDirectory(tiff) &&
               check_page(tiff, reader->input->size, &small, &picture, &checked);
    photo_picture_free(&picture);
  }
  reader->picture = first;
  return is_sound;
}

bool photo_load_tiff(char message[]) { return libtiff_is_loaded(message); }

photo_status photo_decode_tiff(const photo_input *input, const photo_request *request,
                               photo_picture *picture) {
  memset(picture, 0, sizeof *picture);
  if (!libtiff_is_loaded(picture->message)) return PHOTO_UNSUPPORTED;
  reader reader = {.input = input, .picture = picture};
  TIFFOpenOptions *options = libtiff()->OpenOptionsAlloc();
  if (!options) return photo_fail(picture, PHOTO_NO_MEMORY, "no memory");
  libtiff()->OpenOptionsSetErrorHandlerExtR(options, note_error, &reader);
  libtiff()->OpenOptionsSetWarningHandlerExtR(options, ignore_warning, &reader);
  libtiff()->OpenOptionsSetMaxSingleMemAlloc(options, (tmsize_t)(request->byte_limit / 2));
  // Available since libtiff 4.7.
  if (libtiff()->OpenOptionsSetMaxCumulatedMemAlloc)
    libtiff()->OpenOptionsSetMaxCumulatedMemAlloc(options, (tmsize_t)request->byte_limit);
  // "m" disables memory mapping, so that bytes come from the reader.
  TIFF *tiff = libtiff()->ClientOpenExt("picture", "rm", &reader, read_bytes, write_nothing, seek, close_nothing,
                                 size_of, NULL, NULL, options);
  libtiff()->OpenOptionsFree(options);
  if (!tiff) return PHOTO_DAMAGED;
  photo_status status = decode(tiff, input->size, request, picture);
  if (status == PHOTO_OK && request->checks_all && !check_pages(tiff, &reader, request)) picture->is_truncated = true;
  libtiff()->Close(tiff);
  return status;
}
