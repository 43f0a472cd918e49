#ifndef CPREFETCH_H
#define CPREFETCH_H

#include <stddef.h>

/// The bytes of a line of the cache.
#define CPREFETCH_LINE 64

/// Asks for the line of an address, without waiting for it. Swift has no name for the instruction.
static inline void cprefetch_line(const void *address) { __builtin_prefetch(address); }

#endif
