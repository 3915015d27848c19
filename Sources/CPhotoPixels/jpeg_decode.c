#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jerror.h>
#include <jpeglib.h>

#include "canvas.h"

enum { WINDOW = 64 * 1024, SCAN_LIMIT = 100, SCREEN_SIDE = 1500 };
static const uint64_t MARKER_LIMIT = 64 * 1024 * 1024;

typedef struct {
  struct jpeg_source_mgr base;
  const photo_input *input;
  uint64_t next;   ///< The file offset after the window.
  uint64_t limit;  ///< The end of the readable range.
  bool ended;      ///< Whether the file ended before the picture.
  uint8_t window[WINDOW];
} reader;

typedef struct {
  struct jpeg_error_mgr base;
  jmp_buf escape;
  bool is_broken;  ///< Whether coded data was missing or invalid and libjpeg continued without it.
} handler;

typedef struct {
  struct jpeg_decompress_struct jpeg;
  reader source;
  handler errors;
  canvas canvas;
  photo_picture *picture;
  const photo_request *request;
  photo_status status;
} session;

static void escape(j_common_ptr jpeg) { longjmp(((handler *)jpeg->err)->escape, 1); }

static void note_warning(j_common_ptr jpeg, int level) {
  handler *errors = (handler *)jpeg->err;
  if (level >= 0) return;
  switch (errors->base.msg_code) {
    case JWRN_HIT_MARKER:
    case JWRN_HUFF_BAD_CODE:
    case JWRN_MUST_RESYNC: errors->is_broken = true;
  }
}

static void do_nothing(j_decompress_ptr jpeg) { (void)jpeg; }

/// Refills the window. At the end of the file, inserts an end-of-image marker, so that the available part is decoded.
static boolean fill(j_decompress_ptr jpeg) {
  static const JOCTET end[] = {0xFF, JPEG_EOI};
  reader *source = (reader *)jpeg->src;
  size_t count = 0;
  if (source->next < source->limit)
    count = source->input->read(source->input->context, source->next, source->window, WINDOW);
  source->next += count;
  source->ended = source->ended || count == 0;
  source->base.next_input_byte = count > 0 ? source->window : end;
  source->base.bytes_in_buffer = count > 0 ? count : sizeof end;
  return TRUE;
}

static void skip(j_decompress_ptr jpeg, long count) {
  reader *source = (reader *)jpeg->src;
  if (count <= 0) return;
  if ((size_t)count <= source->base.bytes_in_buffer) {
    source->base.next_input_byte += count;
    source->base.bytes_in_buffer -= (size_t)count;
    return;
  }
  source->next += (uint64_t)count - source->base.bytes_in_buffer;
  source->base.bytes_in_buffer = 0;
}

static void set_up(session *self, const photo_input *input) {
  jpeg_create_decompress(&self->jpeg);
  reader *source = &self->source;
  source->input = input;
  source->limit = MARKER_LIMIT < input->size ? MARKER_LIMIT : input->size;
  source->base.init_source = do_nothing;
  source->base.fill_input_buffer = fill;
  source->base.skip_input_data = skip;
  source->base.resync_to_restart = jpeg_resync_to_restart;
  source->base.term_source = do_nothing;
  self->jpeg.src = &source->base;
  // libjpeg would move the rest to a temporary file.
  self->jpeg.mem->max_memory_to_use = (long)self->request->byte_limit;
}

/// Returns the smallest scale in eighths that leaves 3/2 of the requested size, or 8. With less reserve, the decoder's
/// scaling would produce noticeable artifacts. At the size of a monitor there is no memory for a reserve, and artifacts
/// are too small to notice.
static unsigned scale_eighths(const session *self) {
  uint32_t width, height;
  const photo_picture *picture = self->picture;
  photo_target_size(self->request, picture->full_width, picture->full_height, &width, &height);
  // The resampling filter needs more pixels than it produces, unless there are as many as on a screen.
  uint64_t wanted = width < SCREEN_SIDE && height < SCREEN_SIDE ? 12 : 8;
  for (unsigned eighths = 1; eighths < 8; eighths++) {
    if ((uint64_t)picture->full_width * eighths >= width * wanted &&
        (uint64_t)picture->full_height * eighths >= height * wanted)
      return eighths;
  }
  return 8;
}

/// Whether the decoder knows the means of all blocks except for the last bit: sufficient for one eighth of the size.
static bool means_are_known(const struct jpeg_decompress_struct *jpeg) {
  if (!jpeg->coef_bits) return false;
  for (int component = 0; component < jpeg->num_components; component++) {
    int missing = jpeg->coef_bits[component][0];
    if (missing < 0 || missing > 1) return false;
  }
  return true;
}

/// Reads the scans that the scale requires, then starts output.
static void start_scans(struct jpeg_decompress_struct *jpeg) {
  bool means_suffice = jpeg->progressive_mode && jpeg->scale_num == 1;
  jpeg->do_block_smoothing = !means_suffice;
  jpeg_start_decompress(jpeg);
  while (!jpeg_input_complete(jpeg) && jpeg->input_scan_number <= SCAN_LIMIT) {
    int event = jpeg_consume_input(jpeg);
    if (event == JPEG_SCAN_COMPLETED && means_suffice && means_are_known(jpeg)) break;
  }
  jpeg_start_output(jpeg, jpeg->input_scan_number);
}

