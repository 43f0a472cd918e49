#ifndef CUV_H
#define CUV_H

#include <uv.h>

#endif
