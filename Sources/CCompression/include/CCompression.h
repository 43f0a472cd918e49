#ifndef CCOMPRESSION_H
#define CCOMPRESSION_H

#include <zlib.h>
#include <zstd.h>

// A macro with a cast, which Swift does not import. 16 reads the header of gzip.
static inline int cc_inflate_init(z_stream *stream) { return inflateInit2(stream, 15 + 16); }

#endif
