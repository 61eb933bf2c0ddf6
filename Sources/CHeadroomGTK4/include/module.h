// The header as Swift sees it: with GTK's types from the one module that has them.
#pragma clang module import CGTK4
#include "headroom-gtk4.h"
