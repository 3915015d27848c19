#include <stdlib.h>
#include <string.h>

#include <gif_lib.h>

#include "canvas.h"
#include "photo_decode.h"

// giflib retains a description of each frame.
enum { RECORD_LIMIT = 10000, FRAME_LIMIT = 65536 };

typedef struct {
  const photo_input *input;
  uint64_t offset;
  GifFileType *gif;
  photo_picture *picture;
  const photo_request *request;
  int transparent;  ///< The index of the transparent color, or -1.
  int background;   ///< The index of the background color.
  int lines;        ///< The number of rows of the frame that were read.
} session;

static int read_bytes(GifFileType *gif, GifByteType *bytes, int size) {
  session *self = gif->UserData;
  size_t got = photo_read_at(self->input, self->offset, bytes, (size_t)size);
  self->offset += got;
  return (int)got;
}

static bool read_extension(session *self) {
  int code;
  GifByteType *block;
  if (DGifGetExtension(self->gif, &code, &block) == GIF_ERROR) return false;
  while (block) {
    GraphicsControlBlock control;
    if (code == GRAPHICS_EXT_FUNC_CODE && DGifExtensionToGCB(block[0], block + 1, &control) == GIF_OK)
      self->transparent = control.TransparentColor;
    if (DGifGetExtensionNext(self->gif, &block) == GIF_ERROR) return false;
  }
  return true;
}

/// Advances to the first frame.
static bool find_frame(session *self) {
  for (int records = 0; records < RECORD_LIMIT; records++) {
    GifRecordType type;
    if (DGifGetRecordType(self->gif, &type) == GIF_ERROR) return false;
    if (type == IMAGE_DESC_RECORD_TYPE) return DGifGetImageDesc(self->gif) == GIF_OK;
    if (type == TERMINATE_RECORD_TYPE) return false;
    if (type == EXTENSION_RECORD_TYPE && !read_extension(self)) return false;
  }
  return false;
}

/// Reads the next row of the frame. Missing pixels get the background index.
static void read_line(session *self, uint8_t *indices) {
  int width = self->gif->Image.Width;
  memset(indices, self->background, (size_t)width);
  self->lines++;
  if (!self->picture->is_truncated && DGifGetLine(self->gif, indices, width) == GIF_ERROR)
    self->picture->is_truncated = true;
}

/// Reads the rows of an interlaced frame, which are not in order.
static void read_interlaced(session *self, uint8_t *indices) {
  static const int starts[] = {0, 4, 2, 1}, steps[] = {8, 8, 4, 2};
  const GifImageDesc *frame = &self->gif->Image;
  for (int pass = 0; pass < 4; pass++)
    for (int row = starts[pass]; row < frame->Height; row += steps[pass])
      read_line(self, indices + (size_t)row * (size_t)frame->Width);
}

static void paint_row(const session *self, const ColorMapObject *colors, const uint8_t *indices,
                      uint8_t *row) {
  const GifImageDesc *frame = &self->gif->Image;
  for (int column = 0; column < frame->Width; column++) {
    int64_t x = (int64_t)frame->Left + column;
    int index = indices[column];
    if (x >= self->picture->full_width || index == self->transparent || index >= colors->ColorCount) continue;
    const GifColorType color = colors->Colors[index];
    uint8_t *pixel = row + x * 4;
    pixel[0] = color.Red;
    pixel[1] = color.Green;
    pixel[2] = color.Blue;
    pixel[3] = 255;
  }
}

/// Composites the frame onto the logical screen. `indices` is a buffer for one row, or for all rows of an interlaced
/// frame.
static void paint(session *self, const ColorMapObject *colors, uint8_t *indices, canvas *canvas) {
  const photo_picture *picture = self->picture;
  const GifImageDesc *frame = &self->gif->Image;
  if (frame->Interlace) read_interlaced(self, indices);
  for (uint32_t y = 0; y < picture->full_height; y++) {
    uint8_t *row = photo_canvas_row(canvas);
    memset(row, 0, (size_t)picture->full_width * 4);
    int64_t inside = (int64_t)y - frame->Top;
    if (inside >= 0 && inside < frame->Height) {
      if (!frame->Interlace) read_line(self, indices);
      paint_row(self, colors, frame->Interlace ? indices + (size_t)inside * (size_t)frame->Width : indices, row);
    }
    photo_canvas_commit(canvas);
  }
}

