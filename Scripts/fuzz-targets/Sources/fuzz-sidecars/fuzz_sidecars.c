#include <stddef.h>
#include <stdint.h>

void photo_fuzz_sidecars(const uint8_t *bytes, ptrdiff_t count);

/// Called by libFuzzer.
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count) {
  photo_fuzz_sidecars(bytes, (ptrdiff_t)count);
  return 0;
}
