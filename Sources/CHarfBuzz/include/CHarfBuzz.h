#ifndef CHARFBUZZ_H
#define CHARFBUZZ_H

#include <harfbuzz/hb-ot.h>
#include <harfbuzz/hb.h>

#endif
