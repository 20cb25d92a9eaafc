// All of xxHash as inline functions: the compiler folds the hash of a constant-size key into its caller,
// and no symbol of the library has to be linked.
#ifndef ARMORY_CXXHASH_SHIM_H
#define ARMORY_CXXHASH_SHIM_H

#if !__has_include(<xxhash.h>)
#error "Armory needs the headers of xxHash to build: apt-get install libxxhash-dev, or brew install xxhash"
#endif

#define XXH_INLINE_ALL
#include <stdint.h>
#include <xxhash.h>

/// XXH3-64 of one word, its halves exchanged.
///
/// XXH3 exchanges the halves that it reads. So the compiler leaves out both exchanges.
static inline uint64_t cxxhash_word(uint64_t word)
{
    const uint64_t exchanged = word << 32 | word >> 32;
    return XXH3_64bits(&exchanged, sizeof exchanged);
}

/// The hash of an unqualified key: the top 28 bits of XXH3, enough for a table of 2^24 entries. The last step of XXH3 changes
/// only the bits below them, and the compiler leaves it out.
static inline uint64_t cxxhash_key(uint64_t key)
{
    return cxxhash_word(key) >> 36;
}

/// XXH3-64 of two words.
static inline uint64_t cxxhash_pair(uint64_t first, uint64_t second)
{
    const uint64_t words[2] = {first, second};
    return XXH3_64bits(words, sizeof words);
}

/// XXH3-64 of `length` bytes.
static inline uint64_t cxxhash_bytes(const void *bytes, size_t length)
{
    return XXH3_64bits(bytes, length);
}

#endif
