#ifndef TEXT_PATTERN_H
#define TEXT_PATTERN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A regular expression of PCRE2 for texts in UTF-8. It may be used by several threads at the same time.
typedef struct text_pattern text_pattern;

enum {
  /// The longest pattern in bytes.
  TEXT_PATTERN_MAX_LENGTH = 4096,
  /// The longest message with its NUL.
  TEXT_PATTERN_MESSAGE_SIZE = 256
};

/// Where a pattern cannot be read, and why.
typedef struct {
  size_t offset;                            ///< In bytes from its start; its length if no byte of it is the reason.
  char message[TEXT_PATTERN_MESSAGE_SIZE];  ///< In a few words.
} text_pattern_mistake;

/// Reads a pattern in UTF-8, in which letters and digits are those of Unicode and capitals differ from small letters.
///
/// Returns NULL if it is none, is longer than TEXT_PATTERN_MAX_LENGTH, or libpcre2 is not installed; `mistake` then
/// says so.
text_pattern *text_pattern_make(const uint8_t *pattern, size_t length, text_pattern_mistake *mistake);

/// Frees a pattern; NULL is none.
void text_pattern_free(text_pattern *pattern);

/// Whether a part of a text matches, whose bytes need not be UTF-8: those that are not match nothing. False if to find out
/// would take more than a hundred thousand steps or 8 MiB. Allocates nothing as long as one thread uses the pattern.
bool text_pattern_matches(const text_pattern *pattern, const uint8_t *text, size_t length);

#endif
