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
#ifndef THROWS
#define THROWS 0
#endif
#define LEVELS (SLOTS + 2)                  /* The deepest path. */
#define NONE 15
#define BIT(n) (1 << (n))

/* The registrations: what each instance needs, by its constructor or by an injection. Chosen first, all ways. */
byte needs[SLOTS];
bool injects[SLOTS];

/* Guarded by the lock of the wait-for graph, as is `sleeps`. Each atomic step is what runs under the lock. */
#define FREE 0
#define CONSTRUCTING 1
#define INJECTING 2
#define PENDING 3
#define READY 4
byte state[SLOTS], owner[SLOTS];
byte holds[SLOTS];                          /* Builds taken early: `dependencies`, or `takenByFactory`. One bit a slot. */
bool holdsFailed[SLOTS];                    /* One of those was given up. */
byte target[THREADS];                       /* What the thread sleeps on, or NONE. */
bool looks[THREADS], givesWay[THREADS];     /* mustLookAgain, mustGiveWay */

/* The thread's own: its frames, outermost first. */
typedef Frame { byte slot; byte taken; bool takenFailed; bool isAgain; byte putOff };
typedef Frames { Frame at[LEVELS]; byte count; byte putOff[SLOTS] };
Frames frames[THREADS];                     /* putOff: by slot, the level that its injection waits for, or NONE. */
byte throws;
byte finished;

#define TOP frames[me].at[frames[me].count - 1]

/* The slots from which a wait leads to `me`, those to which `from` leads, and the sleepers between. WaitForGraph.circle */
inline find_circle(from) {
    back = 0; reach = BIT(from); i = 0;
    do
    :: i < SLOTS * SLOTS ->
        n = i % SLOTS;
        if
        :: state[n] == PENDING ->
            if :: holds[n] & back -> back = back | BIT(n) :: else fi;
            if :: reach & BIT(n) -> reach = reach | holds[n] :: else fi
        :: state[n] == CONSTRUCTING || state[n] == INJECTING ->
            if
            :: owner[n] == me -> back = back | BIT(n)
            :: owner[n] != me && target[owner[n]] != NONE ->
                if :: back & BIT(target[owner[n]]) -> back = back | BIT(n) :: else fi;
                if :: reach & BIT(n) -> reach = reach | BIT(target[owner[n]]) :: else fi
            :: else
            fi
        :: else
        fi;
        i++
    :: else -> i = 0; n = 0; break
    od;
    links = 0;
    do
    :: i < SLOTS ->
        if
        :: (reach & back & BIT(i)) && state[i] != PENDING && owner[i] != me -> links = links | BIT(owner[i])
        :: else
        fi;
        i++
    :: else -> i = 0; break
    od
}

#define CAN_BE_TAKEN(s) (state[s] == INJECTING || state[s] == PENDING)
#define CAN_YIELD(t) ((links & BIT(t)) && (back & BIT(target[t])) && CAN_BE_TAKEN(target[t]))

/* ThreadNode.putOffInjection(until:), of thread t; `isDone` tells whether an injection is put off. */
inline put_off(t, until) {
    i = 0; isDone = false; level = NONE;
    do
    :: i < frames[t].count ->
        if :: level == NONE && frames[t].at[i].slot == until -> level = i :: else fi;
        i++
    :: else -> break
    od;
    if
    :: level != NONE && state[until] != INJECTING ->
        do
        :: i > level + 1 && state[frames[t].at[i - 1].slot] == INJECTING ->
            isDone = true;
            if
            :: frames[t].at[i - 1].putOff > level -> frames[t].at[i - 1].putOff = level
            :: else
            fi;
            break
        :: i > level + 1 && state[frames[t].at[i - 1].slot] != INJECTING -> i--
        :: i <= level + 1 -> break
        od
    :: else
    fi;
    i = 0; level = 0
}

/* Follows a circle of instances that are all being constructed. WaitForGraph.putOffInjection(in:) */
inline put_off_in_circle(from) {
    n = from;
    do
    :: owner[n] == me -> put_off(me, n); givesWay[me] = isDone; break
    :: else ->
        put_off(owner[n], n);
        if
        :: isDone -> givesWay[owner[n]] = true; looks[owner[n]] = true; break
        :: else -> n = target[owner[n]]
        fi
    od;
    n = 0
}

