/* A cell of the core: who makes the instance, how it is published, who waits for it, and the end of its context.
 *
 * ASKERS threads ask for the instance of one cell at the same time, while another thread closes the context or shuts it down. A
 * factory may throw, FAILURES times in all.
 *
 * step of the model       source, below Sources/Core
 * Asker                   Container/Resolve.swift `resolve`; Construction/Construct.swift `resolveCellInstance`
 * claim                   Cell/Claim.swift `claimIfEmpty`, `claim`
 * publish                 Cell/Claim.swift `publishIfNobodyWaits`
 * end                     Construction/Finishing.swift `endMaking`, `endMakingLocked`; Cell/Claim.swift `endMaking`
 * wait_for_cell           Construction/Waiting.swift `waitForMaker`, `markWatchedReturningMaker`
 * Closer                  Container/End.swift `close`, `endInFull`; Container/Teardown.swift `revokeInstance`; Cell/QuiescenceWaiter.swift
 *
 * Checked: the instance is made once, and not after the end has begun; no thread reads it before it is whole; a failure leaves
 * the cell to the next asker; no thread sleeps forever; what was made is closed once, by the closer or by its maker; a shutdown
 * leaves nothing to makers.
 *
 * Left out: more than one cell, circles and tasks; limits.
 */
#ifndef FAILURES
#define FAILURES 1
#endif
#define THREADS (ASKERS + 1)                /* The last one ends the context. */

#define GRAPH    0                          /* The lock of the wait-for graph, taken before that of the context. */
#define HOME     1
#define INSTANCE 2                          /* What a reader finds: 1 is the address of the storage. */
#define STORAGE  3
#define PLACES   4
#define WHOLE 1
#include "memory.pml"

#define EMPTY 0
#define BUILDING 1
#define READY 2
#define CLOSED_FULL 3
#define OPEN 0
#define ENDING 1
#define CLOSED 2
byte state, mark, making;                   /* Guarded by HOME. */
bool isWatched, isCompleted, waits;         /* Guarded by HOME. */
bool sleeps[ASKERS];                        /* Guarded by GRAPH. */

byte failures, made, closed, finished;      /* What has happened. */
bool isShutdown, isQuiet;

inline wake() {
    skip;
#ifndef BROKEN_SLEEPERS_NOT_WOKEN
    d_step {
        n = 0;
        do :: n < ASKERS -> sleeps[n] = false; n++ :: else -> n = 0; break od
    }
#endif
}

/* Who waits for the end of all makings is told; HOME is locked. */
inline tell_waiter() {
#ifdef BROKEN_WAITER_NOT_TOLD
    skip
#else
    if :: making == 0 -> waits = false :: else fi
#endif
}

/* The instance becomes visible; HOME is locked. */
inline make_visible() {
#ifdef BROKEN_PUBLISHED_RELAXED
    store(INSTANCE, 1)
#else
    store_release(INSTANCE, 1)
#endif
}

inline end(succeeded) {
    lock(GRAPH);
    lock(HOME);
    wasWatched = isWatched;
    isWatched = false;
    making--;
    isOwn = false;
    if
    :: succeeded && mark == CLOSED ->
        state = CLOSED_FULL;
        isOwn = true
    :: succeeded && mark != CLOSED ->
        state = READY; isCompleted = true;
        make_visible()
    :: !succeeded -> state = EMPTY
    fi;
    tell_waiter();
    unlock(HOME);
    if :: wasWatched -> wake() :: else fi;
    unlock(GRAPH);
    /* Closed by its maker. */
    if :: isOwn -> closed++; assert(!isQuiet) :: else fi;
    wasWatched = false; isOwn = false
}

inline publish() {
    store(STORAGE, WHOLE);
    lock(HOME);
    if
#ifdef BROKEN_PUBLISHED_UNNOTICED
    :: mark == OPEN ->
#else
    :: !isWatched && mark == OPEN ->
#endif
        making--; state = READY; isCompleted = true;
        make_visible();
        unlock(HOME)
    :: else ->
        unlock(HOME);
        end(true)
    fi
}

inline wait_for_cell() {
    lock(GRAPH);
    lock(HOME);
    if
    :: state == BUILDING ->
#ifndef BROKEN_SLEEPS_UNWATCHED
        isWatched = true;
#endif
        sleeps[me] = true
    :: else
    fi;
    unlock(HOME);
    unlock(GRAPH);
    !sleeps[me]
}

proctype Asker(byte me) {
    byte word, n;
    bool wasWatched, isOwn;
again:
    load(INSTANCE, word);
    if
    :: word == 1 -> goto take
    :: else
    fi;
    lock(HOME);
    if
    :: state == READY -> unlock(HOME); goto take
    :: state == CLOSED_FULL -> unlock(HOME)
#ifdef BROKEN_CLAIMED_WHILE_ENDING
    :: state == EMPTY ->
#else
    :: state == EMPTY && mark != OPEN -> unlock(HOME)
    :: state == EMPTY && mark == OPEN ->
#endif
        assert(mark == OPEN);
        state = BUILDING; making++;
        unlock(HOME);
        if
        :: atomic { failures < FAILURES -> failures++ }; end(false)
        :: made++; assert(made == 1); publish()
        fi
    :: state == BUILDING ->
        unlock(HOME);
        wait_for_cell();
        goto again
    fi;
    goto over;
take:
    d_step { load(STORAGE, n); assert(n == WHOLE); n = 0 };
over:
    word = 0;
    drained();
    finished++
}

proctype Closer(byte me) {
    byte word;
    lock(HOME); mark = ENDING; unlock(HOME);
    if
    :: isShutdown = true;
        lock(HOME);
        if :: making > 0 -> waits = true :: else fi;
        unlock(HOME);
        !waits;
        isQuiet = true
    :: skip
    fi;
    lock(HOME); mark = CLOSED; unlock(HOME);
    /* Teardown: the cell that is in the list of the completed ones. */
    lock(HOME);
    if
    :: isCompleted && state == READY ->
        state = CLOSED_FULL;
        store_release(INSTANCE, 0);
        closed++
    :: else
    fi;
    unlock(HOME);
#ifdef BROKEN_CLOSED_BY_BOTH
    if :: made && state == BUILDING -> closed++ :: else fi;
#endif
    drained();
    finished++
}

init {
    byte n;
    atomic {
        do :: n < THREADS -> run Drain(n); n++ :: else -> break od;
        n = 0;
        do :: n < ASKERS -> run Asker(n); n++ :: else -> break od;
        run Closer(ASKERS)
    }
    finished == THREADS;
    assert(closed == made);
    assert(making == 0 && !waits);
    assert(state == (made -> CLOSED_FULL : EMPTY));
    assert(memory[INSTANCE] == 0)
}
