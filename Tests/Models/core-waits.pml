/* The one wait-for graph of threads and tasks.
 *
 * CALLERS threads and tasks resolve among SLOTS cells, in every order. A cell is made by threads, and its factory needs at most one
 * other, or by tasks, and its factory awaits up to two others at once, as by `async let`. All such graphs are tried. A task may be
 * cancelled at any time (IMPATIENT). A factory may throw, THROWS times in all. If one of two awaited cells fails, the wait for the
 * other one is cancelled (FUTILE). With INJECTIONS, a task's instance has an injection that does not await.
 *
 * step of the model              source, below Sources/Core/Construction
 * resolve_sync                   Construct.swift `resolveCellInstance`; Waiting.swift `waitForMaker`, `markWatchedReturningMaker`
 * find_circle_of_threads         Waiting.swift `findCycle`
 * resolve_async                  ../Container/ResolveAsync.swift `resolveSlotAsync`, `resolveCellInstanceAsync`; Awaiting.swift `takeJoinOrClaimCell`, `checkCanStartFactory`,
 *                                `startTask`; TaskBuild.swift `addWaiter`, `outcome`
 * find_circle_of_tasks           TaskBuild.swift `findCycle`
 * leave                          TaskBuild.swift `failWait`
 * Build, Branch                  Awaiting.swift `runFactoryAndPublish`, `publishInstance`; Making.swift `injectAndPublish`
 * end_making                     Finishing.swift `endMaking`, `endMakingLocked`; TaskBuild.swift `endWaitsReturningResumes`
 *
 * Checked: every process ends; an instance is made once, and two runs of its factory never overlap; a thread never sleeps for a
 * cell that a task makes. A caller gets `cycle` only if it leads to a circle, `asynchronous` only if a thread would need a task, the
 * error of a factory only if one has thrown, and `cancelled` only if it was cancelled itself. A factory that waits for its
 * cancellation is cancelled when nobody waits for it.
 *
 * One of the broken forms is a fault that this model found in the sources, which no longer have it:
 *   ABANDONMENT_FORGOTTEN   The build of an injection does not know that its run was abandoned (Making.swift `injectAndPublish`). If the
 *                           injection sees the cancellation and throws, a task that has come meanwhile gets this error. It has to
 *                           start another run.
 *
 * With cancellation, constructors that form a circle may chase it: each build is abandoned just after the next one has been begun
 * again. So the search for runs that never end is without it.
 *
 * Left out: instances that are taken early, and injections that resolve (see core-groups.pml); limits; the end of containers (see
 * core-close.pml); shareable instances of a task's graph, whose builds wait like those of cells. Each atomic step runs under the
 * graph's one lock, so memory is in order here.
 */
#ifndef THROWS
#define THROWS 0
#endif
#ifndef IMPATIENT
#define IMPATIENT 1
#endif
#ifndef FUTILE
#define FUTILE 1                            /* `async let`: if one fails, the other one is cancelled. */
#endif
#ifndef INJECTIONS
#define INJECTIONS 0
#endif
#define NONE 15
#define BIT(n) (1 << (n))
#define ACTORS (CALLERS + 2 * SLOTS)        /* The callers, and two branches of each task build. */
#define BRANCH(s, n) (CALLERS + 2 * (s) + (n))

/* The registrations; chosen first, all ways. */
bool isAwaited[SLOTS], isInjected[SLOTS];
byte need[2 * SLOTS];
bool hangs;                                 /* Factories of tasks that need nothing end only when they are cancelled. */

#define EMPTY 0
#define BUILDING 1
#define READY 2
byte state[SLOTS], owner[SLOTS];            /* The thread that makes the cell. */
bool isTask[SLOTS];                         /* The maker is a task's build. */
bool isAbandoned[SLOTS], isCancelled[SLOTS];
byte beginner[SLOTS];
bool starts[SLOTS], forks[SLOTS];           /* A build begins; its second branch does. */
bool isOver[SLOTS], isFutile[SLOTS];        /* Of the second branch: it has ended; the first one has failed. */
byte outcomeOf[SLOTS];

