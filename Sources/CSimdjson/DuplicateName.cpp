#include "DuplicateName.hpp"

#include <algorithm>
#include <cstring>

/// Up to so many names, comparing every pair is faster than sorting.
static constexpr size_t few = 32;

/// A digest of the length and the first bytes; equal names have equal ones.
static uint32_t digest(const Name &name) {
  uint64_t head;
  memcpy(&head, name.text, 8);
  if (name.length < 8) head &= (uint64_t(1) << 8 * name.length) - 1;
  return uint32_t((head * 0x9E3779B97F4A7C15u) >> 32) ^ name.length * 0x85EBCA6Bu;
}

static bool same(const Name &a, const Name &b) {
  return a.length == b.length && memcmp(a.text, b.text, a.length) == 0;
}

static int64_t compare_pairs(const std::vector<Name> &names) {
  uint32_t digests[few];
  for (size_t i = 0; i < names.size(); i++) {
    uint32_t mine = digests[i] = digest(names[i]);
    bool alike = false;
    for (size_t j = 0; j < i; j++) alike |= digests[j] == mine;
    if (!alike) continue;
    for (size_t j = 0; j < i; j++) {
      if (digests[j] == mine && same(names[i], names[j])) return names[i].start;
    }
  }
  return -1;
}

int64_t first_duplicate(std::vector<Name> &names) {
  if (names.size() <= few) return compare_pairs(names);
  std::sort(names.begin(), names.end(), [](const Name &a, const Name &b) {
    if (a.length != b.length) return a.length < b.length;
    int order = memcmp(a.text, b.text, a.length);
    return order != 0 ? order < 0 : a.start < b.start;
  });
  int64_t found = -1;
  for (size_t i = 1; i < names.size(); i++) {
    if (same(names[i - 1], names[i]) && (found < 0 || names[i].start < found)) found = names[i].start;
  }
  return found;
}
