/* The wait-for graph of tasks.
 *
 * TASKS tasks resolve among SLOTS registrations whose factories await: each awaits no other instance or one other, or itself.
 * The callers may be cancelled at any moment, a factory may throw (THROWS times) or await until it is cancelled, and a slot may
 * be replaced and its memory used again for another slot (REPLACES).
 *
 * step of the model                 source
 * resolve                           Container+Await.swift `followed`, `step`, `check`
 * join in resolve, enter            TaskWaits.swift `join`, `begin`, `wait`, `enter`
 * find_circle                       TaskWaits.swift `circle`
 * hasContinuation, isResumed        TaskWaits.swift `outcome`
 * leave                             TaskWaits.swift `leave`, `takeOut`; also `expire`, which ends a wait in the same way
 * end_build, end_wait               TaskWaits.swift `succeed`, `fail`, `end`, `endWait`
 * Factory                           Container+AwaitMaking.swift `start`, `run`, `publish`; TaskWaits.swift `set`
 *
 * Checked: every task ends, and is resumed once. A circle is reported where there is one, and nowhere else. A task that is
 * cancelled ends alone; a build that no task waits for is cancelled; after a failure the slot is empty. A task gets the
 * instance of the slot that it has found, not of another slot at the same address.
 *
 * Each atomic step runs under the lock of TaskWaits, so memory is in order here. A task's look whether it is cancelled is one
 * step with what follows. No thread waits for a task: a sync lookup of such a slot is an error at once. So there is no circle
 * through threads and tasks, and the two graphs have separate models. Left out: child tasks, and instances of a graph.
 */
#ifndef THROWS
#define THROWS 0
#endif
#ifndef REPLACES
#define REPLACES 0
#endif
#define BUILDS (SLOTS + REPLACES)           /* How many builds there may be at a time. */
#define ASKERS (TASKS + BUILDS)             /* Tasks of callers, and factories. */
#define NONE 15

byte needs[SLOTS];                          /* What each instance awaits, or NONE. Chosen first, all ways. */
bool hangs;                                 /* The factories wait until they are cancelled. */

/* Guarded by the lock of TaskWaits: each atomic step is what runs under it. */
#define EMPTY 0
#define AWAITED 1
#define READY 2
byte state[SLOTS];                          /* By the address of a slot. */
byte generation[SLOTS];                     /* Counts the slots that have had the address. */
byte entry[SLOTS];                          /* TaskWaits.builds, by address. */
typedef Build { bool isUsed; byte slot; byte generation; byte waiters; byte beginner;
                bool isAbandoned; bool hasTask; bool isCancelled };
Build build[BUILDS];

/* A TaskWaiter of each asker. */
#define AGAIN 1
#define FAILED 2
#define CANCELLED 3
#define MADE 4
typedef Waiter { byte target; byte outcome; bool hasContinuation; bool isResumed; byte instance };
Waiter waiter[ASKERS];

byte throws, running, finished;

/* Whether a build waits for this asker's build. TaskWaits.circle */
inline find_circle(from) {
    isDone = false;
    if
    :: me >= TASKS ->
        n = from;
        do
        :: n == me - TASKS -> isDone = true; break
        :: n != me - TASKS && waiter[TASKS + n].target == NONE -> break
        :: n != me - TASKS && waiter[TASKS + n].target != NONE -> n = waiter[TASKS + n].target
        od;
        n = 0
    :: else
    fi
}

inline enter(b) {
    waiter[me].target = b; waiter[me].outcome = NONE;
    build[b].waiters++
}

/* TaskWaits.endWait */
inline end_wait(w, result) {
    waiter[w].outcome = result;
    waiter[w].target = NONE;
    if
    :: waiter[w].hasContinuation -> assert(!waiter[w].isResumed); waiter[w].isResumed = true
    :: else
    fi
}

/* TaskWaits.leave, by the cancellation of the asker's task. */
inline leave() {
    atomic {
#ifdef BROKEN_RESUMED_TWICE
        if
        :: waiter[me].outcome != NONE -> end_wait(me, CANCELLED)
        :: else
        fi;
#endif
        if
        :: waiter[me].outcome == NONE ->
            n = waiter[me].target;
            build[n].waiters--;
            if
            :: build[n].waiters == 0 && !build[n].isAbandoned ->
                build[n].isAbandoned = true;
                build[n].isCancelled = true
            :: else
            fi;
            n = 0;
            end_wait(me, CANCELLED)
        :: else
        fi
    }
}

/* TaskWaits.end */
inline end_build(outcomeOfBeginner, outcomeOfOthers) {
    n = 0;
    do
    :: n < ASKERS ->
        if
        :: waiter[n].target == number && waiter[n].outcome == NONE ->
            waiter[n].instance = build[number].generation;
            if
            :: n == build[number].beginner && !build[number].isAbandoned -> end_wait(n, outcomeOfBeginner)
            :: else ->
#ifndef BROKEN_WAITERS_NOT_RESUMED
                end_wait(n, outcomeOfOthers)
#else
                if :: outcomeOfOthers != AGAIN -> end_wait(n, outcomeOfOthers) :: else fi
#endif
            fi
        :: else
        fi;
        n++
    :: else -> n = 0; break
    od;
    skip;
    d_step {
        build[number].isUsed = false; build[number].slot = 0; build[number].generation = 0; build[number].waiters = 0;
        build[number].beginner = 0; build[number].isAbandoned = false; build[number].isCancelled = false
    }
}

#ifdef BROKEN_ENTRY_OF_ANOTHER_SLOT
#define ANY_ENTRY true
#else
#define ANY_ENTRY false
#endif