#define AGAIN 1
#define GOT 2
#define CYCLE 3
#define ASYNC 4
#define THROWN 5
#define CANCELLED 6
#define IS_OF_THE_WAY(code) (code == CYCLE || code == CANCELLED)
byte sleeps[ACTORS], failure[ACTORS];       /* What a thread sleeps for, and the error that it is told. */
typedef Waiter { byte target; byte outcome; bool hasContinuation; bool isResumed };
Waiter waiter[ACTORS];

byte throws, running, finished;
#define ARE_ALL_BACK (finished == CALLERS && running == 0)
bool made[SLOTS];

/* Whether a wait of this thread for `from` would close a circle. */
inline find_circle_of_threads(from) {
    isFound = false;
    n = from;
    do
    :: owner[n] == me -> isFound = true; break
    :: owner[n] != me && sleeps[owner[n]] == NONE -> break
    :: else -> n = sleeps[owner[n]]
    od;
    n = 0
}

/* Whether a wait of this actor's build for `from` would close a circle. */
inline find_circle_of_tasks(from) {
    isFound = false;
    if
    :: me >= CALLERS ->
        reach = BIT(from);
        n = 0;
        do
        :: n < SLOTS * SLOTS ->
            if
            :: (reach & BIT(n % SLOTS)) && isTask[n % SLOTS] ->
                if
                :: waiter[BRANCH(n % SLOTS, 0)].target != NONE -> reach = reach | BIT(waiter[BRANCH(n % SLOTS, 0)].target)
                :: else
                fi;
#ifndef BROKEN_ONE_EDGE_FOLLOWED
                if
                :: waiter[BRANCH(n % SLOTS, 1)].target != NONE -> reach = reach | BIT(waiter[BRANCH(n % SLOTS, 1)].target)
                :: else
                fi
#endif
            :: else
            fi;
            n++
        :: else -> break
        od;
        isFound = (reach & BIT((me - CALLERS) / 2)) != 0;
        reach = 0; n = 0
    :: else
    fi
}

inline end_wait(w, result) {
    waiter[w].outcome = result;
    waiter[w].target = NONE;
    if
    :: waiter[w].hasContinuation -> assert(!waiter[w].isResumed); waiter[w].isResumed = true
    :: else
    fi
}

/* The end of a making, with an instance or with an error. */
inline end_making(s, code) {
    assert(state[s] == BUILDING);
    if
    :: code == GOT -> assert(!made[s]); made[s] = true; state[s] = READY
#ifdef BROKEN_FAILURE_KEPT
    :: else
#else
    :: else -> state[s] = EMPTY
#endif
    fi;
    n = 0;
    do
    :: n < ACTORS ->
#ifndef BROKEN_SLEEPERS_NOT_WOKEN
        if
        :: sleeps[n] == s ->
            sleeps[n] = NONE;
            if :: code != GOT && !isAbandoned[s] && !IS_OF_THE_WAY(code) -> failure[n] = code :: else fi
        :: else
        fi;
#endif
        if
        :: waiter[n].target == s ->
            if
            :: code == GOT -> end_wait(n, AGAIN)
#ifndef BROKEN_ABANDONMENT_TOLD
            :: code != GOT && isAbandoned[s] -> end_wait(n, AGAIN)
            :: code != GOT && !isAbandoned[s] && (n == beginner[s] || !IS_OF_THE_WAY(code)) -> end_wait(n, code)
#else
            :: code != GOT && (n == beginner[s] || isAbandoned[s] || !IS_OF_THE_WAY(code)) -> end_wait(n, code)
#endif
            :: else -> end_wait(n, AGAIN)
            fi
        :: else
        fi;
        n++
    :: else -> n = 0; break
    od;
    isTask[s] = false; isAbandoned[s] = false; isCancelled[s] = false; beginner[s] = NONE; owner[s] = 0
}

