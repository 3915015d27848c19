#ifndef PCRE2_LIBRARY_H
#define PCRE2_LIBRARY_H

#include "library_load.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

/// The required functions of libpcre2 and their symbols.
#define PCRE2_FUNCTIONS(X) \
  X(code_free, pcre2_code_free_8) \
  X(compile, pcre2_compile_8) \
  X(get_error_message, pcre2_get_error_message_8) \
  X(jit_compile, pcre2_jit_compile_8) \
  X(match, pcre2_match_8) \
  X(match_context_create, pcre2_match_context_create_8) \
  X(match_context_free, pcre2_match_context_free_8) \
  X(match_data_create, pcre2_match_data_create_8) \
  X(match_data_free, pcre2_match_data_free_8) \
  X(set_heap_limit, pcre2_set_heap_limit_8) \
  X(set_match_limit, pcre2_set_match_limit_8)

LIBRARY_DECLARE(pcre2, PCRE2_FUNCTIONS, LIBRARY_NONE)

#endif
