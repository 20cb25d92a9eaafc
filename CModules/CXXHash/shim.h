// The whole of xxHash as inline functions: a hash of a constant-size key folds into its caller,
// and no symbol of the library is left to link.
#ifndef ARMORY_CXXHASH_SHIM_H
#define ARMORY_CXXHASH_SHIM_H

#define XXH_INLINE_ALL
#include <stdint.h>
#include <xxhash.h>

/// XXH3-64 of one machine word.
static inline uint64_t cxxhash_word(uint64_t word, uint64_t seed)
{
    return XXH3_64bits_withSeed(&word, sizeof word, seed);
}

/// XXH3-64 of `length` bytes.
static inline uint64_t cxxhash_bytes(const void *bytes, size_t length, uint64_t seed)
{
    return XXH3_64bits_withSeed(bytes, length, seed);
}

#endif
