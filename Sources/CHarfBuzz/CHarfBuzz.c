#include "CHarfBuzz.h"
