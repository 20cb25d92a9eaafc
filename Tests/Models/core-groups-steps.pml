/* The state of core-groups.pml, which explains it, and the steps that its threads take under the graph's lock. THREADS and SLOTS are
 * given by run.sh. */
#ifndef THROWS
#define THROWS 0
#endif
#ifndef CATCHES
#define CATCHES 0
#endif
#ifndef LIMITS
#define LIMITS 0
#endif
#ifndef BOTH
#define BOTH 1
#endif
#define LEVELS (SLOTS + 2)                  /* The deepest path. */
#define NONE 15
#define BIT(n) (1 << (n))

/* The registrations: what a factory needs, and what an injection needs. Chosen first, all ways. */
byte needs[SLOTS], wants[SLOTS];

/* Guarded by the graph's lock. */
#define FREE 0
#define CONSTRUCTING 1
#define INJECTING 2
#define PENDING 3
#define READY 4
byte state[SLOTS], owner[SLOTS];
byte dependencies[SLOTS];                   /* Or `takenByFactory`; one bit a slot. */
bool dependsOnFailed[SLOTS];                /* One of those was given up. */
byte target[THREADS];                       /* What the thread sleeps for, or NONE. */
bool looks[THREADS], givesWay[THREADS];     /* mustRecheck, mustPostpone */
bool isTold[THREADS];                       /* The thread is told what the factory threw that it has waited for. */

/* The thread's own: its frames, outermost first. `byInjection` is what was taken since the injection began. */
typedef Frame { byte slot; byte taken; byte byInjection; bool takenFailed; bool byInjectionFailed; bool isAgain; byte putOff };
typedef Frames { Frame at[LEVELS]; byte count; byte putOff[SLOTS] };
Frames frames[THREADS];                     /* putOff: by slot, the level that its injection waits for, or NONE. */

/* What has happened. What the instance of a slot holds, by its factory and by its injection, is known here without the above. */
byte holds[SLOTS], isGiven[SLOTS];
bool holdsFailed[SLOTS], isGivenFailed[SLOTS];
bool isFreed[SLOTS];                        /* The cell's container has gone. */
byte throws, catches, timeouts, finished;

#define TOP frames[me].at[frames[me].count - 1]

