#ifndef TEXT_PATTERN_H
#define TEXT_PATTERN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A PCRE2 regular expression for UTF-8 strings. Thread-safe.
typedef struct text_pattern text_pattern;

enum {
  /// The maximum length of a pattern in bytes.
  TEXT_PATTERN_MAX_LENGTH = 4096,
  /// The size of a message including its NUL.
  TEXT_PATTERN_MESSAGE_SIZE = 256
};

/// A syntax error in a pattern.
typedef struct {
  size_t offset;                            ///< In bytes; equals the length for an unexpected end.
  char message[TEXT_PATTERN_MESSAGE_SIZE];
} text_pattern_mistake;

/// Compiles a UTF-8 pattern, Unicode-aware and case-sensitive.
///
/// Returns NULL and sets `mistake` if the pattern is invalid or too long, or if libpcre2 isn't installed.
text_pattern *text_pattern_make(const uint8_t *pattern, size_t length, text_pattern_mistake *mistake);

/// Frees a pattern; ignores NULL.
void text_pattern_free(text_pattern *pattern);

/// Returns `true` if any part of a string matches. Invalid UTF-8 matches nothing, and neither does a string that
/// requires more than a hundred thousand steps or 8 MiB. Doesn't allocate unless several threads use the pattern.
bool text_pattern_matches(const text_pattern *pattern, const uint8_t *text, size_t length);

#endif
