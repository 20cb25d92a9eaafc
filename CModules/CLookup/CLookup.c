#include "CLookup.h"

_Static_assert(sizeof(uintptr_t) == 8, "Armory's tables have entries of two 64-bit words");

uintptr_t clookup_search(uintptr_t table, uintptr_t key, uintptr_t hash)
{
    return clookup_slot(table, key, hash);
}
