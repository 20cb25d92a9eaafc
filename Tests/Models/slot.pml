/* The states of a slot that keeps its instance, and the publication of the instance.
 *
 * RESOLVERS threads resolve one slot at the same time, each by the fast path or the slow path, while another thread closes
 * the container or takes the slot out of use. A factory may throw, FAILURES times in all.
 *
 * step of the model       source
 * claim                   Slot+Build.swift `claim`, `claimLight`
 * leave_unwatched         Slot+Build.swift `leaveUnwatched`, `leaveLight`
 * leave_watched           Slot+Build.swift `leaveWatched`; Build.swift `publishStored`, `giveUp`
 * watch                   Slot+Build.swift `watch`, `exchangeLight`
 * wait_for_build, wake    WaitForGraph.swift `wait`, `sleep`, `wake`
 * finish, fail            WaitForGraph.swift `finish`, `fail`, `failLight`; Construction.swift `finishKept`
 * Resolver                Container+MakeKept.swift `makeKept`, `failKept`; Construction.swift `obtainKept`, `build`
 * Closer                  Container+Close.swift `takeRest`; Teardown.swift `claim`; Slot+Given.swift `claimForClosing`
 * Exchanger               Container+SiteExchange.swift `vacate`
 *
 * Checked: the instance is made once; no thread reads it before it is whole; a failure leaves the slot as it was, and another
 * thread makes the instance; no thread sleeps forever, or looks again forever; a slot that was taken out of use makes nothing,
 * and one that was closed is used by nobody and closed once.
 *
 * Left out: the weak state of a shared instance; waits with a limit; more than one slot, which threads.pml has. That a closer
 * waits for the users of the slot is taken from pin-membarrier.pml.
 */
#ifndef FAILURES
#define FAILURES 1
#endif
#define THREADS (RESOLVERS + 1)             /* The last one closes the container or exchanges the slot. */
#define BUILDS  (FAILURES + 2)

#define LOCK     0                          /* The lock of the wait-for graph. */
#define STATE    1
#define INSTANCE 2
#define PLACES   3
bool isFreed;
#define IS_THERE(p) ((p) == LOCK || !isFreed)
#include "memory.pml"

/* The state word. */
#define EMPTY         0                     /* Also `fresh`: each thread may take the fast path or the slow path. */
#define READY         1
#define CLOSED        2
#define ABSENT        3
#define LIGHT(t)      (4 + (t))
#define IS_LIGHT(s)   ((s) >= 4 && (s) < 8)
#define TURNED(t)     (8 + (t))             /* A light state that is being made a build. */
#define BUILD(b)      (16 + 2 * (b))
#define WATCHED(b)    (17 + 2 * (b))
#define IS_BUILD(s)   ((s) >= 4)
#define WHOLE 1

#define CONSTRUCTING 0
#define DONE 1
#define FAILED 2
byte phase[BUILDS], owner[BUILDS];          /* Guarded by LOCK. */
bool sleeps[RESOLVERS];                     /* Guarded by LOCK. */
byte target[RESOLVERS];                     /* The build that the thread sleeps on; guarded by LOCK. */

byte builds, failures, made, closed;        /* What has happened. */
bool isLinked = true, isVacated;
bool uses[RESOLVERS];                       /* What the pin and the path tell a writer: see pin-membarrier.pml. */
byte finished;

inline wake() {
    skip;
#ifndef BROKEN_SLEEPERS_NOT_WOKEN
    d_step {
        n = 0;
        do
        :: n < RESOLVERS -> if :: sleeps[n] && phase[target[n]] != CONSTRUCTING -> sleeps[n] = false :: else fi; n++
        :: else -> n = 0; break
        od
    }
#endif
}

/* Slot.claim, Slot.claimLight */
inline claim(desired) {
#ifdef BROKEN_CLAIMED_BY_A_PLAIN_STORE
    load(STATE, state);
    isDone = state == EMPTY;
    if :: isDone -> store_release(STATE, desired) :: else fi
#else
    compare_exchange(STATE, EMPTY, desired, isDone)
#endif
}

/* Slot.leaveLight, Slot.leaveUnwatched */
inline leave_unwatched(expected, desired) {
#ifdef BROKEN_LEFT_BY_A_PLAIN_STORE
    store_release(STATE, desired); isDone = true
#else
#ifdef BROKEN_INSTANCE_PUBLISHED_RELAXED
    compare_exchange_relaxed(STATE, expected, desired, isDone)
#else
    compare_exchange(STATE, expected, desired, isDone)
#endif
#endif
}

/* Slot.leaveWatched, with the phase and the wake-up around it; the lock is held. */
inline leave_watched(desired, result) {
#ifdef BROKEN_WATCHED_PUBLISHED_RELAXED
    store(STATE, desired);
#else
    store_release(STATE, desired);
#endif
    phase[build] = result;
    wake()
}

/* Slot.watch and Slot.exchangeLight; the lock is held. `isDone` tells whether there is a build. */
inline watch() {
    do
    :: load(STATE, state);
        if
        :: !IS_BUILD(state) -> isDone = false; break
        :: IS_LIGHT(state) ->
            compare_exchange(STATE, state, TURNED(state - 4), isDone);
            if
            :: isDone ->
                d_step { build = builds; builds++; owner[build] = state - 4; phase[build] = CONSTRUCTING };
                store_release(STATE, WATCHED(build))
            :: else
            fi
        :: state >= 16 && state & 1 -> build = (state - 16) / 2; isDone = true; break
        :: state >= 16 && !(state & 1) ->
#ifdef BROKEN_SLEEPS_UNWATCHED
            build = (state - 16) / 2; isDone = true; break
#else
            compare_exchange(STATE, state, state + 1, isDone)
#endif
        fi
    od;
    state = 0
}