/* A resolve on a thread, which needs at most one other cell at each level. */
inline resolve_sync(first) {
    wanted = first;
    do
    :: atomic {
            if
            :: state[wanted] == READY -> result = GOT
            :: state[wanted] == EMPTY && isAwaited[wanted] -> result = ASYNC
            :: state[wanted] == EMPTY && !isAwaited[wanted] ->
                state[wanted] = BUILDING; owner[wanted] = me;
                path[depth] = wanted; depth++;
                if
                :: throws < THROWS -> throws++; result = THROWN
                :: need[2 * wanted] != NONE -> wanted = need[2 * wanted]
                :: need[2 * wanted] == NONE -> result = GOT
                fi
#ifdef BROKEN_SLEEPS_FOR_TASKS
            :: state[wanted] == BUILDING && isTask[wanted] -> sleeps[me] = wanted; sleeps[me] == NONE; result = failure[me]; failure[me] = 0
#else
            :: state[wanted] == BUILDING && isTask[wanted] -> result = ASYNC
#endif
            :: state[wanted] == BUILDING && !isTask[wanted] ->
#ifndef BROKEN_CIRCLES_NOT_LOOKED_FOR
                d_step { find_circle_of_threads(wanted) };
#endif
                if
                :: isFound -> isFound = false; result = CYCLE
                :: else ->
                    sleeps[me] = wanted;
                    sleeps[me] == NONE;
                    result = failure[me]; failure[me] = 0
                fi
            fi;
            if :: result != 0 -> break :: else fi
        }
    od;
    /* The factories return one after the other. */
    do
    :: atomic { depth > 0 -> depth--; wanted = path[depth]; path[depth] = 0; d_step { end_making(wanted, result) } }
    :: depth == 0 -> break
    od;
    wanted = 0
}

/* The asker is cancelled while it waits: it leaves, and the last one cancels the build. */
inline leave() {
    atomic {
#ifdef BROKEN_RESUMED_TWICE
        if :: waiter[me].outcome != 0 -> end_wait(me, CANCELLED) :: else fi;
#endif
        if
        :: waiter[me].outcome == 0 ->
            n = waiter[me].target;
            end_wait(me, CANCELLED);
            wanted = 0;
            do
            :: wanted < ACTORS && waiter[wanted].target != n -> wanted++
            :: wanted < ACTORS && waiter[wanted].target == n -> break
            :: wanted == ACTORS -> break
            od;
            if
            :: wanted == ACTORS && isTask[n] && !isAbandoned[n] ->
                isAbandoned[n] = true;
#ifndef BROKEN_ABANDONED_RUN_GOES_ON
                isCancelled[n] = true
#endif
            :: else
            fi;
            wanted = 0; n = 0
        :: else
        fi
    }
}

inline enter(s) { waiter[me].target = s; waiter[me].outcome = 0 }

