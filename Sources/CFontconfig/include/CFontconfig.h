#ifndef CFONTCONFIG_H
#define CFONTCONFIG_H

#include <fontconfig/fontconfig.h>

#endif
