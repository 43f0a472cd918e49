#include "Token.hpp"

#include <cstring>

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static const char *skip_digits(const char *at, const char *end) {
  while (at < end && is_digit(*at)) at++;
  return at;
}

bool is_number(const char *start, const char *end) {
  const char *at = start;
  if (at < end && *at == '-') at++;
  const char *digits = at;
  at = skip_digits(at, end);
  if (at == digits || (*digits == '0' && at - digits > 1)) return false;
  if (at < end && *at == '.') {
    digits = ++at;
    at = skip_digits(at, end);
    if (at == digits) return false;
  }
  if (at < end && (*at == 'e' || *at == 'E')) {
    at++;
    if (at < end && (*at == '+' || *at == '-')) at++;
    digits = at;
    at = skip_digits(at, end);
    if (at == digits) return false;
  }
  return at == end;
}

/// The value of four hexadecimal digits, or -1.
static int32_t code_unit(const char *start, const char *end) {
  if (end - start < 4) return -1;
  int32_t value = 0;
  for (int i = 0; i < 4; i++) {
    char c = start[i];
    int digit = is_digit(c) ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
    if (digit < 0) return -1;
    value = value << 4 | digit;
  }
  return value;
}

static char *write_scalar(uint32_t scalar, char *target) {
  if (scalar < 0x80) {
    *target++ = char(scalar);
    return target;
  }
  if (scalar < 0x800) {
    *target++ = char(0xC0 | scalar >> 6);
  } else {
    if (scalar < 0x10000) {
      *target++ = char(0xE0 | scalar >> 12);
    } else {
      *target++ = char(0xF0 | scalar >> 18);
      *target++ = char(0x80 | (scalar >> 12 & 0x3F));
    }
    *target++ = char(0x80 | (scalar >> 6 & 0x3F));
  }
  *target++ = char(0x80 | (scalar & 0x3F));
  return target;
}

/// The character that a one-letter escape stands for, or 0.
static char simple_escape(char letter) {
  switch (letter) {
  case '"': case '\\': case '/': return letter;
  case 'b': return '\b';
  case 'f': return '\f';
  case 'n': return '\n';
  case 'r': return '\r';
  case 't': return '\t';
  default: return 0;
  }
}

Unescaped unescape(const char *start, const char *end, char *target) {
  char *out = target;
  const char *at = start;
  while (at < end) {
    auto backslash = static_cast<const char *>(memchr(at, '\\', size_t(end - at)));
    const char *plain = backslash ? backslash : end;
    memcpy(out, at, size_t(plain - at));
    out += plain - at;
    if (!backslash) break;
    at = backslash + 1;
    if (at == end) return {cs_status_invalid_escape, 0, backslash};
    if (char c = simple_escape(*at)) {
      *out++ = c;
      at++;
      continue;
    }
    int32_t unit = *at == 'u' ? code_unit(at + 1, end) : -1;
    if (unit < 0) return {cs_status_invalid_escape, 0, backslash};
    at += 5;
    uint32_t scalar = uint32_t(unit);
    if (unit >= 0xD800 && unit <= 0xDFFF) {
      bool pair = unit < 0xDC00 && end - at >= 6 && at[0] == '\\' && at[1] == 'u';
      int32_t low = pair ? code_unit(at + 2, end) : -1;
      if (low < 0xDC00 || low > 0xDFFF) return {cs_status_lone_surrogate, 0, backslash};
      scalar = 0x10000 + (uint32_t(unit - 0xD800) << 10 | uint32_t(low - 0xDC00));
      at += 6;
    }
    out = write_scalar(scalar, out);
  }
  return {cs_status_ok, uint32_t(out - target), nullptr};
}