/* A resolve by a task. `cancelled`: whether the task is; `mayBe`: it may become so while it waits. */
inline resolve_async(asked, cancelled, mayBe) {
    do
    :: atomic {
            if
            :: state[asked] == READY -> result = GOT
            :: state[asked] != READY && isAwaited[asked] && (cancelled || isGone) -> result = CANCELLED
            :: state[asked] == BUILDING && !(isAwaited[asked] && (cancelled || isGone)) ->
#ifndef BROKEN_TASK_CIRCLES_NOT_LOOKED_FOR
                d_step { find_circle_of_tasks(asked) };
#endif
                if
                :: isFound -> isFound = false; result = CYCLE
                :: else -> enter(asked)
                fi
            :: state[asked] == EMPTY && isAwaited[asked] && !cancelled && !isGone ->
                state[asked] = BUILDING; isTask[asked] = true; beginner[asked] = me;
                enter(asked);
                starts[asked] = true;
                running++
            :: state[asked] == EMPTY && !isAwaited[asked] -> depth = NONE
            fi;
            if :: result != 0 -> break :: else fi
        };
        if
        :: depth == NONE -> depth = 0; resolve_sync(asked); break
        :: else
        fi;
        atomic {
#ifdef BROKEN_CONTINUATION_LOST
            waiter[me].hasContinuation = true
#else
            if :: waiter[me].outcome == 0 -> waiter[me].hasContinuation = true :: else -> waiter[me].isResumed = true fi
#endif
        };
        do
        :: !hasLeft && (cancelled || mayBe || isGone) -> hasLeft = true; isGone = true; leave()
        :: waiter[me].isResumed -> break
        od;
        atomic {
            hasLeft = false;
            result = waiter[me].outcome;
            waiter[me].outcome = 0; waiter[me].hasContinuation = false; waiter[me].isResumed = false;
            if :: result != AGAIN -> break :: else -> result = 0 fi
        }
    od
}

/* The task of a build: its factory awaits two cells at once, the second one in a branch. */
proctype Build(byte s) {
    byte me = BRANCH(s, 0);
    byte n, first, result, wanted, depth, reach;
    byte path[SLOTS];
    bool isFound, hasLeft, isGone;
    do
    :: ARE_ALL_BACK -> break
    :: atomic {
            starts[s] -> starts[s] = false;
            forks[s] = need[2 * s + 1] != NONE;
            if
            :: need[2 * s] != NONE -> first = need[2 * s]
            :: need[2 * s] == NONE && hangs -> isCancelled[s]; result = CANCELLED
            :: need[2 * s] == NONE && !hangs -> result = GOT
            fi
        };
        if
        :: result == 0 -> resolve_async(first, isCancelled[s], false)
        :: else
        fi;
        atomic {
            first = 0;
            if
            :: need[2 * s + 1] != NONE ->
                isFutile[s] = FUTILE && result != GOT;
                isOver[s];
                if :: result == GOT -> result = outcomeOf[s] :: else fi;
                outcomeOf[s] = 0; isFutile[s] = false; isOver[s] = false
            :: else
            fi;
            if
            :: result == GOT && throws < THROWS -> throws++; result = THROWN
            :: true
            fi;
            if
            :: result == GOT && isInjected[s] ->
                isTask[s] = false; owner[s] = me;       /* The task's build becomes that of its thread. */
#ifdef BROKEN_ABANDONMENT_FORGOTTEN
                isAbandoned[s] = false
#endif
            :: else
            fi
        };
        atomic {
            if
            :: result == GOT && isInjected[s] && isCancelled[s] -> result = THROWN
            :: true
            fi;
            d_step { end_making(s, result) };
            result = 0; isGone = false; running--
        }
    od
}

#if SLOTS > 1
proctype Branch(byte s) {
    byte me = BRANCH(s, 1);
    byte n, result, wanted, depth, reach;
    byte path[SLOTS];
    bool isFound, hasLeft, isGone;
    do
    :: ARE_ALL_BACK -> break
    :: forks[s] ->
        resolve_async(need[2 * s + 1], (isCancelled[s] || isFutile[s]), false);
        atomic { outcomeOf[s] = result; result = 0; isGone = false; forks[s] = false; isOver[s] = true }
    od
}
#endif

#define NEEDS(n) ((need[2 * (n)] == NONE -> 0 : BIT(need[2 * (n)])) | (need[2 * (n) + 1] == NONE -> 0 : BIT(need[2 * (n) + 1])))
#define AWAITED (isAwaited[0] | (SLOTS > 1 -> isAwaited[SLOTS > 1] << 1 : 0) | (SLOTS > 2 -> isAwaited[SLOTS - 1] << 2 : 0))
/* The edges that are followed: a thread that needs a task gets the error. */
#define FOLLOWED(n) (isAwaited[n] -> NEEDS(n) : NEEDS(n) & ~AWAITED)

