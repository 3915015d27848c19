/* Writes COUNT JPEGs of 480 x 360 into FOLDER, 500 to a folder: smooth random scenes, each different from the others.
 * cc -O2 scenes.c -o scenes -ljpeg; scenes FOLDER COUNT */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <jpeglib.h>

enum { WIDTH = 480, HEIGHT = 360, COLUMNS = 9, ROWS = 7 };

static uint64_t state;

/* SplitMix64 (Steele, Lea and Flood 2014). */
static uint8_t next_random(void) {
  uint64_t z = (state += 0x9e3779b97f4a7c15u);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return (uint8_t)((z ^ (z >> 31)) >> 56);
}

static void write_scene(const char *path) {
  FILE *file = fopen(path, "wb");
  if (!file) exit((perror(path), 1));
  static uint8_t grid[ROWS + 1][COLUMNS + 1][3], row[WIDTH * 3];
  for (size_t i = 0; i < sizeof grid; i++) ((uint8_t *)grid)[i] = next_random();
  struct jpeg_compress_struct jpeg;
  struct jpeg_error_mgr errors;
  jpeg.err = jpeg_std_error(&errors);
  jpeg_create_compress(&jpeg);
  jpeg_stdio_dest(&jpeg, file);
  jpeg.image_width = WIDTH, jpeg.image_height = HEIGHT, jpeg.input_components = 3, jpeg.in_color_space = JCS_RGB;
  jpeg_set_defaults(&jpeg);
  jpeg_set_quality(&jpeg, 80, TRUE);
  jpeg_start_compress(&jpeg, TRUE);
  for (int y = 0; y < HEIGHT; y++) {
    double v = (double)y * ROWS / HEIGHT, dv = v - (int)v;
    for (int x = 0; x < WIDTH; x++) {
      double u = (double)x * COLUMNS / WIDTH, du = u - (int)u;
      for (int c = 0; c < 3; c++) {
        const uint8_t(*upper)[3] = &grid[(int)v][(int)u], (*lower)[3] = &grid[(int)v + 1][(int)u];
        row[3 * x + c] = (uint8_t)((upper[0][c] * (1 - du) + upper[1][c] * du) * (1 - dv) +
                                   (lower[0][c] * (1 - du) + lower[1][c] * du) * dv);
      }
    }
    jpeg_write_scanlines(&jpeg, (JSAMPROW[]){row}, 1);
  }
  jpeg_finish_compress(&jpeg);
  jpeg_destroy_compress(&jpeg);
  fclose(file);
}

int main(int argc, char **argv) {
  if (argc != 3) return 2;
  char path[4096];
  mkdir(argv[1], 0755);
  for (long number = 0; number < atol(argv[2]); number++) {
    snprintf(path, sizeof path, "%s/%04ld", argv[1], number / 500);
    if (number % 500 == 0) mkdir(path, 0755);
    snprintf(path, sizeof path, "%s/%04ld/IMG_%06ld.JPG", argv[1], number / 500, number);
    state = (uint64_t)number << 32;
    write_scene(path);
  }
  return 0;
}
