#include "StageOneFault.hpp"

#include <cstdint>

/// The length of the valid UTF-8 sequence that begins at `at`, or 0 (Unicode, table 3-7).
static size_t sequence_length(const unsigned char *at, size_t available) {
  unsigned char lead = at[0];
  if (lead < 0x80) return 1;
  size_t length = lead >= 0xC2 && lead <= 0xDF ? 2 : (lead & 0xF0) == 0xE0 ? 3 : lead >= 0xF0 && lead <= 0xF4 ? 4 : 0;
  if (length == 0 || length > available) return 0;
  unsigned char low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
  unsigned char high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
  if (at[1] < low || at[1] > high) return 0;
  for (size_t i = 2; i < length; i++) {
    if ((at[i] & 0xC0) != 0x80) return 0;
  }
  return length;
}

Fault stage_one_fault(const char *source, size_t length) {
  auto bytes = reinterpret_cast<const unsigned char *>(source);
  for (size_t at = 0; at < length;) {
    size_t step = sequence_length(bytes + at, length - at);
    if (step == 0) return {cs_status_invalid_utf8, at};
    at += step;
  }
  bool quoted = false;
  size_t opening = 0;
  for (size_t at = 0; at < length; at++) {
    if (bytes[at] == '"') {
      quoted = !quoted;
      opening = at;
    } else if (bytes[at] == '\\') {
      if (!quoted) return {cs_status_expected_value, at};
      at++;
    } else if (quoted && bytes[at] < 0x20) {
      return {cs_status_control_character, at};
    }
  }
  if (quoted) return {cs_status_unclosed_string, opening};
  return {cs_status_empty, 0};
}
