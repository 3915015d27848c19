#include "file_checksum.h"

#include <string.h>

static const uint64_t prime1 = 0x9E3779B185EBCA87ULL;
static const uint64_t prime2 = 0xC2B2AE3D27D4EB4FULL;
static const uint64_t prime3 = 0x165667B19E3779F9ULL;
static const uint64_t prime4 = 0x85EBCA77C2B2AE63ULL;
static const uint64_t prime5 = 0x27D4EB2F165667C5ULL;

static uint64_t rotate(uint64_t value, int bits) { return value << bits | value >> (64 - bits); }

static uint64_t read64(const unsigned char *bytes) {
  uint64_t value;
  memcpy(&value, bytes, sizeof value);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  value = __builtin_bswap64(value);
#endif
  return value;
}

static uint64_t read32(const unsigned char *bytes) {
  uint32_t value;
  memcpy(&value, bytes, sizeof value);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  value = __builtin_bswap32(value);
#endif
  return value;
}

static uint64_t round_of(uint64_t lane, uint64_t input) { return rotate(lane + input * prime2, 31) * prime1; }

static uint64_t merge(uint64_t value, uint64_t lane) {
  return (value ^ round_of(0, lane)) * prime1 + prime4;
}

static void add_stripes(file_checksum *checksum, const unsigned char *bytes, size_t count) {
  uint64_t a = checksum->lanes[0], b = checksum->lanes[1], c = checksum->lanes[2], d = checksum->lanes[3];
  for (size_t index = 0; index < count; index += 32) {
    a = round_of(a, read64(bytes + index));
    b = round_of(b, read64(bytes + index + 8));
    c = round_of(c, read64(bytes + index + 16));
    d = round_of(d, read64(bytes + index + 24));
  }
  checksum->lanes[0] = a;
  checksum->lanes[1] = b;
  checksum->lanes[2] = c;
  checksum->lanes[3] = d;
}

void file_checksum_begin(file_checksum *checksum) {
  memset(checksum, 0, sizeof *checksum);
  checksum->lanes[0] = prime1 + prime2;
  checksum->lanes[1] = prime2;
  checksum->lanes[3] = 0 - prime1;
}

void file_checksum_add(file_checksum *checksum, const void *bytes, size_t count) {
  const unsigned char *next = bytes;
  checksum->count += count;
  if (checksum->rest_count > 0) {
    size_t taken = 32 - checksum->rest_count;
    if (taken > count) taken = count;
    memcpy(checksum->rest + checksum->rest_count, next, taken);
    checksum->rest_count += taken;
    next += taken;
    count -= taken;
    if (checksum->rest_count < 32) return;
    add_stripes(checksum, checksum->rest, 32);
    checksum->rest_count = 0;
  }
  size_t whole = count / 32 * 32;
  add_stripes(checksum, next, whole);
  if (count > whole) memcpy(checksum->rest, next + whole, count - whole);
  checksum->rest_count = count - whole;
}

uint64_t file_checksum_value(const file_checksum *checksum) {
  const uint64_t *lanes = checksum->lanes;
  uint64_t value = prime5;
  if (checksum->count >= 32) {
    value = rotate(lanes[0], 1) + rotate(lanes[1], 7) + rotate(lanes[2], 12) + rotate(lanes[3], 18);
    for (int lane = 0; lane < 4; lane++) value = merge(value, lanes[lane]);
  }
  value += checksum->count;
  const unsigned char *next = checksum->rest;
  size_t left = checksum->rest_count;
  for (; left >= 8; next += 8, left -= 8) {
    value = rotate(value ^ round_of(0, read64(next)), 27) * prime1 + prime4;
  }
  if (left >= 4) {
    value = rotate(value ^ read32(next) * prime1, 23) * prime2 + prime3;
    next += 4;
    left -= 4;
  }
  for (; left > 0; next++, left--) value = rotate(value ^ *next * prime5, 11) * prime1;
  value = (value ^ value >> 33) * prime2;
  value = (value ^ value >> 29) * prime3;
  return value ^ value >> 32;
}