/* Every build that holds the slot's: it is published (`isFailed` false) or given up. */
inline settle(s, isFailed) {
    n = 0;
    do
    :: n < SLOTS ->
        if :: holds[n] & BIT(s) -> holds[n] = holds[n] & ~BIT(s); holdsFailed[n] = holdsFailed[n] || isFailed :: else fi;
        n++
    :: else -> break
    od;
    n = 0;
    do
    :: n < THREADS * LEVELS ->
        if
        :: frames[n / LEVELS].at[n % LEVELS].taken & BIT(s) ->
            frames[n / LEVELS].at[n % LEVELS].taken = frames[n / LEVELS].at[n % LEVELS].taken & ~BIT(s);
            frames[n / LEVELS].at[n % LEVELS].takenFailed = frames[n / LEVELS].at[n % LEVELS].takenFailed || isFailed
        :: else
        fi;
        n++
    :: else -> n = 0; break
    od;
    n = 0;
#ifndef BROKEN_SLEEPERS_NOT_WOKEN
    do
    :: n < THREADS -> if :: target[n] == s -> looks[n] = true :: else fi; n++
    :: else -> n = 0; break
    od
#endif
}

inline publish(s) { state[s] = READY; holds[s] = 0; settle(s, false) }
inline give_up(s) { state[s] = FREE; holds[s] = 0; holdsFailed[s] = false; settle(s, true) }

/* WaitForGraph.decidePending */
inline decide_pending() {
    i = 0; reach = 0;
    do
    :: i < SLOTS * SLOTS ->
        if :: state[i % SLOTS] == PENDING && holdsFailed[i % SLOTS] -> give_up(i % SLOTS) :: else fi;
        i++
    :: else -> i = 0; break
    od;
    do
    :: i < SLOTS -> if :: state[i] == PENDING -> reach = reach | BIT(i) :: else fi; i++
    :: else -> break
    od;
    /* The pending builds that hold, also by others, only pending builds: they are published together. */
    back = reach; i = 0;
    do
    :: i < SLOTS * SLOTS ->
#ifndef BROKEN_PUBLISHED_IN_PARTS
        if :: back & BIT(i % SLOTS) && holds[i % SLOTS] & ~back -> back = back & ~BIT(i % SLOTS) :: else fi;
#endif
        i++
    :: else -> break
    od;
    reach = reach & ~back; i = 0;
    do
    :: i < SLOTS -> if :: back & BIT(i) -> publish(i) :: else fi; i++
    :: else -> i = 0; break
    od;
#ifndef BROKEN_PENDING_WAKES_NOBODY
    /* A pending build connects its waiters with other threads. */
    do
    :: reach && i < THREADS -> if :: target[i] != NONE -> looks[i] = true :: else fi; i++
    :: else -> break
    od;
#endif
    i = 0; back = 0; reach = 0
}

inline push_frame(s, again) {
    assert(frames[me].count < LEVELS);
    frames[me].count++;
    TOP.slot = s; TOP.taken = 0; TOP.takenFailed = false; TOP.isAgain = again; TOP.putOff = NONE
}
inline pop_frame() {
    TOP.slot = 0; TOP.taken = 0; TOP.takenFailed = false; TOP.isAgain = false; TOP.putOff = 0;
    frames[me].count--
}
inline take_early(s) {
    if :: frames[me].count > 0 -> TOP.taken = TOP.taken | BIT(s) :: else fi
}

/* Whether the constructors alone form a circle that the slot leads to. */
inline leads_to_constructor_circle(s, answer) {
    n = s; i = 0; answer = false;
    do
    :: i < SLOTS && needs[n] != NONE -> n = needs[n]; i++
    :: else -> break
    od;
    if
    :: needs[n] != NONE ->                  /* n is on a circle. */
        level = n; answer = true;
        do
        :: if :: injects[n] -> answer = false :: else fi;
            n = needs[n];
            if :: n == level -> break :: else fi
        od
    :: else
    fi;
    n = 0; i = 0; level = 0
}

inline check_complete(s) {
    n = s; i = 0;
    do
    :: i <= SLOTS && n != NONE -> assert(state[n] == READY); n = needs[n]; i++
    :: else -> n = 0; i = 0; break
    od
}

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
