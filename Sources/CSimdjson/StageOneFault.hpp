#ifndef STAGE_ONE_FAULT_HPP
#define STAGE_ONE_FAULT_HPP

#include <cstddef>

#include "CSimdjson.h"

/// A fault and its place.
struct Fault {
  cs_status status;
  size_t offset;
};

/// Why simdjson refused the structure of a text, and where: it only says that it did. Slow, and only for such texts.
Fault stage_one_fault(const char *source, size_t length);

#endif
