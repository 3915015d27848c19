#include "file_digest.h"

#include <string.h>

static const uint32_t constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static uint32_t rotated(uint32_t value, int bits) { return value >> bits | value << (32 - bits); }

/// One block of 64 bytes (section 6.2.2).
static void take_block(uint32_t state[8], const unsigned char *block) {
  uint32_t words[64];
  for (int index = 0; index < 16; index++) {
    const unsigned char *byte = block + 4 * index;
    words[index] = (uint32_t)byte[0] << 24 | (uint32_t)byte[1] << 16 | (uint32_t)byte[2] << 8 | byte[3];
  }
  for (int index = 16; index < 64; index++) {
    uint32_t early = words[index - 15], late = words[index - 2];
    uint32_t first = rotated(early, 7) ^ rotated(early, 18) ^ early >> 3;
    uint32_t second = rotated(late, 17) ^ rotated(late, 19) ^ late >> 10;
    words[index] = words[index - 16] + first + words[index - 7] + second;
  }
  uint32_t a = state[0], b = state[1], c = state[2], d = state[3];
  uint32_t e = state[4], f = state[5], g = state[6], h = state[7];
  for (int index = 0; index < 64; index++) {
    uint32_t first = h + (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) + ((e & f) ^ (~e & g));
    first += constants[index] + words[index];
    uint32_t second = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    h = g, g = f, f = e, e = d + first, d = c, c = b, b = a, a = first + second;
  }
  state[0] += a, state[1] += b, state[2] += c, state[3] += d;
  state[4] += e, state[5] += f, state[6] += g, state[7] += h;
}

void file_digest_begin(file_digest *digest) {
  *digest = (file_digest){
      .state = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19}};
}

void file_digest_add(file_digest *digest, const void *bytes, size_t count) {
  const unsigned char *next = bytes;
  size_t kept = digest->count % sizeof digest->rest;
  digest->count += count;
  while (count > 0) {
    if (kept == 0 && count >= sizeof digest->rest) {
      take_block(digest->state, next);
      next += sizeof digest->rest, count -= sizeof digest->rest;
      continue;
    }
    size_t piece = sizeof digest->rest - kept < count ? sizeof digest->rest - kept : count;
    memcpy(digest->rest + kept, next, piece);
    kept += piece, next += piece, count -= piece;
    if (kept < sizeof digest->rest) return;
    take_block(digest->state, digest->rest);
    kept = 0;
  }
}

void file_digest_end(file_digest *digest, unsigned char value[FILE_DIGEST_SIZE]) {
  static const unsigned char padding[64] = {0x80};
  unsigned char length[8];
  for (int index = 0; index < 8; index++) length[index] = (unsigned char)(digest->count * 8 >> (56 - 8 * index));
  size_t kept = digest->count % 64;
  file_digest_add(digest, padding, kept < 56 ? 56 - kept : 120 - kept);
  file_digest_add(digest, length, sizeof length);
  for (int index = 0; index < FILE_DIGEST_SIZE; index++) {
    value[index] = (unsigned char)(digest->state[index / 4] >> (24 - index % 4 * 8));
  }
}
