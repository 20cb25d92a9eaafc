/* The end of a container, and of the scopes in it, while instances are made and bodies run.
 *
 * A container has one kept registration, and each of SCOPES scopes has one whose factory may ask for it. A scope is that of a body of
 * `withScope`, or was opened by a user who may shut it down. Another thread resolves in the container, if LOOKERS is 1. CLOSERS tasks
 * end the container by `close()` or by `shutdown()`, with or without a limit. The first one may have been started in the body of
 * the first scope, which waits for it or not.
 *
 * step of the model       source, below Sources/Core
 * make, finish            Construction/Construct.swift `resolveCellInstance`; Cell/Claim.swift `claim`, `endMaking`; Construction/Finishing.swift
 *                         `publishIfNobodyWaits`, `endMakingLocked`, `runActionsAfterUnlock`
 * enter, leave_body       Container/OpenScopes.swift `addOpenScope`, `endBody`; Container/CurrentContainerReference.swift `isOver`
 * Scope                   Scope/Scopes.swift `withScope`, `openScope`
 * wait_until_quiet        Container/OpenScopes.swift `waitUntilQuiescent`, `partsOfCaller`, `waitsForCaller`; Cell/QuiescenceWaiter.swift; Cell/Gate.swift
 * begin, close_cells      Container/End.swift `beginEnd`, `beginTeardown`, `finishTeardown`, `markEndedAndWakeWaiters`; Container/Teardown.swift `revokeInstance`, `closeInstancesUntilOneAwaits`
 * Closer, end_scope       Container/End.swift `close`, `endInFull`, `waitForEnd`; Container/OpenScopes.swift `openScopes`
 *
 * Checked: nothing is claimed after the end of its handle has begun; each completed instance is closed once, by who ends the handle
 * or by its maker; a scope is refused or closed; nobody sleeps forever. Where no limit passes and nobody calls `close()`, a
 * shutdown returns only when nothing is made, no body runs that it is no part of, and everything is closed; and the container's
 * instance is closed after those that hold it. Where no limit passes, who ends a container closes its instance after the ends of its
 * scopes.
 *
 * Three of the broken forms are faults that this model found in the sources, which no longer have them:
 *   EXEMPT_BY_COUNT         What an end is part of is a number. If the body that has started the shutdown returns first, another one
 *                           takes its place in the count, and is not waited for.
 *   SECOND_END_RETURNS      A second end of a handle does not wait for the first one; it has to, unless it is part of a body. Nor does
 *                           the end of a container for that of a scope which another one has begun.
 *   SCOPES_NOT_WAITED_FOR   The shutdown of a container does not wait for what is made in a scope that a user has opened.
 *
 * Left out: circles; factories that throw or await; hooks that end a handle; scopes in scopes; scopes that are released. Each atomic
 * step runs under the lock of one context: see core-cell.pml for what readers see without it.
 */
#ifndef LOOKERS
#define LOOKERS 1
#endif
#ifndef HURRIES
#define HURRIES 1                           /* `close()` and limits, too. */
#endif
#define HOMES (SCOPES + 1)                  /* 0 is the container's. */
#define NONE 15

#define EMPTY 0
#define BUILDING 1
#define READY 2
#define CLOSED_FULL 3
#define OPEN 0
#define ENDING 1
#define CLOSED 2
byte state[HOMES], mark[HOMES], making[HOMES];
byte bodies;
bool isWaitedFor[HOMES];                    /* context.waiter */
byte exempt, exemptDoor;                    /* Of who waits for the container. */
bool isLinked[HOMES], isOpen[HOMES];        /* In the container's list; the door of its body is not over. */
bool isOver[HOMES];                         /* Its end is over. */

/* What has happened. */
bool isMade[HOMES], holds[HOMES], isEntered[HOMES], isHooked[HOMES], isClosed[HOMES];
bool isHurried;                             /* Someone has called `close()`, or a limit has passed. */
bool isLate;                                /* A limit has passed. */
bool isBack;                                /* The closer that was started in a body. */
byte running;

#ifdef BROKEN_EXEMPT_BY_COUNT
#define EXEMPT exempt
#else
#define EXEMPT (exemptDoor != NONE && isOpen[exemptDoor])
#endif
#define IS_QUIET(h) (making[h] + (h == 0 -> bodies : 0) <= (h == 0 -> EXEMPT : 0))

inline take_waiter(h) {
    skip;
#ifndef BROKEN_WAITER_NOT_TOLD
    if :: isWaitedFor[h] && IS_QUIET(h) -> isWaitedFor[h] = false :: else fi
#endif
}