/// Reads rows of the current frame; beyond the limit of pixels, only its blocks. Returns whether no part is missing.
static bool check_rows(GifFileType *gif, int rows, uint64_t *checked) {
  int width = gif->Image.Width;
  bool is_read = true;
  if (width > 0 && rows > 0 && photo_checks_pixels(checked, (uint32_t)width, (uint32_t)rows)) {
    uint8_t *line = malloc((size_t)width);
    is_read = line;
    for (int row = 0; is_read && row < rows; row++) is_read = DGifGetLine(gif, line, width) == GIF_OK;
    free(line);
    return is_read;
  }
  GifByteType *block = NULL;
  do is_read = DGifGetCodeNext(gif, &block) == GIF_OK;
  while (is_read && block);
  return is_read;
}

/// Reads the rest of the first frame, which may extend beyond the screen, and all other frames up to the trailer.
/// Returns whether no part is missing.
static bool check_frames(session *self) {
  GifFileType *gif = self->gif;
  uint64_t checked = 0;
  int rest = gif->Image.Height - self->lines;
  if (self->picture->is_truncated || (rest > 0 && !check_rows(gif, rest, &checked))) return false;
  for (int frames = 1; frames < FRAME_LIMIT;) {
    GifRecordType type;
    if (DGifGetRecordType(gif, &type) == GIF_ERROR) return false;
    if (type == TERMINATE_RECORD_TYPE) return true;
    if (type == EXTENSION_RECORD_TYPE && !read_extension(self)) return false;
    if (type != IMAGE_DESC_RECORD_TYPE) continue;
    if (DGifGetImageDesc(gif) == GIF_ERROR || !check_rows(gif, gif->Image.Height, &checked)) return false;
    frames++;
  }
  return true;
}

static photo_status decode(session *self) {
  photo_picture *picture = self->picture;
  if (!find_frame(self)) return photo_fail(picture, PHOTO_DAMAGED, "no frame");
  const GifFileType *gif = self->gif;
  const GifImageDesc *frame = &gif->Image;
  if (frame->Width <= 0 || frame->Height <= 0)
    return photo_fail(picture, PHOTO_DAMAGED, "a frame without pixels");
  bool has_screen = gif->SWidth > 0 && gif->SHeight > 0;
  photo_status status =
      photo_check_size(picture, self->request, (uint32_t)(has_screen ? gif->SWidth : frame->Width),
                       (uint32_t)(has_screen ? gif->SHeight : frame->Height));
  if (status) return status;
  const ColorMapObject *colors = frame->ColorMap ? frame->ColorMap : gif->SColorMap;
  if (!colors) return photo_fail(picture, PHOTO_DAMAGED, "no colour table");
  self->background = (self->transparent >= 0 ? self->transparent : gif->SBackGroundColor) & 0xFF;
  bool covers = frame->Left == 0 && frame->Top == 0 && (uint32_t)frame->Width >= picture->full_width &&
                (uint32_t)frame->Height >= picture->full_height;
  picture->has_alpha = self->transparent >= 0 || !covers || colors->ColorCount < 256;
  uint64_t held = (uint64_t)frame->Width * (uint64_t)(frame->Interlace ? frame->Height : 1);
  canvas canvas;
  status = photo_canvas_open(&canvas, picture, self->request, picture->full_width, picture->full_height, 1, held);
  if (status) return status;
  uint8_t *indices = malloc((size_t)held);
  if (indices) {
    paint(self, colors, indices, &canvas);
    if (self->request->checks_all && !check_frames(self)) picture->is_truncated = true;
  } else {
    status = photo_fail(picture, PHOTO_NO_MEMORY, "no memory");
  }
  free(indices);
  photo_canvas_close(&canvas);
  return status;
}

photo_status photo_decode_gif(const photo_input *input, const photo_request *request,
                              photo_picture *picture) {
  memset(picture, 0, sizeof *picture);
  session self = {.input = input, .picture = picture, .request = request, .transparent = -1};
  int error = 0;
  self.gif = DGifOpen(&self, read_bytes, &error);
  if (!self.gif) return photo_fail(picture, PHOTO_DAMAGED, "no GIF header");
  photo_status status = decode(&self);
  DGifCloseFile(self.gif, &error);
  return status;
}