/* The slots from which a wait leads to `me`, those to which `from` leads, and the sleepers between. */
inline find_circle(from) {
    back = 0; reach = BIT(from); i = 0;
    do
    :: i < SLOTS * SLOTS ->
        n = i % SLOTS;
        if
        :: state[n] == PENDING ->
            if :: dependencies[n] & back -> back = back | BIT(n) :: else fi;
            if :: reach & BIT(n) -> reach = reach | dependencies[n] :: else fi
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

/* ThreadNode.postponeInjection(until:), of thread t; `isDone` tells whether an injection is put off. */
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

/* Follows a circle of instances that are all being constructed. WaitForGraph.postponeInjection(in:) */
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

/* The end of a slot's build, for those that hold its instance or sleep for it. */
inline settle(s, isFailed, tells) {
    n = 0;
    do
    :: n < SLOTS ->
        if
        :: dependencies[n] & BIT(s) ->
            dependencies[n] = dependencies[n] & ~BIT(s);
#ifndef BROKEN_HOLDERS_OF_THE_FAILED_KEPT
            dependsOnFailed[n] = dependsOnFailed[n] || isFailed
#endif
        :: else
        fi;
        if
        :: isFailed ->
            if :: holds[n] & BIT(s) -> holds[n] = holds[n] & ~BIT(s); holdsFailed[n] = true :: else fi;
            if :: isGiven[n] & BIT(s) -> isGiven[n] = isGiven[n] & ~BIT(s); isGivenFailed[n] = true :: else fi
        :: else
        fi;
        n++
    :: else -> n = 0; break
    od;
    do
    :: n < THREADS * LEVELS ->
        if
        :: frames[n / LEVELS].at[n % LEVELS].taken & BIT(s) ->
            frames[n / LEVELS].at[n % LEVELS].taken = frames[n / LEVELS].at[n % LEVELS].taken & ~BIT(s);
            frames[n / LEVELS].at[n % LEVELS].takenFailed = frames[n / LEVELS].at[n % LEVELS].takenFailed || isFailed
        :: else
        fi;
        if
        :: frames[n / LEVELS].at[n % LEVELS].byInjection & BIT(s) ->
            frames[n / LEVELS].at[n % LEVELS].byInjection = frames[n / LEVELS].at[n % LEVELS].byInjection & ~BIT(s);
            frames[n / LEVELS].at[n % LEVELS].byInjectionFailed =
                frames[n / LEVELS].at[n % LEVELS].byInjectionFailed || isFailed
        :: else
        fi;
        n++
    :: else -> n = 0; break
    od;
#ifndef BROKEN_SLEEPERS_NOT_WOKEN
    do
    :: n < THREADS ->
        /* The cell may be another maker's by the time the sleeper runs. */
        if :: target[n] == s -> looks[n] = true; target[n] = NONE; isTold[n] = tells :: else fi;
        n++
    :: else -> n = 0; break
    od
#endif
}

inline publish(s) { assert(state[s] == PENDING && !isFreed[s]); state[s] = READY; dependencies[s] = 0; settle(s, false, false) }
inline give_up(s, tells) {
    assert(state[s] != READY && !isFreed[s]);
    state[s] = FREE; dependencies[s] = 0; dependsOnFailed[s] = false;
    settle(s, true, tells);
    holds[s] = 0; isGiven[s] = 0; holdsFailed[s] = false; isGivenFailed[s] = false
}

inline decide_pending() {
    i = 0; reach = 0;
    do
    :: i < SLOTS * SLOTS ->
        if :: state[i % SLOTS] == PENDING && dependsOnFailed[i % SLOTS] -> give_up(i % SLOTS, false) :: else fi;
        i++
    :: else -> i = 0; break
    od;
    do
    :: i < SLOTS -> if :: state[i] == PENDING -> reach = reach | BIT(i) :: else fi; i++
    :: else -> break
    od;
    /* The pending builds that depend, also through others, on pending builds only: they are published together. */
    back = reach; i = 0;
    do
    :: i < SLOTS * SLOTS ->
#ifndef BROKEN_PUBLISHED_IN_PARTS
        if :: back & BIT(i % SLOTS) && dependencies[i % SLOTS] & ~back -> back = back & ~BIT(i % SLOTS) :: else fi;
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
    /* A new pending build connects its waiters with other threads. */
    do
    :: reach && i < THREADS -> if :: target[i] != NONE -> looks[i] = true :: else fi; i++
    :: else -> break
    od;
#endif
    /* What everybody may see. */
    i = 0; back = 0;
    do
    :: i < SLOTS -> if :: state[i] == READY -> back = back | BIT(i) :: else fi; i++
    :: else -> i = 0; break
    od;
    do
    :: i < SLOTS ->
        assert(state[i] != READY || !((holds[i] | isGiven[i]) & ~back) && !holdsFailed[i] && !isGivenFailed[i]);
        i++
    :: else -> break
    od;
    i = 0; back = 0; reach = 0
}

inline push_frame(s, again) {
    assert(frames[me].count < LEVELS);
    frames[me].count++;
    TOP.slot = s; TOP.isAgain = again; TOP.putOff = NONE
}
inline pop_frame() {
    TOP.slot = 0; TOP.taken = 0; TOP.byInjection = 0; TOP.takenFailed = false; TOP.byInjectionFailed = false;
    TOP.isAgain = false; TOP.putOff = 0;
    frames[me].count--
}
inline take_early(s) {
    assert(frames[me].count > 0);
    if
    :: state[TOP.slot] == INJECTING -> TOP.byInjection = TOP.byInjection | BIT(s)
    :: else -> TOP.taken = TOP.taken | BIT(s)
    fi
}
/* The innermost frame's instance gets what it has asked for. */
inline get(s) {
    isOk = true;
    if
    :: frames[me].count > 0 && state[TOP.slot] == INJECTING -> isGiven[TOP.slot] = BIT(s); isGivenFailed[TOP.slot] = false
    :: frames[me].count > 0 && state[TOP.slot] == CONSTRUCTING -> holds[TOP.slot] = BIT(s)
    :: else
    fi
}

/* Whether constructors alone form a circle that the slot leads to. */
inline leads_to_constructor_circle(s) {
    reach = BIT(s); i = 0; isDone = false;
    do
    :: i < SLOTS * SLOTS ->
        n = i % SLOTS;
        if
        :: reach & BIT(n) ->
            if :: needs[n] != NONE -> reach = reach | BIT(needs[n]) :: else fi;
            if :: wants[n] != NONE -> reach = reach | BIT(wants[n]) :: else fi
        :: else
        fi;
        i++
    :: else -> i = 0; break
    od;
    do
    :: i < SLOTS ->
        n = i; level = 0;
        do
        :: level < SLOTS && needs[n] != NONE -> n = needs[n]; level++
        :: else -> break
        od;
        if :: (reach & BIT(i)) && needs[n] != NONE -> isDone = true :: else fi;
        i++
    :: else -> break
    od;
    i = 0; n = 0; level = 0; reach = 0
}
