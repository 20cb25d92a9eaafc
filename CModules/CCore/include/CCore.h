// What the core of Armory has in C: the layout's table, the state of a thread, and the system's mutexes, clock and stack.
// No type or function of Swift is known here. Other compilers, and other versions of one, read the same header.

#ifndef CCORE_H
#define CCORE_H

#include "layout.h"
#include "system.h"
#include "thread.h"

#endif