/* WaitForGraph.wait: sleeps until the build is over. */
inline wait_for_build() {
    lock(LOCK);
    watch();
    if
    :: isDone ->
        do
        :: phase[build] == CONSTRUCTING ->
            target[me] = build; sleeps[me] = true;
            unlock(LOCK);
            !sleeps[me];
            lock(LOCK)
        :: else -> break
        od;
        target[me] = 0; build = 0; isDone = false
    :: else
    fi;
    unlock(LOCK)
}

/* The factory has returned: Build.publishUnwatched, WaitForGraph.finish. */
inline finish() {
    store(INSTANCE, WHOLE);
    leave_unwatched(BUILD(build), READY);
    if
    :: !isDone ->
        lock(LOCK);
        leave_watched(READY, DONE);
        unlock(LOCK)
    :: else -> phase[build] = DONE
    fi
}

/* The factory has thrown: WaitForGraph.fail. */
inline fail() {
    lock(LOCK);
#ifdef BROKEN_FAILURE_KEPT
    phase[build] = FAILED; wake();
#else
    leave_watched(EMPTY, FAILED);
#endif
    unlock(LOCK)
}

inline make() { made++; assert(made == 1 && !isVacated) }

proctype Resolver(byte me) {
    byte state, build, n;
    bool isDone;
    if
    :: atomic { isLinked -> uses[me] = true }
    :: atomic { !isLinked -> goto over }
    fi;
again:
    load(STATE, state);
    if
    :: state == READY ->
        d_step { load(INSTANCE, n); assert(n == WHOLE); n = 0 }
    :: state == CLOSED || state == ABSENT
    :: state == EMPTY ->                    /* The fast path: Container.makeKept. */
        state = 0;
        claim(LIGHT(me));
        if :: !isDone -> goto again :: else fi;
        if
        :: atomic { failures < FAILURES -> failures++ };
            leave_unwatched(LIGHT(me), EMPTY);
            if
            :: !isDone ->                   /* WaitForGraph.failLight */
                lock(LOCK);
                watch();
                assert(isDone && owner[build] == me && phase[build] == CONSTRUCTING);
                unlock(LOCK);
                fail()
            :: else
            fi
        :: make();
#ifdef BROKEN_READY_BEFORE_THE_INSTANCE
            leave_unwatched(LIGHT(me), READY);
            store(INSTANCE, WHOLE);
#else
            store(INSTANCE, WHOLE);
            leave_unwatched(LIGHT(me), READY);
#endif
            if
            :: !isDone ->                   /* Construction.finishKept: the instance is taken out, and stored again. */
                store(INSTANCE, 0);
                lock(LOCK);
                watch();
                assert(isDone && owner[build] == me && phase[build] == CONSTRUCTING);
                unlock(LOCK);
                finish()
            :: else
            fi
        fi
    :: state == EMPTY ->                    /* The slow path: Construction.build. */
        state = 0;
        atomic {
            drained();
            build = builds;
            claim(BUILD(build));
            if
            :: !isDone -> build = 0; goto again
            :: else -> builds++; owner[build] = me; phase[build] = CONSTRUCTING
            fi
        };
        if
        :: atomic { failures < FAILURES -> failures++ }; fail()
        :: make(); finish()
        fi
    :: IS_BUILD(state) ->
        state = 0;
        wait_for_build();
        goto again
    fi;
    drained();
    uses[me] = false;
over:
    finished++
}

/* Container.close and Teardown: a slot is unlinked, and closed when no thread uses it. */
proctype Closer(byte me) {
    byte n;
    bool isDone;
    isLinked = false;
    do
    :: n < RESOLVERS -> !uses[n]; n++
    :: else -> n = 0; break
    od;
    compare_exchange(STATE, READY, CLOSED, isDone);
    if :: isDone -> closed++ :: else fi;
    isFreed = true;
    drained();
    finished++
}

/* Container.exchange for sites, with Slot.vacate: a slot without an instance is taken out of use. */
proctype Exchanger(byte me) {
    byte state;
    bool isDone;
    load(STATE, state);
    if
    :: state == EMPTY ->
#ifdef BROKEN_VACATED_BY_A_PLAIN_STORE
        store_release(STATE, ABSENT); isDone = true;
#else
        compare_exchange(STATE, EMPTY, ABSENT, isDone);
#endif
        if :: isDone -> isVacated = true; assert(made == 0) :: else fi
    :: else
    fi;
    drained();
    finished++
}

init {
    byte n;
    atomic {
        do :: n < THREADS -> run Drain(n); n++ :: else -> break od;
        n = 0;
        do :: n < RESOLVERS -> run Resolver(n); n++ :: else -> break od;
        n = 0;
        if :: run Closer(RESOLVERS) :: run Exchanger(RESOLVERS) fi
    }
    finished == THREADS;
    assert(closed <= 1);
    if
    :: isFreed -> assert(closed == made)
    :: else -> assert(isVacated == (memory[STATE] == ABSENT));
        assert(isVacated || memory[STATE] == (made -> READY : EMPTY));
        assert(!made || memory[INSTANCE] == WHOLE);
        assert(made + failures > 0 || isVacated)
    fi
}
