#ifndef TOKEN_HPP
#define TOKEN_HPP

#include <cstddef>
#include <cstdint>

#include "CSimdjson.h"

/// Whether the bytes are one number of the JSON grammar (RFC 8259 §6), of any size.
bool is_number(const char *start, const char *end);

/// What unescaping gave: the length of the text, or the place of the fault.
struct Unescaped {
  cs_status status;
  /// Bytes written.
  uint32_t length;
  /// Where the offending escape begins.
  const char *fault;
};

/// Writes the text between the quotes of a string to `target`, which has room for as many bytes. Surrogates must
/// come as a pair, so that the text is always valid UTF-8.
Unescaped unescape(const char *start, const char *end, char *target);

#endif
