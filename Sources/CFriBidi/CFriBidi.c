#include "CFriBidi.h"
