/* The table of types found on demand, which readers search without a lock while it grows.
 *
 * ADDERS threads note a key, each with a slot of its own. With SAME, the first two note the same key. READERS threads look a key up
 * meanwhile. The table may have a key from the beginning, so that it grows sooner. The keys' places in it are tried in all ways, so
 * that a search may pass its end.
 *
 * step of the model       source
 * find                    CModules/CCore/layout.c `ccore_find_met`; Sources/Core/Layout/OnDemandTable.swift `findSlot`
 * put, grow               CModules/CCore/layout.c `put`, `ccore_add_met`
 * Adder, note             Sources/Core/Layout/LayoutSearch.swift `findBeyondTables`; Layout/OnDemandTable.swift `findOrInsertSlot`
 *
 * Checked: a search that finds a key finds its slot, and the slot is complete; so is the table's header. A noted key is found by
 * its own thread. Threads that note one key get one slot, and a later search finds the same slot, also in a larger table: the
 * graph of a resolve knows an instance by its slot.
 *
 * One of the broken forms is a fault that this model found in the sources, which no longer have it:
 *   NOTED_TWICE   `findOrInsertSlot` adds a key although another one was noted since it has searched. The copy of a table begins at its first
 *                 entry. If equal keys lie at its last entry and its first one, the copy exchanges them, and a later search finds the
 *                 other slot.
 *
 * Left out: the publication of an instance (see core-cell.pml), qualified keys of one first word, and the freeing of tables: they go with
 * the layout.
 */
#ifndef SAME
#define SAME 1
#endif
#define THREADS (READERS + ADDERS)

#define LOCK 0                              /* That of the table's writers. */
#define MET  1                              /* 0: there is no table. */
#define CONTENT(n)  (2 + (n))               /* The words of the slot that an adder brings; OLD: of one that is there. */
#define OLD 3
#define HEADER(t)   (6 + 13 * ((t) - 1))    /* Table 1 has four entries, table 2 eight. */
#define KEY(t, n)   (HEADER(t) + 1 + 2 * (n))
#define SLOT(t, n)  (HEADER(t) + 2 + 2 * (n))
#define PLACES      (HEADER(2) + 17)
#define MASK(t)     ((t) == 1 -> 3 : 7)
#define WHOLE 1
#define NONE 9
#include "memory.pml"

byte count;                                 /* Entries in use; guarded by LOCK. */
byte place[4];                              /* The hashes of keys 1 and 2, and of OLD. */
byte noted[4];                              /* The slot of a key, for every thread that has noted it. */
byte finished;

/* `word` is the slot, or NONE. */
inline find(k) {
    load(MET, table);
    if
    :: table == 0 -> word = NONE
    :: else ->
        d_step { load(HEADER(table), word); assert(word == WHOLE); n = place[k] & MASK(table) };
        do
        :: load(KEY(table, n), word);
            if
            :: word == k ->
                load(SLOT(table, n), word);
                assert(word != 0);
                d_step { word--; load(CONTENT(word), n); assert(n == WHOLE) };
                break
            :: word == 0 -> word = NONE; break
            :: else -> n = (n + 1) & MASK(table)
            fi
        od
    fi;
    n = 0
}

inline put(t, k, s) {
    d_step { n = place[k] & MASK(t); load(KEY(t, n), word) };
    do
    :: word != 0 -> d_step { n = (n + 1) & MASK(t); load(KEY(t, n), word) }
    :: else -> break
    od;
#ifdef BROKEN_KEY_STORED_FIRST
    store_release(KEY(t, n), k);
    store(SLOT(t, n), s + 1);
#else
    store(SLOT(t, n), s + 1);
#ifdef BROKEN_KEY_PUBLISHED_RELAXED
    store(KEY(t, n), k);
#else
    store_release(KEY(t, n), k);
#endif
#endif
    n = 0
}

