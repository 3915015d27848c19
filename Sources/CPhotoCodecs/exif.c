#include "photo_exif.h"

#include <stdlib.h>
#include <string.h>

#include <libexif/exif-data.h>

// libexif reads a block that begins with the six bytes of a JPEG segment, so they are put before it.
static const uint8_t NAME[6] = {'E', 'x', 'i', 'f', 0, 0};
enum { BLOCK_LIMIT = 65533 };

struct photo_exif {
  ExifData *data;
};

photo_exif *photo_exif_open(const uint8_t *bytes, size_t size, size_t hidden) {
  if (size < 8) return NULL;
  if (size > BLOCK_LIMIT - sizeof NAME) size = BLOCK_LIMIT - sizeof NAME;
  photo_exif *exif = calloc(1, sizeof *exif);
  uint8_t *block = malloc(sizeof NAME + size);
  ExifData *data = exif_data_new();
  if (!exif || !block || !data) {
    free(block);
    free(exif);
    if (data) exif_data_unref(data);
    return NULL;
  }
  memcpy(block, NAME, sizeof NAME);
  memcpy(block + sizeof NAME, bytes, size);
  // An entry of type 0 is passed over.
  if (hidden >= 8 && hidden < size && size - hidden >= 12) memset(block + sizeof NAME + hidden + 2, 0, 2);
  // Read what is there: nothing made up, nothing dropped.
  exif_data_unset_option(data, EXIF_DATA_OPTION_FOLLOW_SPECIFICATION);
  exif_data_unset_option(data, EXIF_DATA_OPTION_IGNORE_UNKNOWN_TAGS);
  exif_data_set_option(data, EXIF_DATA_OPTION_DONT_CHANGE_MAKER_NOTE);
  exif_data_load_data(data, block, (unsigned)(sizeof NAME + size));
  free(block);
  exif->data = data;
  return exif;
}

bool photo_exif_is_big_endian(const photo_exif *exif) {
  return exif_data_get_byte_order(exif->data) == EXIF_BYTE_ORDER_MOTOROLA;
}

bool photo_exif_find(const photo_exif *exif, int directory, uint16_t tag, photo_exif_value *value) {
  if (directory < 0 || directory >= EXIF_IFD_COUNT) return false;
  ExifEntry *entry = exif_content_get_entry(exif->data->ifd[directory], (ExifTag)tag);
  if (!entry || !entry->data || entry->size == 0) return false;
  *value = (photo_exif_value){
      .bytes = entry->data, .size = entry->size, .type = (uint16_t)entry->format, .count = (uint32_t)entry->components};
  return true;
}

void photo_exif_close(photo_exif *exif) {
  if (!exif) return;
  exif_data_unref(exif->data);
  free(exif);
}
