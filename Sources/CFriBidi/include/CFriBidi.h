#ifndef CFRIBIDI_H
#define CFRIBIDI_H

#include <fribidi/fribidi.h>

#endif