inline run_hooks(h) {
    atomic {
        assert(isMade[h] && !isHooked[h]);
        isHooked[h] = true;
        if
        :: h == 0 && !isHurried ->
            i = 1;
            do
            :: i < HOMES -> assert(!(isMade[i] && holds[i]) || isClosed[i]); i++
            :: else -> i = 0; break
            od
        :: else
        fi
    };
    isClosed[h] = true
}

/* The end of a making; the cell is closed by its maker if its context was closed meanwhile. */
inline finish(h, succeeded) {
    atomic {
        making[h]--;
        if
        :: succeeded -> isMade[h] = true; state[h] = (mark[h] == CLOSED -> CLOSED_FULL : READY)
        :: else -> state[h] = EMPTY
        fi;
        isOwn = succeeded && state[h] == CLOSED_FULL;
        take_waiter(h)
    };
    if
#ifndef BROKEN_NOT_CLOSED_BY_ITS_MAKER
    :: isOwn -> isOwn = false; run_hooks(h)
#endif
    :: else -> isOwn = false
    fi
}

#ifdef BROKEN_CLAIMED_WHILE_ENDING
#define MAY_CLAIM(h) (mark[h] != CLOSED)
#else
#define MAY_CLAIM(h) (mark[h] == OPEN)
#endif
/* Asks for the instance of a context; `isGot` tells whether there is one. The factory of a scope's may ask for the container's. */
inline claim(h) {
    atomic {
        state[h] != BUILDING ->             /* Who sleeps looks again when the making has ended. */
        isMaker = false;
        isGot = state[h] == READY;
        if
        :: state[h] == EMPTY && MAY_CLAIM(h) ->
            assert(mark[h] == OPEN);
            state[h] = BUILDING; making[h]++;
            isMaker = true
        :: else
        fi
    }
}

inline make_in_container() {
    claim(0);
    if
    :: isMaker -> isMaker = false; finish(0, true); isGot = true
    :: else
    fi
}

inline make(h) {
    claim(h);
    if
    :: isMaker ->
        if
        :: make_in_container();
            if
            :: isGot -> holds[h] = true; finish(h, true)
            :: else -> finish(h, false)
            fi
        :: finish(h, true)
        fi;
        isMaker = false
    :: else
    fi;
    isGot = false
}

inline begin(h) {
    atomic { hasBegun = mark[h] == OPEN; if :: hasBegun -> mark[h] = ENDING :: else fi }
}

inline wait_until_quiet(h, limited) {
    atomic {
        if
        :: !IS_QUIET(h) -> isWaitedFor[h] = true
        :: else
        fi
    };
    if
    :: !isWaitedFor[h]
    :: limited && isWaitedFor[h] -> atomic { isWaitedFor[h] = false; isHurried = true; isLate = true }
    fi
}

