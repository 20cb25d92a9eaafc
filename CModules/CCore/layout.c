#include "CCore.h"

#include <stdlib.h>

// Beside a table of types met at run time: its header and its entries are one block.
//
//     home --met (release)--> header | entries        key: 0 until the slot is there (release)
//                               |
//                             former, which a reader may still walk; freed with the home

ccore_slot *ccore_find_met(const ccore_home *home, uint64_t key, uint64_t *position)
{
    // Acquire: the entries of the table are there; pairs with the release in `ccore_add_met`.
    const ccore_met *const met = __atomic_load_n(&home->met, __ATOMIC_ACQUIRE);
    if (!met) return NULL;
    for (;;) {
        const ccore_entry *const entry = &met->entries[(*position)++ & met->mask];
        // Acquire: the entry's slot is there; pairs with the release in `put`.
        const uint64_t found = __atomic_load_n(&entry->key, __ATOMIC_ACQUIRE);
        if (found == key) return entry->slot;
        if (found == 0) return NULL;
    }
}

static void put(ccore_met *met, uint64_t key, ccore_slot *slot)
{
    uint64_t i = ccore_hash(key) & met->mask;
    while (met->entries[i].key != 0) i = (i + 1) & met->mask;
    // The entries follow the header in memory that this file has allocated.
    ccore_entry *const entry = (ccore_entry *)(met + 1) + i;
    entry->slot = slot;
    // Release: pairs with the acquire in `ccore_find_met`.
    __atomic_store_n(&entry->key, key, __ATOMIC_RELEASE);
    met->count++;
}

void ccore_add_met(ccore_home *home, uint64_t key, ccore_slot *slot)
{
    ccore_met *met = home->met;
    if (!met || 2 * (met->count + 1) > met->mask + 1) {
        const uint64_t size = met ? 2 * (met->mask + 1) : 8;
        ccore_met *const larger = ccore_allocate(sizeof *larger + size * sizeof(ccore_entry));
        larger->entries = (const ccore_entry *)(larger + 1);
        larger->mask = size - 1;
        larger->former = met;
        if (met) {
            for (uint64_t i = 0; i <= met->mask; i++) {
                if (met->entries[i].key != 0) put(larger, met->entries[i].key, met->entries[i].slot);
            }
        }
        // Release: pairs with the acquire in `ccore_find_met`.
        __atomic_store_n(&home->met, larger, __ATOMIC_RELEASE);
        met = larger;
    }
    put(met, key, slot);
}

void ccore_free_met(ccore_home *home)
{
    ccore_met *met = home->met;
    home->met = NULL;
    while (met) {
        ccore_met *const former = met->former;
        free(met);
        met = former;
    }
}
