#ifndef CSIMDJSON_H
#define CSIMDJSON_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

// JSON text in, a flat array of nodes out.
//
// simdjson finds the structure of the text and checks its UTF-8 (its first stage, which chooses the fastest code
// for the machine at run time). Everything above that is checked here, because the grammar served by celld is
// stricter about names and surrogates than simdjson, and laxer about numbers: a number is any token of the JSON
// grammar, however large, and keeps its digits. simdjson's C++ cannot be called from Swift, hence this shim.

#ifdef __cplusplus
extern "C" {
#endif

/// Bytes that must be readable, with any content, behind the last byte of a source.
#define CS_PADDING 64

/// What a node is. A member of an object is two nodes: its name (a string), then its value.
enum __attribute__((enum_extensibility(closed))) cs_kind {
  cs_kind_null,
  cs_kind_false,
  cs_kind_true,
  cs_kind_number,
  cs_kind_string,
  cs_kind_array,
  cs_kind_object,
};

/// One value, in document order. Offsets are in bytes.
typedef struct cs_node {
  /// Where the value begins in the source: a string's at its opening quote.
  uint32_t start;
  /// Where it ends: the offset behind its last byte.
  uint32_t end;
  /// Containers: the number of nodes of the subtree, itself included. Strings: the length in bytes once unescaped.
  uint32_t extent;
  /// A `cs_kind`.
  uint8_t kind;
  /// Strings: 1 if there are escapes, so that the text is not in the source but at `cs_tree.strings + start + 1`.
  uint8_t escaped;
  uint16_t unused;
} cs_node;

/// Why a text was refused.
enum __attribute__((enum_extensibility(closed))) cs_status {
  cs_status_ok,
  cs_status_empty,
  cs_status_invalid_utf8,
  cs_status_control_character,
  cs_status_unclosed_string,
  cs_status_invalid_escape,
  cs_status_lone_surrogate,
  cs_status_invalid_number,
  cs_status_invalid_literal,
  cs_status_expected_value,
  cs_status_expected_name,
  cs_status_expected_colon,
  cs_status_expected_separator,
  cs_status_trailing_text,
  cs_status_duplicate_name,
  cs_status_too_deep,
  cs_status_too_long,
  cs_status_out_of_memory,
};

/// What a parse gave. The pointers stay valid until the parser's next parse or destruction.
typedef struct cs_tree {
  const cs_node *nodes;
  /// Unescaped text of strings that have escapes; see `cs_node.escaped`. May be null.
  const char *strings;
  uint32_t count;
  enum cs_status status;
  /// Where the fault is, in bytes from the beginning of the source.
  uint32_t fault;
  /// Containers open at the fault, outermost first: `cs_parser_open`.
  uint32_t open;
} cs_tree;

/// A container that was open at the fault of a refused text.
typedef struct cs_open {
  /// Elements or members before the one with the fault.
  uint32_t position;
  /// The node of the last name read, or 0: an array, or an object without a name so far.
  uint32_t name;
  /// Whether it is an array.
  uint8_t is_array;
} cs_open;

typedef struct cs_parser cs_parser;

/// A parser without buffers yet; null when there is no memory. One thread at a time may use it.
cs_parser *cs_parser_create(void);
void cs_parser_free(cs_parser *parser);

/// Reads one JSON value. `source` has `length` bytes and CS_PADDING readable ones behind them; it must outlive the
/// tree. `depth` is the number of containers that may stand inside each other.
cs_tree cs_parse(cs_parser *parser, const char *source, size_t length, uint32_t depth);

/// The container at `level`, below the `open` of a refused text.
cs_open cs_parser_open(const cs_parser *parser, uint32_t level);

/// Sixteen and eight bytes that are compared at once. Swift's own vectors compare them one after the other.
typedef uint8_t cs_block __attribute__((vector_size(16)));
typedef uint8_t cs_half __attribute__((vector_size(8)));

/// All bits of each byte that a JSON string must escape: `"`, `\\` and control characters. The first byte is the lowest.
static inline uint64_t cs_escapes(uint64_t word) {
  cs_half bytes;
  memcpy(&bytes, &word, sizeof bytes);
  cs_half found = (cs_half)(bytes < 0x20) | (cs_half)(bytes == '"') | (cs_half)(bytes == '\\');
  uint64_t mask;
  memcpy(&mask, &found, sizeof mask);
  return mask;
}

/// The number of bytes before the first one that a JSON string must escape; `length` if there is none.
static inline size_t cs_plain_length(const char *text, size_t length) {
  size_t at = 0;
  for (; at + 16 <= length; at += 16) {
    cs_block bytes;
    memcpy(&bytes, text + at, sizeof bytes);
    cs_block found = (cs_block)(bytes < 0x20) | (cs_block)(bytes == '"') | (cs_block)(bytes == '\\');
    uint64_t halves[2];
    memcpy(halves, &found, sizeof halves);
    if (halves[0] | halves[1]) {
      return at + (halves[0] ? 0 : 8) + (size_t)__builtin_ctzll(halves[0] ? halves[0] : halves[1]) / 8;
    }
  }
  // The last bytes are read together with some before them.
  size_t rest = length - at;
  if (rest == 0) return length;
  uint64_t word;
  if (length >= 8) {
    if (rest > 8) {
      memcpy(&word, text + at, sizeof word);
      uint64_t found = cs_escapes(word);
      if (found) return at + (size_t)__builtin_ctzll(found) / 8;
    }
    memcpy(&word, text + length - 8, sizeof word);
    uint64_t found = cs_escapes(word);
    return found ? length - 8 + (size_t)__builtin_ctzll(found) / 8 : length;
  }
  for (; at < length; at++) {
    unsigned char byte = (unsigned char)text[at];
    if (byte < 0x20 || byte == '"' || byte == '\\') break;
  }
  return at;
}

#ifdef __cplusplus
}
#endif

#endif
