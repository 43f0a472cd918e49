#include "TreeBuilder.hpp"

#include <cstring>

#include "Token.hpp"

static bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

cs_tree TreeBuilder::build(
    const char *text, size_t text_length, const uint32_t *offsets, size_t offset_count, uint32_t max_depth) {
  source = text;
  length = uint32_t(text_length);
  next = offsets;
  last = offsets + offset_count;
  depth = max_depth;
  count = 0;
  status = cs_status_ok;
  fault = 0;
  frames.clear();
  find_backslash(0);
  // Commas, colons and brackets that close have no nodes, so only half of the tokens have, and the containers that are
  // open at a fault.
  if (!nodes.reserve((offset_count + std::min<size_t>(depth, offset_count)) / 2 + 2)) {
    fail(cs_status_out_of_memory, 0);
  } else {
    bool done = false;
    while (!done) {
      size_t outer = frames.size();
      if (!value() || !after_value(frames.size() > outer, done)) break;
    }
    if (done && next < last) fail(cs_status_trailing_text, offset());
  }
  return {nodes.elements.get(), strings.elements.get(), count, status, fault, uint32_t(frames.size())};
}

bool TreeBuilder::fail(cs_status why, size_t offset) {
  status = why;
  fault = uint32_t(offset);
  return false;
}

uint32_t TreeBuilder::token_end() const {
  uint32_t end = next + 1 < last ? next[1] : length;
  while (is_space(source[end - 1])) end--;
  return end;
}

bool TreeBuilder::value() {
  switch (peek()) {
  case '{': return container(false);
  case '[': return container(true);
  case '"': return string();
  case 't': case 'f': case 'n': {
    uint32_t start = *next, end = token_end();
    auto is = [&](const char *word) { return end - start == strlen(word) && !memcmp(source + start, word, end - start); };
    cs_kind kind = is("true") ? cs_kind_true : is("false") ? cs_kind_false : cs_kind_null;
    return scalar(kind, kind != cs_kind_null || is("null"), cs_status_invalid_literal);
  }
  case '-': case '0': case '1': case '2': case '3': case '4': case '5': case '6': case '7': case '8': case '9':
    return scalar(
        cs_kind_number, is_number(source + *next, source + token_end()), cs_status_invalid_number);
  default:
    return fail(cs_status_expected_value, offset());
  }
}

bool TreeBuilder::scalar(cs_kind kind, bool valid, cs_status why) {
  if (!valid) return fail(why, *next);
  nodes.elements[count++] = {*next, token_end(), 0, uint8_t(kind), 0, 0};
  next++;
  return true;
}

void TreeBuilder::find_backslash(uint32_t from) {
  auto found = static_cast<const char *>(memchr(source + from, '\\', length - from));
  backslash = found ? uint32_t(found - source) : UINT32_MAX;
}

bool TreeBuilder::string() {
  uint32_t start = *next, end = token_end();
  const char *text = source + start + 1, *quote = source + end - 1;
  cs_node node = {start, end, end - start - 2, uint8_t(cs_kind_string), 0, 0};
  if (backslash < start) find_backslash(start);
  if (backslash < end) {
    if (!strings.reserve(length + CS_PADDING)) return fail(cs_status_out_of_memory, start);
    Unescaped result = unescape(text, quote, strings.elements.get() + start + 1);
    if (result.status != cs_status_ok) return fail(result.status, size_t(result.fault - source));
    node.extent = result.length;
    node.escaped = 1;
  }
  nodes.elements[count++] = node;
  next++;
  return true;
}

bool TreeBuilder::container(bool is_array) {
  if (frames.size() >= depth) return fail(cs_status_too_deep, *next);
  frames.push_back({count, 0, 0, is_array});
  nodes.elements[count++] = {*next, 0, 0, uint8_t(is_array ? cs_kind_array : cs_kind_object), 0, 0};
  next++;
  return true;
}

/// Goes on behind a value, or behind the opening of a container (`opened`), to where the next value begins.
bool TreeBuilder::after_value(bool opened, bool &done) {
  while (true) {
    if (frames.empty()) {
      done = true;
      return true;
    }
    Frame &frame = frames.back();
    char c = peek();
    if (c == (frame.is_array ? ']' : '}')) {
      if (!close()) return false;
      opened = false;
      continue;
    }
    if (!opened) {
      if (c != ',') return fail(cs_status_expected_separator, offset());
      next++;
      frame.position++;
    }
    return frame.is_array || member();
  }
}

/// Reads a name and its colon.
bool TreeBuilder::member() {
  if (peek() != '"') return fail(cs_status_expected_name, offset());
  frames.back().name = count;
  if (!string()) return false;
  if (peek() != ':') return fail(cs_status_expected_colon, offset());
  next++;
  return true;
}

Name TreeBuilder::name(const cs_node &node) const {
  const char *base = node.escaped ? strings.elements.get() : source;
  return {base + node.start + 1, node.extent, node.start};
}

bool TreeBuilder::close() {
  Frame frame = frames.back();
  cs_node &node = nodes.elements[frame.node];
  node.end = *next + 1;
  node.extent = count - frame.node;
  if (!frame.is_array && frame.position > 0) {
    names.clear();
    for (uint32_t at = frame.node + 1; at < count;) {
      names.push_back(name(nodes.elements[at]));
      const cs_node &value = nodes.elements[at + 1];
      at += 1 + (value.kind >= cs_kind_array ? value.extent : 1);
    }
    int64_t duplicate = first_duplicate(names);
    if (duplicate >= 0) {
      // The place is the name that stands twice, not the one that was read last.
      uint32_t at = frame.node + 1;
      while (nodes.elements[at].start != uint32_t(duplicate)) at++;
      frames.back().name = at;
      return fail(cs_status_duplicate_name, size_t(duplicate));
    }
  }
  next++;
  frames.pop_back();
  return true;
}
