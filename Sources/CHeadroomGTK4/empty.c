// SwiftPM wants a source file in a target of headers.
#include "headroom-gtk4.h"
