/* What a reader finds without a lock: the entries of a table, the table itself, and the cell of a shared instance.
 *
 * Each of CHANGERS threads adds a key with its slot, into the table or into a larger one, or resets every instance. Another
 * thread puts a second cell into a shared slot. READERS threads look a key up and read the cell meanwhile.
 *
 * step of the model            source
 * Reader                       CLookup.h `clookup_find`, `clookup_search`, `clookup_take_shared`; Slot.swift `loadShared`
 * insert, add                  RegistrationTable+Insert.swift `insert`
 * rebuild, copy                RegistrationTable+Resize.swift `rebuilt`, `copied`
 * publish                      Container.swift `publish`
 * Sharer                       Slot.swift `exchangeCell`
 *
 * Checked: who finds a key finds its slot, and the slot is whole; so are the header of a table and a cell. The key
 * of the first table is found in each table, and the last one has every key.
 *
 * Left out: freeing, and replaced slots: see pin-membarrier.pml.
 */
#define THREADS (READERS + CHANGERS + 1)
#define CHANGER(n) (READERS + n)
#define SHARER     (READERS + CHANGERS)

#define LOCK       0                        /* The control block's. */
#define ROOT       1
#define CELL_WORD  2
#define CELL(n)    (3 + (n))                /* Numbers 0 and 1. */
#define OLD 3                               /* The key that the first table has; the changers' are 1 and 2. */
#define CONTENT(k) (4 + (k))                /* The words of a key's slot. */
#define HEADER(t)  (8 + 7 * (t))            /* Tables 0 to 2, with three entries each. */
#define KEY(t, n)  (HEADER(t) + 1 + 2 * (n))
#define SLOT(t, n) (HEADER(t) + 2 + 2 * (n))
#define PLACES     HEADER(3)
#define WHOLE 1
#include "memory.pml"

byte tables = 1;                            /* The next number; guarded by LOCK. */
bool isReset;                               /* A thread that resets adds no key. */
byte finished;

inline insert(t, n, k) {
#ifdef BROKEN_KEY_STORED_FIRST
    store_release(KEY(t, n), k);
    store_release(SLOT(t, n), k)
#else
#ifdef BROKEN_SLOT_PUBLISHED_RELAXED
    store(SLOT(t, n), k);
    store(KEY(t, n), k)
#else
    store_release(SLOT(t, n), k);
#ifdef BROKEN_KEY_PUBLISHED_RELAXED
    store(KEY(t, n), k)
#else
    store_release(KEY(t, n), k)
#endif
#endif
#endif
}

proctype Reader(byte me) {
    byte table, n, wanted, word;
    if :: wanted = OLD :: wanted = 1 :: CHANGERS > 1 -> wanted = 2 fi;
    load(ROOT, table);
    d_step { load(HEADER(table), word); assert(word == WHOLE); word = 0 }
    do
    :: n < 3 ->
        load(KEY(table, n), word);
        if
        :: word == wanted ->
            load(SLOT(table, n), word);
            assert(word == wanted);
            d_step { load(CONTENT(wanted), word); assert(word == WHOLE) };
            break
        :: word == 0 -> assert(wanted != OLD); break
        :: else -> n++
        fi
    :: else -> break
    od;
    load(CELL_WORD, n);
    d_step { load(CELL(n), word); assert(word == WHOLE) };
    finished++
}

inline publish(t) {
#ifdef BROKEN_TABLE_PUBLISHED_RELAXED
    store(ROOT, t)
#else
    store_release(ROOT, t)
#endif
}

/* RegistrationTable.rebuilt */
inline rebuild() {
    do
    :: load(KEY(table, n), word);
        if :: word -> insert(new, n, word); n++ :: else -> n = 0; break fi
    od
}

/* RegistrationTable.copied */
inline copy() {
    do
    :: load(KEY(table, n), word);
        if :: word -> store(SLOT(new, n), word); store(KEY(new, n), word); n++ :: else -> n = 0; break fi
    od
}

inline add() {
    do
    :: load(KEY(table, n), word); if :: word -> n++ :: else -> break fi
    od;
    assert(n < 3);
    insert(table, n, mine)
}

proctype Changer(byte me) {
    byte table, new, n, word, mine = me - READERS + 1;
    store(CONTENT(mine), WHOLE);
#ifndef BROKEN_CHANGE_WITHOUT_LOCK
    lock(LOCK);
#endif
    load(ROOT, table);
    if
    :: add()
    :: new = tables; tables++;
        store(HEADER(new), WHOLE);
        if
        :: rebuild(); table = new; add()
        :: copy(); isReset = true
        fi;
        publish(new)
    fi;
#ifndef BROKEN_CHANGE_WITHOUT_LOCK
    unlock(LOCK);
#endif
    drained();
    finished++
}

proctype Sharer(byte me) {
    store(CELL(1), WHOLE);
#ifdef BROKEN_CELL_PUBLISHED_RELAXED
    exchange_relaxed(CELL_WORD, 1);
#else
    exchange(CELL_WORD, 1);
#endif
    drained();
    finished++
}

#define HOLDS(n, k) (memory[KEY(memory[ROOT], n)] == k)
#define HAS_KEY(k)  (HOLDS(0, k) || HOLDS(1, k) || HOLDS(2, k))

init {
    byte n;
    atomic {
        memory[HEADER(0)] = WHOLE; memory[KEY(0, 0)] = OLD; memory[SLOT(0, 0)] = OLD;
        memory[CONTENT(OLD)] = WHOLE; memory[CELL(0)] = WHOLE;
        do :: n < THREADS -> run Drain(n); n++ :: else -> break od;
        n = 0;
        do :: n < READERS -> run Reader(n); n++ :: else -> break od;
        n = 0;
        do :: n < CHANGERS -> run Changer(CHANGER(n)); n++ :: else -> break od;
        run Sharer(SHARER)
    }
    finished == THREADS;
    assert(HAS_KEY(OLD) && (isReset || HAS_KEY(1) && (CHANGERS == 1 || HAS_KEY(2))))
}
