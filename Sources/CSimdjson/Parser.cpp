#include <simdjson.h>
#include <sys/mman.h>

#include <memory>
#include <new>

#include "CSimdjson.h"
#include "StageOneFault.hpp"
#include "TreeBuilder.hpp"

static_assert(CS_PADDING >= simdjson::SIMDJSON_PADDING, "simdjson reads further than callers are told");

void use_large_pages(void *memory, size_t size) {
  constexpr size_t page = 2 << 20;
  size_t start = (reinterpret_cast<size_t>(memory) + page - 1) & ~(page - 1);
  size_t end = (reinterpret_cast<size_t>(memory) + size) & ~(page - 1);
  if (memory && start < end) madvise(reinterpret_cast<void *>(start), end - start, MADV_HUGEPAGE);
}

struct cs_parser {
  std::unique_ptr<simdjson::internal::dom_parser_implementation> stage_one;
  TreeBuilder builder;

  /// Room for a text of `length` bytes; false when there is no memory.
  bool reserve(size_t length) {
    if (stage_one && stage_one->capacity() >= length) return true;
    // Doubling keeps a slowly growing sequence of texts from allocating for each of them.
    size_t capacity = 1024;
    while (capacity < length) capacity *= 2;
    auto error = simdjson::get_active_implementation()->create_dom_parser_implementation(capacity, 1, stage_one);
    if (error) stage_one.reset();
    if (!error) use_large_pages(stage_one->structural_indexes.get(), capacity * sizeof(uint32_t));
    return !error;
  }
};

cs_parser *cs_parser_create(void) { return new (std::nothrow) cs_parser(); }

void cs_parser_free(cs_parser *parser) { delete parser; }

static cs_tree refusal(cs_status status, size_t offset) {
  return {nullptr, nullptr, 0, status, uint32_t(offset), 0};
}

cs_tree cs_parse(cs_parser *parser, const char *source, size_t length, uint32_t depth) {
  if (length > UINT32_MAX / 2) return refusal(cs_status_too_long, 0);
  if (length == 0) return refusal(cs_status_empty, 0);
  if (!parser->reserve(length)) return refusal(cs_status_out_of_memory, 0);
  auto bytes = reinterpret_cast<const uint8_t *>(source);
  if (parser->stage_one->stage1(bytes, length, simdjson::stage1_mode::regular)) {
    Fault fault = stage_one_fault(source, length);
    return refusal(fault.status, fault.offset);
  }
  return parser->builder.build(
      source, length, parser->stage_one->structural_indexes.get(), parser->stage_one->n_structural_indexes, depth);
}

cs_open cs_parser_open(const cs_parser *parser, uint32_t level) {
  const Frame &frame = parser->builder.open()[level];
  return {frame.position, frame.name, uint8_t(frame.is_array)};
}
