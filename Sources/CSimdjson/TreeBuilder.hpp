#ifndef TREE_BUILDER_HPP
#define TREE_BUILDER_HPP

#include <algorithm>
#include <memory>
#include <new>
#include <vector>

#include "CSimdjson.h"
#include "DuplicateName.hpp"

/// An array or object that is not closed yet.
struct Frame {
  uint32_t node;
  /// Elements or members begun before the present one.
  uint32_t position;
  /// The node of the last name read, or 0.
  uint32_t name;
  bool is_array;
};

/// Asks the kernel for large pages if the memory has room for some. With small ones, the nodes of a text of 12 MiB take
/// thousands of page faults.
void use_large_pages(void *memory, size_t size);

/// Memory that keeps its size between texts and is never cleared.
template <typename Element> struct Scratch {
  std::unique_ptr<Element[]> elements;
  size_t capacity = 0;

  /// Room for `count` elements; when it has to grow, what was there is lost. False when there is no memory.
  bool reserve(size_t count) {
    if (count <= capacity) return true;
    count = std::max(count, capacity * 2);
    elements.reset(new (std::nothrow) Element[count]);
    capacity = elements ? count : 0;
    use_large_pages(elements.get(), capacity * sizeof(Element));
    return elements != nullptr;
  }
};

/// Turns the offsets of tokens into nodes and checks the grammar on the way, without recursion.
///
/// Between the end of one token and the start of the next there is only white space: simdjson gives an offset to
/// every other byte outside of strings that does not continue a token. So a token ends where the white space before
/// the next offset begins.
class TreeBuilder {
public:
  /// `count` offsets of tokens into a source of `length` bytes.
  cs_tree build(const char *source, size_t length, const uint32_t *offsets, size_t count, uint32_t depth);

  const std::vector<Frame> &open() const { return frames; }

private:
  /// The byte that the next token begins with; 0 at the end.
  char peek() const { return next < last ? source[*next] : 0; }
  /// Where the next token begins; at the end, the length.
  uint32_t offset() const { return next < last ? *next : length; }
  uint32_t token_end() const;

  bool value();
  bool scalar(cs_kind kind, bool valid, cs_status fault);
  bool string();
  bool container(bool is_array);
  bool close();
  bool member();
  bool after_value(bool opened, bool &done);
  bool fail(cs_status status, size_t offset);
  Name name(const cs_node &node) const;
  /// Looks for the first backslash from an offset on.
  void find_backslash(uint32_t from);

  const char *source = nullptr;
  uint32_t length = 0;
  const uint32_t *next = nullptr;
  const uint32_t *last = nullptr;
  uint32_t depth = 0;
  uint32_t count = 0;
  cs_status status = cs_status_ok;
  uint32_t fault = 0;
  /// A backslash after which none was looked for yet; `UINT32_MAX` when no others follow.
  uint32_t backslash = 0;
  Scratch<cs_node> nodes;
  Scratch<char> strings;
  std::vector<Frame> frames;
  std::vector<Name> names;
};

#endif
