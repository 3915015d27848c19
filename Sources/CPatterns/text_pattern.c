#include "text_pattern.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "library_load.h"
#include "pcre2_library.h"

enum {
  /// The maximum number of steps per match, about half a millisecond.
  STEPS = 100000,
  /// The maximum memory of a match in KiB.
  MEMORY = 8192
};

struct text_pattern {
  pcre2_code *code;
  pcre2_match_context *limits;
  /// A reusable buffer for match results; NULL while a thread uses it. Other threads then allocate another.
  _Atomic(pcre2_match_data *) spare;
};

static text_pattern *fail(text_pattern_mistake *mistake, size_t offset, const char *message) {
  mistake->offset = offset;
  snprintf(mistake->message, sizeof mistake->message, "%s", message);
  return NULL;
}

static text_pattern *fail_for_memory(text_pattern *pattern, text_pattern_mistake *mistake, size_t length) {
  text_pattern_free(pattern);
  return fail(mistake, length, "no memory left");
}

text_pattern *text_pattern_make(const uint8_t *text, size_t length, text_pattern_mistake *mistake) {
  char message[LIBRARY_MESSAGE_SIZE];
  if (!libpcre2_is_loaded(message)) return fail(mistake, length, message);
  if (length > TEXT_PATTERN_MAX_LENGTH) return fail(mistake, TEXT_PATTERN_MAX_LENGTH, "the pattern is too long");
  // File names may be invalid UTF-8. \C would match a part of a character.
  uint32_t options = PCRE2_UTF | PCRE2_UCP | PCRE2_MATCH_INVALID_UTF | PCRE2_NEVER_BACKSLASH_C;
  int error = 0;
  PCRE2_SIZE offset = 0;
  pcre2_code *code = libpcre2()->compile(text, length, options, &error, &offset, NULL);
  if (!code) {
    uint8_t reason[TEXT_PATTERN_MESSAGE_SIZE];
    libpcre2()->get_error_message(error, reason, sizeof reason);
    return fail(mistake, offset < length ? offset : length, (const char *)reason);
  }
  text_pattern *pattern = calloc(1, sizeof *pattern);
  if (!pattern) {
    libpcre2()->code_free(code);
    return fail_for_memory(NULL, mistake, length);
  }
  pattern->code = code;
  pattern->limits = libpcre2()->match_context_create(NULL);
  if (!pattern->limits) return fail_for_memory(pattern, mistake, length);
  libpcre2()->set_match_limit(pattern->limits, STEPS);
  libpcre2()->set_heap_limit(pattern->limits, MEMORY);
  // Where the system forbids executable memory, PCRE2 interprets patterns.
  libpcre2()->jit_compile(code, PCRE2_JIT_COMPLETE);
  return pattern;
}

void text_pattern_free(text_pattern *pattern) {
  if (!pattern) return;
  pcre2_match_data *spare = atomic_load(&pattern->spare);
  if (spare) libpcre2()->match_data_free(spare);
  if (pattern->limits) libpcre2()->match_context_free(pattern->limits);
  libpcre2()->code_free(pattern->code);
  free(pattern);
}

bool text_pattern_matches(const text_pattern *constant, const uint8_t *text, size_t length) {
  text_pattern *pattern = (text_pattern *)constant;
  pcre2_match_data *data = atomic_exchange(&pattern->spare, NULL);
  // The offset of the match isn't needed.
  if (!data) data = libpcre2()->match_data_create(1, NULL);
  if (!data) return false;
  if (!text) text = (const uint8_t *)"";
  int found = libpcre2()->match(pattern->code, text, length, 0, 0, data, pattern->limits);
  // The JIT stack is small; the interpreter uses the heap.
  if (found == PCRE2_ERROR_JIT_STACKLIMIT)
    found = libpcre2()->match(pattern->code, text, length, 0, PCRE2_NO_JIT, data, pattern->limits);
  data = atomic_exchange(&pattern->spare, data);
  if (data) libpcre2()->match_data_free(data);
  return found >= 0;
}