static photo_status choose_colors(session *self) {
  struct jpeg_decompress_struct *jpeg = &self->jpeg;
  switch (jpeg->jpeg_color_space) {
    case JCS_GRAYSCALE:
    case JCS_YCbCr:
    case JCS_RGB: jpeg->out_color_space = JCS_EXT_RGBA; return PHOTO_OK;
    case JCS_CMYK:
    case JCS_YCCK:
      // Like all common decoders, treat the inks as inverted even without an Adobe marker.
      jpeg->out_color_space = JCS_CMYK;
      self->picture->is_cmyk = true;
      return PHOTO_OK;
    default: return photo_fail(self->picture, PHOTO_UNSUPPORTED, "JPEG with an unknown number of colours");
  }
}

static void copy_profile(session *self) {
  JOCTET *profile = NULL;
  unsigned size = 0;
  if (!self->request->wants_profile || !jpeg_read_icc_profile(&self->jpeg, &profile, &size)) return;
  self->picture->profile = profile;
  self->picture->profile_size = size;
}

/// Returns the rectangle to decode for the requested part, in output pixels: its rows, and additional columns on both
/// sides. Requires the output size.
static photo_rectangle part_window(const struct jpeg_decompress_struct *jpeg, const photo_request *request,
                                   const photo_picture *picture) {
  photo_rectangle window = {.width = jpeg->output_width, .height = jpeg->output_height};
  if (request->part.width == 0) return window;
  photo_rectangle part = photo_reduced_part(picture, request, jpeg->output_width, jpeg->output_height,
                                            8.0 / jpeg->scale_num);
  // libjpeg starts at columns of coded blocks. An additional block on each side makes chroma upsampling at the edges
  // match the entire picture.
  uint32_t block = (uint32_t)(jpeg->scale_num) * (uint32_t)jpeg->max_h_samp_factor;
  uint32_t left = part.x / block, end = part.x + part.width + block;
  window.x = left > 0 ? (left - 1) * block : 0;
  window.width = (end < jpeg->output_width ? end : jpeg->output_width) - window.x;
  window.y = part.y;
  window.height = part.height;
  return window;
}

/// Skips to the first row of the window, before any row is read. libjpeg calls the error handler as usual.
static void enter_window(struct jpeg_decompress_struct *jpeg, photo_rectangle window) {
  if (window.width < jpeg->output_width) {
    JDIMENSION x = window.x, width = window.width;
    jpeg_crop_scanline(jpeg, &x, &width);
    // The canvas has memory for this width only.
    if (x != window.x || width != window.width) ERREXIT(jpeg, JERR_WIDTH_OVERFLOW);
  }
  if (window.y > 0) jpeg_skip_scanlines(jpeg, window.y);
}

static void read_rows(session *self) {
  struct jpeg_decompress_struct *jpeg = &self->jpeg;
  while (jpeg->output_scanline < jpeg->output_height && !photo_canvas_is_full(&self->canvas)) {
    uint8_t *row = photo_canvas_row(&self->canvas);
    if (!row) return;
    jpeg_read_scanlines(jpeg, &row, 1);
    photo_canvas_commit(&self->canvas);
  }
}

static void decode(session *self, const photo_input *input) {
  struct jpeg_decompress_struct *jpeg = &self->jpeg;
  set_up(self, input);
  if (self->request->wants_profile) jpeg_save_markers(jpeg, JPEG_APP0 + 2, 0xFFFF);
  jpeg_read_header(jpeg, TRUE);
  self->source.limit = input->size;
  if ((self->status = photo_check_size(self->picture, self->request, jpeg->image_width, jpeg->image_height)))
    return;
  if ((self->status = choose_colors(self))) return;
  copy_profile(self);
  // Markers between scans are irrelevant and must not use memory.
  jpeg_save_markers(jpeg, JPEG_APP0 + 2, 0);
  jpeg->scale_num = scale_eighths(self);
  jpeg->scale_denom = 8;
  jpeg->do_fancy_upsampling = jpeg->scale_num == 8;
  jpeg->buffered_image = jpeg_has_multiple_scans(jpeg);
  jpeg_calc_output_dimensions(jpeg);
  uint64_t coefficients =
      jpeg->buffered_image ? (uint64_t)jpeg->image_width * jpeg->image_height * jpeg->num_components * 2 : 0;
  photo_rectangle window = part_window(jpeg, self->request, self->picture);
  self->status = photo_canvas_open_window(&self->canvas, self->picture, self->request, window,
                                          8.0 / jpeg->scale_num, coefficients);
  if (self->status) return;
  if (jpeg->buffered_image)
    start_scans(jpeg);
  else
    jpeg_start_decompress(jpeg);
  enter_window(jpeg, window);
  read_rows(self);
}

photo_status photo_decode_jpeg(const photo_input *input, const photo_request *request,
                               photo_picture *picture) {
  memset(picture, 0, sizeof *picture);
  session *self = calloc(1, sizeof *self);
  if (!self) return photo_fail(picture, PHOTO_NO_MEMORY, "no memory");
  self->picture = picture;
  self->request = request;
  self->jpeg.err = jpeg_std_error(&self->errors.base);
  self->errors.base.error_exit = escape;
  self->errors.base.emit_message = note_warning;
  if (setjmp(self->errors.escape) == 0) {
    decode(self, input);
  } else {
    self->errors.base.format_message((j_common_ptr)&self->jpeg, picture->message);
    if (self->canvas.row == 0) self->status = PHOTO_DAMAGED;
    picture->is_truncated = true;
  }
  picture->is_truncated = picture->is_truncated || self->source.ended || self->errors.is_broken;
  photo_status status = self->status;
  photo_canvas_close(&self->canvas);
  jpeg_destroy_decompress(&self->jpeg);
  free(self);
  return status;
}
