/* The text of pin-membarrier.pml and pin-fallback.pml, which explain it. READERS and WRITERS are given by run.sh. */

#define WRITER(n) (READERS + n)
#define THREADS (READERS + WRITERS)
#ifndef TASKS
#define TASKS 1                             /* How many of the readers may leave an instance to a task. */
#endif
#ifndef LOOKUPS
#define LOOKUPS 1
#endif
#ifndef CHANGES
#define CHANGES 1
#endif
#define OBJECTS (2 + WRITERS * CHANGES)     /* Tables, and slots; number 0 is none. */

#define LOCK        0
#define HINT        1
#define ROOT        2
#define PIN(t)      (3 + 3 * (t))
#define TOP(t)      (4 + 3 * (t))
#define PATH(t)     (5 + 3 * (t))
#define ENTRY(n)    (3 + 3 * READERS + (n))
#define STATE(n)    (3 + 3 * READERS + OBJECTS + (n))
#define CONTENT(n)  (3 + 3 * READERS + 2 * OBJECTS + (n))
#define PLACES      (3 + 3 * READERS + 3 * OBJECTS)

byte freedTables, freedSlots;               /* One bit an object. */
#define BIT(n) (1 << (n))
#define IS_TABLE(p) ((p) >= ENTRY(0) && (p) < STATE(0))
#define IS_THERE(p) (!(IS_TABLE(p) && (freedTables & BIT((p) - ENTRY(0)))) \
                  && !((p) >= STATE(0) && (p) < CONTENT(0) && (freedSlots & BIT((p) - STATE(0)))) \
                  && !((p) >= CONTENT(0) && (freedSlots & BIT((p) - CONTENT(0)))))
#include "memory.pml"

byte limboTables, limboSlots;               /* Guarded by LOCK. */
byte retiredSlots;                          /* Those in limbo, and those that a look has taken out; guarded by LOCK. */
byte tables = 2, slots = 2;                 /* The next numbers; guarded by LOCK. */
byte requests;                              /* How many calls have asked for a look; guarded by LOCK. */
byte finished;

inline pin() {
#ifdef MEMBARRIER
    store(PIN(me), 1)
#else
#ifdef BROKEN_PIN_WITHOUT_FENCE
    store(PIN(me), 1)
#else
    exchange(PIN(me), 1)
#endif
#endif
}

inline unpin() {
#ifdef BROKEN_UNPIN_RELAXED
    store(PIN(me), 0)
#else
    store_release(PIN(me), 0)
#endif
}

inline push() {
    store_release(PATH(me), slot);
#ifdef BROKEN_PATH_ENTERED_LATE
    unpin();
    store_release(TOP(me), 1)
#else
    store_release(TOP(me), 1);
    unpin()
#endif
}

inline pop() {
#ifdef BROKEN_PATH_LEFT_RELAXED
    store(TOP(me), 0)
#else
    store_release(TOP(me), 0)
#endif
}

/* A use of the slot's memory: a retain of the instance, the instance of a factory. */
inline use() { store(CONTENT(slot), 1) }

inline wait_for_readers() {
    skip;
#ifdef MEMBARRIER
#ifndef BROKEN_NO_BARRIER
    process_barrier();
#endif
#else
    drained();
#endif
#ifndef BROKEN_READERS_NOT_WAITED_FOR
    n = 0;
    do
    :: n < READERS -> memory[PIN(n)] == 0; n++
    :: else -> n = 0; break
    od
#endif
}

inline look_at_paths() {
    n = 0;
    do
    :: n < READERS ->
#ifndef BROKEN_PATH_IS_NO_HAZARD
        load(TOP(n), value);
#endif
        if
        :: value -> load(PATH(n), value); used = used | BIT(value)
        :: else
        fi;
        n++
    :: else -> n = 0; value = 0; break
    od
}

inline look_at_states() {
    n = 0;
    do
    :: n < OBJECTS ->
        if
        :: takenSlots & BIT(n) ->
            load(STATE(n), value);
            if :: value -> used = used | BIT(n) :: else fi
        :: else
        fi;
        n++
    :: else -> n = 0; value = 0; break
    od
}

#ifdef BROKEN_NOTICE_LOST
#define ONE_NOTICE true
#else
#define ONE_NOTICE false
#endif

