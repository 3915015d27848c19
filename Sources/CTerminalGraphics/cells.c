#include "photo_cells.h"

#include <chafa.h>

enum { SIDE_LIMIT = 32767, CELL_LIMIT = 256, SIXEL_BAND = 6 };

static bool is_within(uint32_t value, uint32_t limit) { return value >= 1 && value <= limit; }

static ChafaCanvasMode canvas_mode(const photo_cells_request *request) {
  // Sixels have a palette for each picture.
  if (request->as_sixels) return CHAFA_CANVAS_MODE_TRUECOLOR;
  switch (request->colors) {
    case PHOTO_CELLS_TRUE_COLOR: return CHAFA_CANVAS_MODE_TRUECOLOR;
    // Users can change the first 16 of the 256 palette entries.
    case PHOTO_CELLS_256: return CHAFA_CANVAS_MODE_INDEXED_240;
    case PHOTO_CELLS_16: return CHAFA_CANVAS_MODE_INDEXED_16;
    case PHOTO_CELLS_MONOCHROME: break;
  }
  return CHAFA_CANVAS_MODE_FGBG;
}

static ChafaCanvasConfig *make_config(const photo_cells_request *request) {
  ChafaCanvasConfig *config = chafa_canvas_config_new();
  chafa_canvas_config_set_geometry(config, (int)request->columns, (int)request->rows);
  chafa_canvas_config_set_canvas_mode(config, canvas_mode(request));
  if (request->as_sixels) {
    chafa_canvas_config_set_pixel_mode(config, CHAFA_PIXEL_MODE_SIXELS);
    chafa_canvas_config_set_cell_geometry(config, (int)request->cell_width, (int)request->cell_height);
    return config;
  }
  ChafaSymbolMap *symbols = chafa_symbol_map_new();
  chafa_symbol_map_add_by_tags(symbols, CHAFA_SYMBOL_TAG_SPACE | CHAFA_SYMBOL_TAG_SOLID |
                                            CHAFA_SYMBOL_TAG_HALF | CHAFA_SYMBOL_TAG_QUAD |
                                            CHAFA_SYMBOL_TAG_BLOCK);
  chafa_canvas_config_set_symbol_map(config, symbols);
  chafa_symbol_map_unref(symbols);
  chafa_canvas_config_set_pixel_mode(config, CHAFA_PIXEL_MODE_SYMBOLS);
  // Not all terminals support REP, which repeats a cell.
  chafa_canvas_config_set_optimizations(config, CHAFA_OPTIMIZATION_REUSE_ATTRIBUTES);
  if (request->colors != PHOTO_CELLS_TRUE_COLOR)
    chafa_canvas_config_set_dither_mode(config, CHAFA_DITHER_MODE_ORDERED);
  return config;
}

bool photo_cells_draw(const photo_cells_request *request, photo_cells *drawing) {
  drawing->bytes = NULL;
  drawing->size = 0;
  if (!request->pixels || !is_within(request->width, SIDE_LIMIT) || !is_within(request->height, SIDE_LIMIT) ||
      !is_within(request->columns, PHOTO_CELLS_LIMIT) || !is_within(request->rows, PHOTO_CELLS_LIMIT))
    return false;
  if (request->as_sixels &&
      (!is_within(request->cell_width, CELL_LIMIT) || !is_within(request->cell_height, CELL_LIMIT) ||
       // libchafa divides by the number of bands that fit.
       request->rows * request->cell_height < SIXEL_BAND))
    return false;
  ChafaCanvasConfig *config = make_config(request);
  ChafaCanvas *canvas = chafa_canvas_new(config);
  chafa_canvas_draw_all_pixels(canvas, CHAFA_PIXEL_RGBA8_PREMULTIPLIED, request->pixels, (int)request->width,
                               (int)request->height, (int)(request->width * 4));
  ChafaTermDb *terminals = chafa_term_db_new();
  ChafaTermInfo *terminal = chafa_term_db_get_fallback_info(terminals);
  GString *text = chafa_canvas_print(canvas, terminal);
  drawing->size = text->len;
  drawing->bytes = (uint8_t *)g_string_free(text, FALSE);
  chafa_term_info_unref(terminal);
  chafa_term_db_unref(terminals);
  chafa_canvas_unref(canvas);
  chafa_canvas_config_unref(config);
  return true;
}

void photo_cells_free(photo_cells *drawing) {
  g_free(drawing->bytes);
  drawing->bytes = NULL;
  drawing->size = 0;
}
