#ifndef CHEAP_H
#define CHEAP_H

#include <stddef.h>

// The bytes that are allocated now in the whole process; 0 if the system does not report them.
size_t cheap_bytes_in_use(void);

#endif
