/* The state of threads.pml, which explains it, and the steps that its threads take under the graph's lock. THREADS and SLOTS are
 * given by run.sh. */
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
