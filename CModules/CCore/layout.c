#include "CCore.h"

#include <stdlib.h>

// A table of keys met at run time: its header and its entries are one block.
//
//     layout --(release)--> header | entries        key: 0 until the slot is there (release)
//                             |
//                           former, which a reader may still walk; freed with the layout

ccore_slot *ccore_find_met(ccore_met *const *place, uint64_t key, uint64_t *position)
{
    // Acquire: the entries of the table are there; pairs with the release in `ccore_add_met`.
    const ccore_met *const met = __atomic_load_n(place, __ATOMIC_ACQUIRE);
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

void ccore_add_met(ccore_met **place, uint64_t key, ccore_slot *slot)
{
    ccore_met *met = *place;
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
        __atomic_store_n(place, larger, __ATOMIC_RELEASE);
        met = larger;
    }
    put(met, key, slot);
}

void ccore_free_met(ccore_met *met)
{
    while (met) {
        ccore_met *const former = met->former;
        free(met);
        met = former;
    }
}

void *ccore_hit_elsewhere(const ccore_slot *slot, const ccore_home *home, uint64_t key)
{
    if (slot->kind == ccore_scoped) return ccore_instance(&home->outers[slot->hops]->slots[slot->number]);
    uint64_t position = ccore_hash(key);
    const ccore_slot *const met = ccore_find_met(home->met, key, &position);
    return met ? ccore_instance(met) : NULL;
}

// MARK: Homes

// One block:   home | outers | slots | instances

ccore_home *ccore_new_home(uint32_t depth, const ccore_slot *prototypes, size_t count, size_t bytes)
{
    const size_t slots = sizeof(ccore_home) + depth * sizeof(ccore_home *);
    const size_t instances = (slots + count * sizeof(ccore_slot) + 15) & ~(size_t)15;
    char *const memory = ccore_allocate(instances + bytes);
    ccore_home *const home = (ccore_home *)memory;
    home->outers = (ccore_home **)(home + 1);
    home->slots = (ccore_slot *)(memory + slots);
    home->wait_limit = UINT64_MAX;
    ccore_mutex_begin(&home->lock);
    for (size_t i = 0; i < count; i++) {
        ccore_slot *const slot = &home->slots[i];
        *slot = prototypes[i];
        // The storage of a prototype is an offset, and one more.
        slot->storage = memory + instances + (uintptr_t)slot->storage - 1;
        slot->home = home;
    }
    return home;
}

void ccore_free_home(ccore_home *home)
{
    ccore_mutex_end(&home->lock);
    free(home);
}

void ccore_link_scope(ccore_home *outer, ccore_home *scope)
{
    scope->next_scope = outer->scopes;
    if (outer->scopes) outer->scopes->previous_scope = scope;
    outer->scopes = scope;
}

void ccore_unlink_scope(ccore_home *outer, ccore_home *scope)
{
    if (scope->next_scope) scope->next_scope->previous_scope = scope->previous_scope;
    ccore_home **const link = scope->previous_scope ? &scope->previous_scope->next_scope : &outer->scopes;
    // A scope that was refused is in no list.
    if (*link == scope) *link = scope->next_scope;
    scope->next_scope = scope->previous_scope = NULL;
}