inline look() {
    lock(LOCK);
    d_step {
        takenSlots = limboSlots; takenTables = limboTables;
        limboSlots = 0; limboTables = 0;
        seen = requests
    }
    unlock(LOCK);
    if
    :: takenSlots == 0 && takenTables == 0 -> isOver = true
    :: else ->
        wait_for_readers();
        used = 0;
        look_at_paths();
#ifndef BROKEN_STATE_IS_NO_HAZARD
        look_at_states();
#endif
#ifndef BROKEN_PATHS_LOOKED_AT_ONCE
        look_at_paths();
#endif
        lock(LOCK);
        d_step {
            limboSlots = limboSlots | (takenSlots & used);
            retiredSlots = retiredSlots & ~(takenSlots & ~used)
        }
#ifdef BROKEN_NOTICE_COUNTS_LIMBO
        store(HINT, limboSlots != 0);
#else
        store(HINT, retiredSlots != 0);
#endif
        isOver = limboSlots == 0 || (!isFirst && (seen == requests || ONE_NOTICE));
        unlock(LOCK);
        atomic {
            freedSlots = freedSlots | (takenSlots & ~used);
            freedTables = freedTables | takenTables;
            takenSlots = 0; takenTables = 0; used = 0; seen = 0
        }
    fi
}

inline retire(unlinkedSlots, unlinkedTables) {
    lock(LOCK);
    d_step {
        limboSlots = limboSlots | unlinkedSlots; limboTables = limboTables | unlinkedTables;
        retiredSlots = retiredSlots | unlinkedSlots;
        requests++
    }
    unlock(LOCK);
    isFirst = true;
    do
    :: look();
        isFirst = false;
        if :: isOver -> isOver = false; break :: else fi
    od
}

inline free_if_noticed() {
    load(HINT, value);
    if :: value -> value = 0; retire(0, 0) :: else fi
}

#define LOOKING byte n, value, takenSlots, takenTables, used, seen, passed; bool isFirst, isOver

proctype Reader(byte me) {
    byte table, slot, lookups;
    bool isDone;
    LOOKING;
    do
    :: lookups < LOOKUPS ->
        lookups++;
        pin();
        load(ROOT, table);
        load(ENTRY(table), slot);
        d_step { load(CONTENT(slot), value); assert(value == 1); value = 0 }
        if
        :: use(); unpin();
            table = 0; slot = 0
        :: push();
            if
            :: use()
            :: me < TASKS -> compare_exchange(STATE(slot), 0, 1, isDone);
                if
                :: isDone ->
                    pop();
                    /* Later, the task goes on. */
                    pin();
                    push();
                    use();
                    exchange(STATE(slot), 0);
                    use()
                :: else
                fi;
                isDone = false
            fi;
            pop();
            table = 0; slot = 0;
            free_if_noticed()
        fi
    :: else -> break
    od;
    drained();
    finished++
}

proctype Writer(byte me) {
    byte table, slot, new, changes;
    LOOKING;
    do
    :: changes < CHANGES ->
        changes++;
        lock(LOCK);
        load(ROOT, table);
        load(ENTRY(table), slot);
        if
        :: new = slots; slots++;
            store(CONTENT(new), 1);
#ifdef BROKEN_SLOT_PUBLISHED_RELAXED
            store(ENTRY(table), new);
#else
            store_release(ENTRY(table), new);
#endif
            unlock(LOCK);
            table = 0; new = 0;
            retire(BIT(slot), 0)
        :: new = tables; tables++;
            store(ENTRY(new), slot);
#ifdef BROKEN_TABLE_PUBLISHED_RELAXED
            store(ROOT, new);
#else
            store_release(ROOT, new);
#endif
            unlock(LOCK);
            new = 0; slot = 0;
#ifdef BROKEN_TABLE_FREED_AT_ONCE
            freedTables = freedTables | BIT(table)
#else
            retire(0, BIT(table))
#endif
        fi;
        table = 0; slot = 0
    :: else -> break
    od;
    drained();
    finished++
}

init {
    byte me = 0;                            /* Looks in its place, when that thread has finished. */
    LOOKING;
    atomic {
        memory[ROOT] = 1; memory[ENTRY(1)] = 1; memory[CONTENT(1)] = 1;
        n = 0;
        do :: n < THREADS -> run Drain(n); n++ :: else -> break od;
        n = 0;
        do :: n < READERS -> run Reader(n); n++ :: else -> break od;
        n = 0;
        do :: n < WRITERS -> run Writer(WRITER(n)); n++ :: else -> n = 0; break od
    }
    finished == READERS + WRITERS;
#ifdef PROMPT
    assert(limboTables == 0 && limboSlots == 0);
#endif
    retire(0, 0);
    assert(limboTables == 0 && limboSlots == 0);
    assert(freedTables == BIT(tables) - 2 - BIT(memory[ROOT]));
    assert(freedSlots == BIT(slots) - 2 - BIT(memory[ENTRY(memory[ROOT])]))
}