/* From the mark to the last hook. */
inline close_cells(h) {
#ifdef BROKEN_LISTED_BEFORE_THE_MARK
    isListed = state[h] == READY;
    mark[h] = CLOSED;
    atomic {
#else
    mark[h] = CLOSED;
#ifndef BROKEN_SECOND_END_RETURNS
    if
    :: h == 0 ->                            /* Of scopes that someone else ends; those of this end are over. */
        i = 1;
        do
        :: i < HOMES && (!isLinked[i] || isOver[i] || isLate) -> i++
        :: i == HOMES -> i = 0; break
        od
    :: else
    fi;
#endif
    atomic {
        isListed = state[h] == READY;
#endif
        if :: isListed && state[h] == READY -> state[h] = CLOSED_FULL :: else isListed = false fi;
        if
        :: isListed && h == 0 && !isLate ->
            i = 1;
            do
            :: i < HOMES -> assert(!isLinked[i] || isOver[i]); i++
            :: else -> i = 0; break
            od
        :: else
        fi
    };
    if :: isListed -> isListed = false; run_hooks(h) :: else fi;
    isOver[h] = true
}

/* The end of a scope, by its body, by its user or by who ends the container. */
inline end_scope(h, waitsForMakings, waitsForEnd) {
    begin(h);
    if
    :: hasBegun ->
        hasBegun = false;
        if :: waitsForMakings && !isHurried -> wait_until_quiet(h, false) :: else fi;
        close_cells(h)
#ifndef BROKEN_SECOND_END_RETURNS
    :: !hasBegun && waitsForEnd -> isOver[h] || isLate
#endif
    :: else
    fi
}

#if LOOKERS
proctype Looker() {
    byte i;
    bool isOwn, isMaker, isGot;
    make_in_container();
    running--
}
#endif

/* A thread that resolves in a scope that its user has opened. */
proctype Maker(byte h) {
    byte i;
    bool isOwn, isMaker, isGot;
    make(h);
    running--
}

proctype Closer(byte door) {
    byte i, h;
    bool isListed, hasBegun, isShutdown, hasLimit, isPart;
    atomic {
        if
        :: isShutdown = true
#if HURRIES
        :: isShutdown = true; hasLimit = true
        :: isHurried = true
#endif
        fi;
        begin(0)
    };
    if
    :: hasBegun ->
        hasBegun = false;
        if
        :: isShutdown ->
            atomic {
                exemptDoor = (door != NONE && isOpen[door] -> door : NONE);
                exempt = exemptDoor != NONE
            };
            wait_until_quiet(0, hasLimit)
        :: else
        fi;
        h = 1;
        do
        :: h < HOMES ->
            if
            :: isLinked[h] ->
#ifdef BROKEN_SCOPES_NOT_WAITED_FOR
                end_scope(h, false, isShutdown)
#else
                end_scope(h, isShutdown, isShutdown)
#endif
            :: else
            fi;
            h++
        :: else -> h = 0; break
        od;
        close_cells(0)
#ifndef BROKEN_SECOND_END_RETURNS
    :: !hasBegun && isShutdown ->
        /* Part of a body for which the first one waits: it returns. */
        isPart = door != NONE && isOpen[door];
        isPart || isOver[0]
#endif
    :: else
    fi;
    atomic {
        if
        :: isShutdown && !isHurried && !isPart ->
            assert(making[0] == 0 && bodies <= (exemptDoor != NONE && isLinked[exemptDoor]));
            h = 0;
            do
            :: h < HOMES -> assert(!isEntered[h] || making[h] == 0 && isMade[h] == isClosed[h]); h++
            :: else -> h = 0; break
            od
        :: else
        fi;
        isShutdown = false; hasLimit = false; isPart = false;
        if :: door != NONE -> isBack = true :: else fi;
        running--
    }
}

proctype Scope(byte h; bool isBody; bool hasCloser; bool isAwaited) {
    byte i;
    bool isOwn, isMaker, isGot, isListed, hasBegun;
    atomic {                                /* enter */
#ifdef BROKEN_SCOPE_OPENED_WHILE_ENDING
        if
        :: mark[0] != CLOSED ->
#else
        if
        :: mark[0] == OPEN ->
#endif
            isEntered[h] = true; isLinked[h] = true; isOpen[h] = isBody;
            bodies = bodies + isBody
        :: else
        fi;
        if
        :: hasCloser -> run Closer((isEntered[h] && isBody -> h : NONE))
        :: else
        fi
    };
    if
    :: isEntered[h] && isBody ->
        if :: make(h) :: skip fi;
        isBack || !isAwaited;
        end_scope(h, false, true);
        isOpen[h] = false;
        atomic {                            /* leave_body */
            isLinked[h] = false;
            bodies--;
            take_waiter(0)
        }
    :: isEntered[h] && !isBody ->
        atomic { running++; run Maker(h) };
        if
        :: end_scope(h, true, true)
        :: skip
        fi
    :: else
    fi;
    running--
}

init {
    byte h, n;
    atomic {
        exemptDoor = NONE;
        isEntered[0] = true;
        running = SCOPES + CLOSERS + LOOKERS;
#if LOOKERS
        run Looker();
#endif
        n = CLOSERS;
        h = 1;
        if
        :: n--;
            if
            :: run Scope(1, true, true, true)
            :: run Scope(1, true, true, false)
            fi
        :: run Scope(1, true, false, false)
        :: run Scope(1, false, false, false)
        fi;
#if SCOPES > 1
        if
        :: run Scope(2, true, false, false)
        :: run Scope(2, false, false, false)
        fi;
#endif
        do :: n > 0 -> run Closer(NONE); n-- :: else -> break od;
        h = 0
    }
    running == 0;
    do
    :: h < HOMES ->
        assert(making[h] == 0 && !isWaitedFor[h] && isMade[h] == isClosed[h]);
        assert(!isEntered[h] || mark[h] == CLOSED);
        h++
    :: else -> h = 0; break
    od;
    assert(bodies == 0)
}