/* A larger table, with the entries of the former one from its first one on. */
inline grow() {
    store(HEADER(2), WHOLE);
    do
    :: i <= 3 ->
        load(KEY(1, i), key);
        if
        :: key != 0 -> load(SLOT(1, i), old); old--; put(2, key, old)
        :: else
        fi;
        i++
    :: else -> i = 0; key = 0; old = 0; break
    od;
#ifdef BROKEN_TABLE_PUBLISHED_RELAXED
    store(MET, 2);
#else
    store_release(MET, 2);
#endif
    table = 2
}

inline note(k) {
    store(CONTENT(mine), WHOLE);
#ifndef BROKEN_ADDED_WITHOUT_LOCK
    lock(LOCK);
#endif
    if
#ifdef BROKEN_NOTED_TWICE
    :: true ->
#else
    :: count == seen ->
#endif
        load(MET, table);
        if
        :: table == 0 ->
            store(HEADER(1), WHOLE);
#ifdef BROKEN_TABLE_PUBLISHED_RELAXED
            store(MET, 1);
#else
            store_release(MET, 1);
#endif
            table = 1
        :: table == 1 && 2 * (count + 1) > 4 -> grow()
        :: else
        fi;
        put(table, k, mine);
        count++;
        isNoted = true
    :: else
    fi;
#ifndef BROKEN_ADDED_WITHOUT_LOCK
    unlock(LOCK);
#endif
    table = 0
}

/* Searches, and notes the key if no other one was noted meanwhile; else searches again. */
inline meet(k) {
    do
    ::
#ifndef BROKEN_ADDED_WITHOUT_LOCK
        lock(LOCK);
#endif
        seen = count;
#ifndef BROKEN_ADDED_WITHOUT_LOCK
        unlock(LOCK);
#endif
        find(k);
        if
        :: word == NONE -> note(k)
        :: else -> isNoted = true
        fi;
        if :: isNoted -> break :: else fi
    od;
    find(k);
    assert(word != NONE);
    /* Every thread that has noted the key goes on with this slot. */
    atomic {
        assert(noted[k] == NONE || noted[k] == word);
        noted[k] = word
    }
}

proctype Adder(byte me; byte mine; byte k) {
    byte table, n, word, i, key, old, seen;
    bool isNoted;
    find(k);
    if
    :: word == NONE -> meet(k)
    :: else -> assert(noted[k] == NONE || noted[k] == word)
    fi;
    table = 0; word = 0; seen = 0; isNoted = false;
    drained();
    finished++
}

#if READERS
proctype Reader(byte me) {
    byte table, n, word, k;
    if :: k = 1 :: k = 2 :: noted[OLD] == OLD -> k = OLD fi;
    find(k);
    assert(word == NONE -> k != OLD : noted[k] == NONE || noted[k] == word);
    finished++
}
#endif

init {
    byte n;
    atomic {
        if :: place[1] = 0 :: place[1] = 3 fi;
        if :: place[2] = 0 :: place[2] = 3 fi;
        noted[1] = NONE; noted[2] = NONE; noted[OLD] = NONE;
        if
        :: true
        :: if :: place[OLD] = 0 :: place[OLD] = 3 fi;
            memory[MET] = 1; memory[HEADER(1)] = WHOLE; count = 1; noted[OLD] = OLD;
            memory[KEY(1, place[OLD])] = OLD; memory[SLOT(1, place[OLD])] = OLD + 1; memory[CONTENT(OLD)] = WHOLE
        fi;
        do :: n < THREADS -> run Drain(n); n++ :: else -> break od;
        n = 0;
#if READERS
        do :: n < READERS -> run Reader(n); n++ :: else -> n = 0; break od;
#endif
        do
        :: n < ADDERS -> run Adder(READERS + n, n, (SAME && n < 2 || n == 0 -> 1 : 2)); n++
        :: else -> n = 0; break
        od
    }
    finished == THREADS
}
