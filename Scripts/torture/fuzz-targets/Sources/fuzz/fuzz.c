#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int photo_fuzz_choose(const char *name);
void photo_fuzz(const uint8_t *bytes, ptrdiff_t count);

/// Called by libFuzzer once. An environment variable selects the target, so that one executable contains all targets.
int LLVMFuzzerInitialize(int *count, char ***arguments) {
  (void)count, (void)arguments;
  const char *name = getenv("FUZZ_TARGET");
  if (name && photo_fuzz_choose(name) == 0) return 0;
  fprintf(stderr, "FUZZ_TARGET names no target\n");
  exit(2);
}

/// Called by libFuzzer with each input.
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count) {
  photo_fuzz(bytes, (ptrdiff_t)count);
  return 0;
}
