/* The wait-for graph of threads.
 *
 * THREADS threads resolve among SLOTS registrations, in every order. Each registration needs no other or one other, or itself,
 * by its constructor or by an injection: all such graphs are tried. A factory may throw, THROWS times in all.
 *
 * step of the model                 source
 * obtain                            Construction.swift `obtainKept`; WaitForGraph.swift `wait`
 * find_circle, CAN_YIELD            WaitForGraph.swift `circle`, `breakCircle`; Build.swift `canBeTakenEarly`
 * put_off, put_off_in_circle        ThreadNode+Frames.swift and WaitForGraph.swift `putOffInjection`
 * take_early                        ThreadNode.swift `takeEarly`, `claimEarly`
 * made, returned                    Construction.swift `complete`, `inject`, `injectAgain`; ThreadNode+Frames.swift `abandon`
 * finish, decide_pending            WaitForGraph.swift `finish`, `decidePending`, `completeGroup`
 * publish, give_up                  Build.swift `publish`, `giveUp`
 *
 * Checked: every thread ends. It ends with an error if the constructors alone form a circle that it meets, or if a factory has
 * thrown, and only then. A thread that gets an instance finds everything complete that the instance holds, directly or not.
 *
 * Each atomic step runs under the graph's one lock, so memory is in order here. Left out: gates and turns, limits, transient
 * and graph instances, factories that need more than one instance.
 */
#include "threads-steps.pml"

proctype Thread(byte me) {
    byte asked, first, slot, i, n, back, reach, links, level;
    bool isDone, isOk, isThrown;
    if
    :: asked = 0
    :: asked = 1
#if SLOTS > 2
    :: asked = 2
#endif
    fi;
    first = asked;

obtain:                                     /* Construction.obtainKept */
    atomic {
        if
        :: state[asked] == READY -> isOk = true; goto returned
        :: state[asked] == FREE ->
            state[asked] = CONSTRUCTING; owner[asked] = me;
            push_frame(asked, false);
            goto construct
        :: else
        fi;
#ifdef BROKEN_SEEN_BEFORE_ITS_INJECTION
        if :: CAN_BE_TAKEN(asked) -> isOk = true; take_early(asked); goto returned :: else fi;
#endif
#ifndef BROKEN_CIRCLES_NOT_LOOKED_FOR
        d_step { find_circle(asked); isDone = (back & BIT(asked)) != 0 };
        if
        :: isDone ->                        /* WaitForGraph.wait */
            isDone = false;
            if
            :: CAN_BE_TAKEN(asked) -> back = 0; reach = 0; links = 0; isOk = true; take_early(asked); goto returned
            :: else
            fi;
            /* Any sleeper of the circle whose wait can be cut short; the engine takes the first. */
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
#ifdef BROKEN_SLEEPS_WITHOUT_THE_LOCK
    };
    atomic {
#endif
        target[me] = asked; looks[me] = false
    };
    atomic { looks[me] -> looks[me] = false; target[me] = NONE;
        if
        :: givesWay[me] -> givesWay[me] = false; isOk = false; goto returned
        :: else -> goto obtain
        fi
    };

construct:
    slot = TOP.slot;
    if
    :: atomic { throws < THROWS -> throws++ }; isThrown = true; isOk = false; goto returned
    :: needs[slot] != NONE && !injects[slot] -> asked = needs[slot]; goto obtain
    :: needs[slot] == NONE || injects[slot]
    fi;

made:                                       /* Construction.complete: the factory of the innermost frame has returned. */
    atomic {
        slot = TOP.slot;
        isDone = injects[slot];
        n = 0;
        do
        :: n < SLOTS && frames[me].putOff[n] == frames[me].count - 1 -> break
        :: n < SLOTS && frames[me].putOff[n] != frames[me].count - 1 -> n++
        :: n == SLOTS -> break
        od;
        if :: isDone || n < SLOTS -> state[slot] = INJECTING :: else fi;
        if
        :: n < SLOTS -> frames[me].putOff[n] = NONE; push_frame(n, true); slot = n; isDone = true
        :: else
        fi;
        n = 0;
        if
        :: isDone -> isDone = false; asked = needs[slot]; goto obtain
        :: else
        fi
    };

finish:                                     /* WaitForGraph.finish */
    atomic {
        slot = TOP.slot;
        holds[slot] = (holds[slot] | TOP.taken) & ~BIT(slot);
        holdsFailed[slot] = holdsFailed[slot] || TOP.takenFailed;
        isDone = TOP.isAgain;
        pop_frame();
        d_step {
            if
            :: holdsFailed[slot] -> give_up(slot)
            :: !holdsFailed[slot] && holds[slot] == 0 -> publish(slot)
            :: else -> state[slot] = PENDING
            fi;
            decide_pending()
        };
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
        :: state[slot] == INJECTING && TOP.putOff != NONE ->    /* Construction.inject: the injection is put off. */
            frames[me].putOff[slot] = TOP.putOff;
            isDone = TOP.isAgain;
            pop_frame();
            isOk = false;
            isThrown = false;
            if
            :: isDone -> isDone = false; goto made
            :: else -> asked = slot; goto obtain
            fi
        :: isOk && state[slot] == INJECTING && TOP.putOff == NONE -> isOk = false; goto finish
        :: else                             /* ThreadNode.abandon */
        fi;
        n = 0; level = NONE;
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
                :: frames[me].putOff[n] == i -> frames[me].putOff[n] = level; if :: level == NONE -> back = back | BIT(n) :: else fi
                :: else
                fi;
                n++
            :: else -> break
            od;
            level = 0; i = 0;
            do
            :: i < SLOTS -> if :: back & BIT(i) -> give_up(i) :: else fi; i++
            :: else -> i = 0; break
            od;
            give_up(slot);
            decide_pending()
        };
        goto returned
    };

over:
    atomic {
        leads_to_constructor_circle(first, isDone);
        if
        :: isOk -> assert(!isDone); check_complete(first)
        :: else -> assert(isDone || isThrown)
        fi;
        finished++
    }
}

init {
    byte n;
    atomic {
        do
        :: n < SLOTS ->
            if
            :: needs[n] = NONE
            :: needs[n] = 0; injects[n] = false
            :: needs[n] = 0; injects[n] = true
            :: needs[n] = 1; injects[n] = false
            :: needs[n] = 1; injects[n] = true
#if SLOTS > 2
            :: needs[n] = 2; injects[n] = false
            :: needs[n] = 2; injects[n] = true
#endif
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
    :: else -> break
    od
}