/* Container.followed: `result` is MADE, FAILED or CANCELLED. */
inline resolve(address, mayBeCancelled, mustEnd) {
again:
    do
    :: atomic {                             /* TaskWaits.join */
            asked = generation[address];
            if :: mustEnd -> result = CANCELLED; break :: else fi;
            if
            :: state[address] == READY -> result = MADE; break
            :: entry[address] != NONE && (state[address] != EMPTY || ANY_ENTRY) ->
#ifndef BROKEN_CIRCLES_NOT_LOOKED_FOR
                find_circle(entry[address]);
                if :: isDone -> isDone = false; result = FAILED; break :: else fi;
#endif
#ifdef BROKEN_WAITS_WITHOUT_THE_LOCK
                waits = true
#else
                enter(entry[address])
#endif
            :: else ->
                state[address] = AWAITED;
                n = 0;
                do :: build[n].isUsed -> n++; assert(n < BUILDS) :: else -> break od;
                build[n].isUsed = true; build[n].slot = address; build[n].generation = generation[address];
                build[n].beginner = me;
                entry[address] = n;
                enter(n);
                running++;
                run Factory(n);
                n = 0
            fi
        };
#ifdef BROKEN_WAITS_WITHOUT_THE_LOCK
        atomic {
            if
            :: waits && entry[address] == NONE -> waits = false; goto again
            :: waits && entry[address] != NONE -> waits = false; enter(entry[address])
            :: else
            fi
        };
#endif
        /* TaskWaits.outcome */
        atomic {
#ifdef BROKEN_CONTINUATION_LOST
            waiter[me].hasContinuation = true
#else
            if :: waiter[me].outcome == NONE -> waiter[me].hasContinuation = true :: else -> waiter[me].isResumed = true fi
#endif
        };
        do
        :: mayBeCancelled && !isCancelled -> isCancelled = true; leave()
        :: waiter[me].isResumed -> break
        od;
        atomic {
            result = waiter[me].outcome;
            if :: result == MADE -> assert(waiter[me].instance == asked) :: else fi;
            waiter[me].outcome = 0; waiter[me].hasContinuation = false; waiter[me].isResumed = false; waiter[me].instance = 0;
            if :: result != AGAIN -> break :: else -> result = 0 fi
        }
    od;
    asked = 0
}

/* Container.run: the task that makes an instance. */
proctype Factory(byte number) {
    byte me = TASKS + number;
    byte address, n, asked, result;
    bool isDone, isCancelled, waits;
    address = build[number].slot;
    if
    :: hangs -> build[number].isCancelled; result = CANCELLED
    :: atomic { !hangs && throws < THROWS -> throws++ }; result = FAILED
    :: !hangs && needs[address] != NONE -> resolve(needs[address], build[number].isCancelled, build[number].isCancelled)
    :: !hangs && needs[address] == NONE -> result = MADE
    fi;
    if
    :: result == MADE ->
        atomic { assert(state[address] == AWAITED); state[address] = READY };
        /* The thread has left the slot, which may be freed. */
        atomic {                            /* TaskWaits.succeed */
            if :: entry[address] == number -> entry[address] = NONE :: else fi;
            end_build(MADE, MADE);
            running--
        }
    :: else ->
        atomic {                            /* TaskWaits.fail */
            entry[address] = NONE;
#ifndef BROKEN_FAILURE_KEPT
            state[address] = EMPTY;
#endif
            end_build(FAILED, AGAIN);
            running--
        }
    fi
}

proctype Caller(byte me; byte first; bool isImpatient) {
    byte n, asked, result;
    bool isDone, isCancelled, waits;
    resolve(first, isImpatient, isCancelled);
    atomic {
        n = first; asked = 0;
        do
        :: asked < SLOTS && n != NONE -> n = needs[n]; asked++
        :: else -> break
        od;
        /* A circle is reported where there is one, and nowhere else. */
        if
        :: result == MADE -> assert(n == NONE)
        :: result == FAILED -> assert(n != NONE || throws > 0)
        :: result == CANCELLED -> assert(isCancelled)
        fi;
        finished++
    }
}

#if REPLACES
/* A registration is replaced when its instance exists; the slot is freed, and a new one gets its memory. */
proctype Replacer() {
end:
    atomic { state[0] == READY -> state[0] = EMPTY; generation[0]++;  }
}
#endif

init {
    byte n;
    byte first;
    bool isImpatient;
    atomic {
        do
        :: n < SLOTS ->
            entry[n] = NONE;
            if
            :: needs[n] = NONE
            :: needs[n] = 0
#if SLOTS > 1
            :: needs[n] = 1
#endif
#if SLOTS > 2
            :: needs[n] = 2
#endif
            fi;
            n++
        :: else -> break
        od;
        n = 0;
        do :: n < ASKERS -> waiter[n].target = NONE; n++ :: else -> break od;
        n = 0;
        hangs = true;
        do                                  /* The order of the callers does not matter: the first one asks for the first. */
        :: n < TASKS ->
            if :: isImpatient = true :: isImpatient = false; hangs = false fi;
            run Caller(n, first, isImpatient);
            do :: first < SLOTS - 1 -> first++ :: break od;
            n++
        :: else -> break
        od;
        if :: hangs = false :: true fi;
        isImpatient = false; first = 0;
#if REPLACES
        run Replacer();
#endif
        n = 0
    }
    finished == TASKS;
    running == 0;
    do
    :: n < SLOTS -> assert(entry[n] == NONE && state[n] != AWAITED); n++
    :: else -> n = 0; break
    od;
    do
    :: n < BUILDS -> assert(!build[n].isUsed); n++
    :: else -> n = 0; break
    od
}
