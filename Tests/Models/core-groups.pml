/* Instances that hold one another: early instances, injections that are put off, groups that are published together.
 *
 * THREADS threads resolve among SLOTS cells, in every order. Each factory needs no other cell or one, or its own, and each instance
 * has no injection or one that needs a cell; with BOTH 0, a cell has a need of one sort only. All such graphs are tried. A factory
 * or an injection may throw, THROWS times in all. It may also catch an error and do without the instance, CATCHES times in all. The
 * limit of a thread's wait may pass, LIMITS times in all.
 *
 * step of the model                 source, below Sources/Core/Construction
 * obtain                            Making.swift `resolveCellInstance`; Waiting.swift `waitForMaker`
 * find_circle, CAN_YIELD            Waiting.swift `findCycle`, `canEndEarly`; Build.swift `canBeTakenEarly`
 * put_off, put_off_in_circle        Frames.swift and Waiting.swift `postponeInjection`
 * take_early                        ThreadNode.swift `noteTakenEarly`; Frames.swift `takeEarlyBuilds`
 * made, returned                    Making.swift `injectAndFinish`, `inject`, `endInjectionsOrPostponeRerun`, `rerunPostponedInjections`; Frames.swift `failBuild`,
 *                                   `abandonInjections`
 * finish, decide_pending            Finishing.swift `finishBuild`, `settlePendingBuilds`, `buildsToPublish`
 * publish, give_up, settle          Finishing.swift `endSucceededBuildLocked`, `failBuildLocked`, `endMakingLocked`
 *
 * Checked: every thread ends. It gets `cycle` only if constructors alone form a circle that it meets, another error only if something
 * has thrown or a limit has passed, and an instance only if there is no such circle, or an error was caught. At each moment, a
 * published instance holds only published ones, and none that was given up; so a group is published together, and its members are
 * given up together. A cell is published once.
 *
 * One of the broken forms is a fault that this model found in the sources, where a build and an injection that is put off now hold
 * the handle of their cell:
 *   PENDING_HOLDS_NO_HANDLE   If the maker of a pending instance goes with an error, its container may go too, and the memory of the
 *                             cell with it. The build is published or given up later.
 *
 * Left out: the plain way, whose makings are those without injections (see core-cell.pml); values, transient and graph instances, and
 * tasks. Each atomic step runs under the graph's one lock, so memory is in order here.
 */
#include "core-groups-steps.pml"

