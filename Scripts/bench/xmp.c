// Measures XMP parsing with and without the excerpt that photo_xmp_read creates; see `xmp`.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "xmp_outline.h"

// xmp.c is linked twice: once under these names, without creating excerpts.
bool read_whole(const photo_xmp_outline *outline, const uint8_t *bytes, size_t size, photo_xmp_values *found);

bool no_excerpt(const photo_xmp_outline *outline, const char *bytes, size_t size, char **excerpt, size_t *excerpt_size) {
  (void)outline, (void)bytes, (void)size, (void)excerpt_size;
  *excerpt = NULL;
  return false;
}

// The properties that photopick reads from most packets.
static const char *const NAMES[][2] = {
    {"http://purl.org/dc/elements/1.1/", "subject title description creator rights"},
    {"http://ns.adobe.com/xap/1.0/", "Rating Label CreateDate ModifyDate CreatorTool"},
    {"http://ns.adobe.com/photoshop/1.0/", "DateCreated City State Country SidecarForExtension"},
    {"http://ns.adobe.com/exif/1.0/", "DateTimeOriginal GPSLatitude GPSLongitude GPSAltitude"},
    {"http://ns.adobe.com/tiff/1.0/", "Orientation"},
    {"http://ns.google.com/photos/1.0/camera/", "MotionPhoto MicroVideo MicroVideoOffset BurstID"},
};

typedef struct {
  char *bytes;
  size_t size;
} packet;

static packet read_packet(const char *path) {
  packet found = {0};
  FILE *file = fopen(path, "rb");
  if (!file) return found;
  enum { LIMIT = 4 << 20 };
  char *bytes = malloc(LIMIT);
  size_t size = bytes ? fread(bytes, 1, LIMIT, file) : 0;
  fclose(file);
  static const char START[] = "<x:xmpmeta", END[] = "</x:xmpmeta>";
  char *start = size ? memmem(bytes, size, START, sizeof START - 1) : NULL;
  char *end = start ? memmem(start, size - (size_t)(start - bytes), END, sizeof END - 1) : NULL;
  if (end) {
    found.size = (size_t)(end - start) + sizeof END - 1;
    found.bytes = memcpy(malloc(found.size), start, found.size);
  }
  free(bytes);
  return found;
}

static double seconds(const photo_xmp_outline *outline, const packet *packets, size_t count, bool has_excerpt) {
  struct timespec start, end;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &start);
  for (size_t index = 0; index < count; index++) {
    photo_xmp_values values;
    const uint8_t *bytes = (const uint8_t *)packets[index].bytes;
    bool is_read = has_excerpt ? photo_xmp_read(outline, bytes, packets[index].size, &values)
                               : read_whole(outline, bytes, packets[index].size, &values);
    if (is_read) photo_xmp_free(&values);
  }
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
  return (double)(end.tv_sec - start.tv_sec) + (double)(end.tv_nsec - start.tv_nsec) / 1e9;
}

static int by_size(const void *left, const void *right) {
  double difference = *(const double *)left - *(const double *)right;
  return difference < 0 ? -1 : difference > 0;
}

int main(int argc, char **argv) {
  photo_xmp_outline *outline = photo_xmp_outline_open();
  packet *packets = calloc((size_t)argc, sizeof *packets);
  if (!outline || !packets) return 1;
  for (size_t index = 0; index < sizeof NAMES / sizeof *NAMES; index++) {
    char names[100], *rest = names;
    snprintf(names, sizeof names, "%s", NAMES[index][1]);
    for (char *name; (name = strsep(&rest, " "));)
      photo_xmp_outline_add(outline, PHOTO_XMP_TOP, NAMES[index][0], name);
  }
  size_t count = 0, size = 0;
  for (int index = 1; index < argc; index++) {
    packets[count] = read_packet(argv[index]);
    size += packets[count].size;
    if (packets[count].bytes) count++;
  }
  enum { ROUNDS = 41 };
  double ratios[ROUNDS], with[ROUNDS];
  for (int round = 0; round < ROUNDS && count > 0; round++) {
    with[round] = seconds(outline, packets, count, true);
    ratios[round] = seconds(outline, packets, count, false) / with[round];
  }
  if (count == 0) return 1;
  qsort(ratios, ROUNDS, sizeof *ratios, by_size);
  qsort(with, ROUNDS, sizeof *with, by_size);
  printf("%zu packets, %zu bytes: %.1f us each with the excerpt, %.2f times as long without it\n", count, size,
         with[ROUNDS / 2] / (double)count * 1e6, ratios[ROUNDS / 2]);
}
