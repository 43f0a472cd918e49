#ifndef DUPLICATE_NAME_HPP
#define DUPLICATE_NAME_HPP

#include <cstddef>
#include <cstdint>
#include <vector>

/// The name of a member, unescaped. At least eight bytes are readable from `text` on.
struct Name {
  const char *text;
  uint32_t length;
  /// Where it stands in the source.
  uint32_t start;
};

/// The place in the source of the first name that repeats an earlier one, or -1. Takes O(n log n) for any names;
/// the order of `names` is lost.
int64_t first_duplicate(std::vector<Name> &names);

#endif