proctype Thread(byte me) {
    byte asked, first, slot, i, n, back, reach, links, level;
    bool isDone, isOk, isThrown, isOwn;
    if
    :: asked = 0
    :: asked = 1
#if SLOTS > 2
    :: asked = 2
#endif
    fi;
    first = asked;

obtain:
    atomic {
        if
        :: state[asked] == READY -> get(asked); goto returned
        :: state[asked] == FREE ->
            state[asked] = CONSTRUCTING; owner[asked] = me;
            push_frame(asked, false);
            goto construct
        :: else
        fi;
#ifdef BROKEN_SEEN_BEFORE_ITS_INJECTION
        if :: CAN_BE_TAKEN(asked) && frames[me].count > 0 -> get(asked); goto returned :: else fi;
#endif
#ifndef BROKEN_CIRCLES_NOT_LOOKED_FOR
        d_step { find_circle(asked); isDone = (back & BIT(asked)) != 0 };
        if
        :: isDone ->
            isDone = false;
            if
            :: CAN_BE_TAKEN(asked) -> back = 0; reach = 0; links = 0; get(asked); take_early(asked); goto returned
            :: else
            fi;
            /* Any sleeper of the circle whose wait can be cut short; the source takes the first. */
            if
            :: CAN_YIELD(0) -> looks[0] = true; isDone = true
            :: CAN_YIELD(1) -> looks[1] = true; isDone = true
#if THREADS > 2
            :: CAN_YIELD(2) -> looks[2] = true; isDone = true
#endif
            :: else
            fi;
            back = 0; reach = 0; links = 0;
            if
            :: !isDone ->
#ifndef BROKEN_NOTHING_IS_PUT_OFF
                d_step { put_off_in_circle(asked) };
#endif
                if
                :: !isDone || givesWay[me] -> givesWay[me] = false; isDone = false; isOk = false; goto returned
                :: else -> isDone = false
                fi
            :: else -> isDone = false
            fi
        :: else -> back = 0; reach = 0; links = 0
        fi;
#endif
        target[me] = asked; looks[me] = false
    };
    atomic {
        if
        :: looks[me] -> looks[me] = false; target[me] = NONE
        :: !looks[me] && timeouts < LIMITS -> timeouts++; target[me] = NONE; isOk = false; goto returned
        fi;
        if
        :: givesWay[me] -> givesWay[me] = false; isTold[me] = false; isOk = false; goto returned
        :: !givesWay[me] && isTold[me] -> isTold[me] = false; isThrown = true; isOk = false; goto returned
        :: else -> goto obtain
        fi
    };

construct:
    slot = TOP.slot;
    if
    :: needs[slot] != NONE -> asked = needs[slot]; goto obtain
    :: needs[slot] == NONE
    fi;

made:                                       /* The factory of the innermost frame has returned, or an injection put off until then. */
    atomic {
        slot = TOP.slot;
        if
        :: throws < THROWS && state[slot] == CONSTRUCTING -> throws++; isThrown = true; isOwn = true; isOk = false; goto returned
        :: true
        fi;
        state[slot] = INJECTING;
        n = 0;
        do
        :: n < SLOTS && frames[me].putOff[n] == frames[me].count - 1 -> break
        :: n < SLOTS && frames[me].putOff[n] != frames[me].count - 1 -> n++
        :: n == SLOTS -> break
        od;
        if
        :: n < SLOTS -> frames[me].putOff[n] = NONE; push_frame(n, true); slot = n
        :: else
        fi;
        n = 0;
        if
        :: wants[slot] != NONE -> asked = wants[slot]; goto obtain
        :: else
        fi
    };

finish:
    atomic {
        slot = TOP.slot;
        dependencies[slot] = (dependencies[slot] | TOP.taken | TOP.byInjection) & ~BIT(slot);
        dependsOnFailed[slot] = dependsOnFailed[slot] || TOP.takenFailed || TOP.byInjectionFailed;
        isDone = TOP.isAgain;
        pop_frame();
        state[slot] = PENDING;
        d_step { decide_pending() };
        if
        :: isDone -> isDone = false; goto made
        :: else -> asked = slot; goto obtain
        fi
    };

returned:                                   /* To the innermost frame, from the instance that it has asked for. */
    atomic {
        if
        :: frames[me].count == 0 -> goto over
        :: else -> slot = TOP.slot
        fi;
        if
        :: isOk && state[slot] == CONSTRUCTING -> isOk = false; goto made
        :: state[slot] == INJECTING && TOP.putOff != NONE ->    /* The injection is put off; what it was given is dropped. */
            frames[me].putOff[slot] = TOP.putOff;
            dependencies[slot] = (dependencies[slot] | TOP.taken) & ~BIT(slot);
            dependsOnFailed[slot] = dependsOnFailed[slot] || TOP.takenFailed;
            isGiven[slot] = 0; isGivenFailed[slot] = false;
            isDone = TOP.isAgain;
            pop_frame();
            isOk = false;
            isThrown = false;
            if
            :: isDone -> isDone = false; goto made
            :: else -> asked = slot; goto obtain
            fi
        :: isOk && state[slot] == INJECTING && TOP.putOff == NONE -> isOk = false; goto finish
        :: isOk && state[slot] == INJECTING && TOP.putOff == NONE && throws < THROWS ->
            throws++; isThrown = true; isOk = false         /* The injection throws. */
        :: !isOk && !(state[slot] == INJECTING && TOP.putOff != NONE)
        /* The factory or the injection does without the instance. */
        :: !isOk && !isOwn && catches < CATCHES && state[slot] == CONSTRUCTING -> catches++; isThrown = false; goto made
        :: !isOk && !isOwn && catches < CATCHES && state[slot] == INJECTING && TOP.putOff == NONE ->
            catches++; isThrown = false;
            goto finish
        fi;
        isOwn = TOP.isAgain;                /* What is injected again throws past the factory's own injection. */
        n = 0; level = NONE;                /* abandon */
        do
        :: n < frames[me].count - 1 -> if :: frames[me].at[n].putOff != NONE -> level = frames[me].at[n].putOff :: else fi; n++
        :: else -> break
        od;
        skip;
        d_step {
            i = frames[me].count - 1;
            pop_frame();
            n = 0;
            back = 0;
            do
            :: n < SLOTS ->
                if
                :: frames[me].putOff[n] == i ->
                    frames[me].putOff[n] = level;
                    if :: level == NONE -> back = back | BIT(n) :: else fi
                :: else
                fi;
                n++
            :: else -> break
            od;
            level = 0; i = 0;
            do
            :: i < SLOTS -> if :: back & BIT(i) -> give_up(i, false) :: else fi; i++
            :: else -> i = 0; break
            od;
            give_up(slot, isThrown);
            decide_pending()
        };
        goto returned
    };

over:
    atomic {
        leads_to_constructor_circle(first);
        if
        :: isOk -> assert((!isDone || catches > 0) && state[first] == READY)
        :: !isOk && isThrown -> assert(throws > 0)
        :: !isOk && !isThrown -> assert(isDone || timeouts > 0)
        fi;
#ifdef BROKEN_PENDING_HOLDS_NO_HANDLE
        i = 0;                              /* Its caller releases the container. */
        do
        :: i < SLOTS -> if :: !isOk && owner[i] == me && state[i] == PENDING -> isFreed[i] = true :: else fi; i++
        :: else -> i = 0; break
        od;
#endif
        isOk = false; isThrown = false; isDone = false; first = 0; asked = 0; slot = 0;
        finished++
    }
}

init {
    byte n;
    atomic {
        do
        :: n < SLOTS ->
            needs[n] = NONE; wants[n] = NONE;
            if
            :: true
            :: needs[n] = 0
            :: needs[n] = 1
#if SLOTS > 2
            :: needs[n] = 2
#endif
            fi;
            if
            :: true
            :: (BOTH || needs[n] == NONE) -> if :: wants[n] = 0 :: wants[n] = 1 :: SLOTS > 2 -> wants[n] = 2 fi
            fi;
            n++
        :: else -> break
        od;
        n = 0;
        do
        :: n < THREADS * SLOTS -> frames[n / SLOTS].putOff[n % SLOTS] = NONE; n++
        :: else -> break
        od;
        n = 0;
        do :: n < THREADS -> target[n] = NONE; run Thread(n); n++ :: else -> break od;
        n = 0
    }
    finished == THREADS;
    do
    :: n < SLOTS -> assert(state[n] == FREE || state[n] == READY); n++
    :: else -> n = 0; break
    od
}
