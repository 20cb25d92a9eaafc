#include "layout.h"

// A table of keys met at run time: its header and its entries are one block.
//
//     layout --(release)--> header | entries        key: 0 until the slot is there (release)
//                             |
//                           former, which a reader may still walk; freed with the layout

ccore_slot *ccore_find_met(ccore_met *const *place, uint64_t key, uint32_t others)
{
    // Acquire: the table's entries are there; pairs with the release in `ccore_add_met`.
    const ccore_met *const met = __atomic_load_n(place, __ATOMIC_ACQUIRE);
    if (!met) return NULL;
    for (uint64_t position = ccore_start(key, met->table.mask);; position = ccore_position_after(position, met->table.mask)) {
        const ccore_entry *const entry = (const ccore_entry *)((const char *)met->table.entries + position);
        // Acquire: the entry's slot is there; pairs with the release in `put`.
        const uint64_t found = __atomic_load_n(&entry->key, __ATOMIC_ACQUIRE);
        if (found == key && others-- == 0) return entry->slot;
        if (found == 0) return NULL;
    }
}

static void put(ccore_met *met, uint64_t key, ccore_slot *slot)
{
    // An entry is free if its key is zero. This file has allocated the entries.
    ccore_entry *const entry = (ccore_entry *)ccore_search(met->table, 0, ccore_start(key, met->table.mask));
    entry->slot = slot;
    // Release: pairs with the acquire in `ccore_find_met`.
    __atomic_store_n(&entry->key, key, __ATOMIC_RELEASE);
    met->count++;
}

void ccore_add_met(ccore_met **place, uint64_t key, ccore_slot *slot)
{
    ccore_met *const met = *place;
    const uint64_t size = met ? met->table.mask / sizeof(ccore_entry) + 1 : 4;
    if (met && 2 * (met->count + 1) <= size) return put(met, key, slot);
    ccore_met *const larger = ccore_allocate(sizeof *larger + 2 * size * sizeof(ccore_entry));
    larger->table = (ccore_table){(const ccore_entry *)(larger + 1), (2 * size - 1) * sizeof(ccore_entry)};
    larger->former = met;
    for (uint64_t i = 0; met && i < size; i++) {
        const ccore_entry *const entry = &met->table.entries[i];
        if (entry->key != 0) put(larger, entry->key, entry->slot);
    }
    put(larger, key, slot);
    // Release: pairs with the acquire in `ccore_find_met`.
    __atomic_store_n(place, larger, __ATOMIC_RELEASE);
}

void ccore_free_met(ccore_met *met)
{
    if (met) ccore_free_met(met->former);
    free(met);
}

uint64_t ccore_hash_bytes(const void *bytes, size_t length) { return XXH3_64bits(bytes, length); }

void *ccore_hit_met(const ccore_context *context, uint64_t key)
{
    const ccore_slot *const slot = ccore_find_met(context->met, key, 0);
    return slot ? ccore_instance(slot) : NULL;
}

// MARK: Contexts

// One block:   context | pointers to slots | slots | instances

static size_t slots_of(uint32_t depth) { return sizeof(ccore_context) + (depth + 1) * sizeof(ccore_slot *); }

size_t ccore_context_size(uint32_t depth, size_t count) { return (slots_of(depth) + count * sizeof(ccore_slot) + 15) & ~(size_t)15; }

void ccore_begin_context(void *memory, const ccore_context *outer, uint32_t depth, const ccore_slot *prototypes, size_t count)
{
    ccore_context *const context = memory;
    char *const instances = (char *)memory + ccore_context_size(depth, count);
    *context = (ccore_context){.wait_limit = outer ? outer->wait_limit : UINT64_MAX};
    context->slots[0] = (ccore_slot *)((char *)memory + slots_of(depth));
    for (uint32_t i = 0; i < depth; i++) context->slots[i + 1] = outer->slots[i];
    ccore_mutex_begin(&context->lock);
    for (size_t i = 0; i < count; i++) {
        ccore_slot *const slot = &context->slots[0][i];
        *slot = prototypes[i];
        // The storage of a prototype is an offset, and one more.
        slot->storage = instances + (uintptr_t)slot->storage - 1;
        slot->context = context;
    }
}

void ccore_end_context(ccore_context *context) { ccore_free_met(context->late); ccore_mutex_end(&context->lock); }

void ccore_link_scope(ccore_context *outer, ccore_context *scope)
{
    scope->next_scope = outer->scopes;
    if (outer->scopes) outer->scopes->previous_scope = scope;
    outer->scopes = scope;
}

void ccore_unlink_scope(ccore_context *outer, ccore_context *scope)
{
    if (scope->next_scope) scope->next_scope->previous_scope = scope->previous_scope;
    ccore_context **const link = scope->previous_scope ? &scope->previous_scope->next_scope : &outer->scopes;
    // A scope that was refused is in no list.
    if (*link == scope) *link = scope->next_scope;
    scope->next_scope = scope->previous_scope = NULL;
}