/* What a cell leads to, directly or not. */
inline follow(from) {
    wanted = 0;
    do
    :: wanted < SLOTS * SLOTS ->
        if :: from & BIT(wanted % SLOTS) -> from = from | FOLLOWED(wanted % SLOTS) :: else fi;
        wanted++
    :: else -> wanted = 0; break
    od
}

inline check(first, isThread, isImpatient) {
    d_step {
        reach = BIT(first);
        follow(reach);
        n = 0;
        do
        :: n < SLOTS ->
            if
            :: reach & BIT(n) ->
                path[0] = FOLLOWED(n);
                follow(path[0]);
                isFound = isFound || (path[0] & BIT(n)) != 0;
                hasLeft = hasLeft || !isAwaited[n] && (NEEDS(n) & AWAITED)
            :: else
            fi;
            n++
        :: else -> n = 0; break
        od;
        if
        :: result == GOT -> assert(state[first] == READY && !isFound)
        :: result == CYCLE -> assert(isFound)
        :: result == ASYNC -> assert(hasLeft || isThread && isAwaited[first])
        :: result == THROWN -> assert(throws > 0)
        :: result == CANCELLED -> assert(!isThread && isImpatient)
        fi;
        result = 0; reach = 0; path[0] = 0; isFound = false; hasLeft = false;
        finished++
    }
}

proctype Thread(byte me; byte first) {
    byte n, result, wanted, depth, reach;
    byte path[SLOTS];
    bool isFound, hasLeft;
    resolve_sync(first);
    check(first, true, false)
}

proctype Task(byte me; byte first; bool isImpatient) {
    byte n, result, wanted, depth, reach;
    byte path[SLOTS];
    bool isFound, hasLeft, isGone;
    resolve_async(first, false, isImpatient);
    isGone = false;
    check(first, false, isImpatient)
}

init {
    byte n, m;
    bool isImpatient;
    atomic {
        do
        :: n < SLOTS ->
            beginner[n] = NONE;
            need[2 * n] = NONE; need[2 * n + 1] = NONE;
            if
            :: isAwaited[n] = true; isInjected[n] = INJECTIONS
            :: true
            fi;
            if
            :: true
            :: need[2 * n] = 0
#if SLOTS > 1
            :: need[2 * n] = 1
#endif
#if SLOTS > 2
            :: need[2 * n] = 2
#endif
            fi;
            if
            :: true
#if SLOTS > 1
            :: isAwaited[n] && need[2 * n] == 0 -> need[2 * n + 1] = 1
#endif
#if SLOTS > 2
            :: isAwaited[n] && need[2 * n] < 2 -> need[2 * n + 1] = 2
#endif
            fi;
            n++
        :: else -> n = 0; break
        od;
        do
        :: n < ACTORS -> sleeps[n] = NONE; waiter[n].target = NONE; n++
        :: else -> n = 0; break
        od;
        do
        :: n < SLOTS ->
            if :: isAwaited[n] -> run Build(n) :: else fi;
#if SLOTS > 1
            if :: need[2 * n + 1] != NONE -> run Branch(n) :: else fi;
#endif
            n++
        :: else -> n = 0; break
        od;
        hangs = true;
        do                                  /* The order of the callers does not matter: the first one asks for the first. */
        :: n < CALLERS ->
            if
            :: run Thread(n, m); hangs = false
#if IMPATIENT
            :: run Task(n, m, true)
#endif
            :: run Task(n, m, false); hangs = false
            fi;
            do :: m < SLOTS - 1 -> m++ :: break od;
            n++
        :: else -> n = 0; break
        od;
        if :: hangs = false :: true fi;
        m = 0
    }
    ARE_ALL_BACK;
    do
    :: n < SLOTS -> assert(state[n] != BUILDING && made[n] == (state[n] == READY)); n++
    :: else -> n = 0; break
    od
}
