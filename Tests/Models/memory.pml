/* Memory as a processor with store buffers shows it to threads.
 *
 * A store goes into the buffer of its thread, and reaches memory later: at any moment, in a step of the process `Drain`.
 * The thread that stored reads its own buffer first, and every other thread reads memory. Stores to different places drain in
 * any order, unless a store says `release`: it drains after every store that its thread made before. With -DTSO every
 * store drains in the order of the stores, as on x86.
 *
 *     store(place, value)            a plain or relaxed store
 *     store_release(place, value)    a store with release
 *     load(place, variable)          a load with acquire; loads are not reordered
 *     exchange, compare_exchange     read-modify-write with acquire and release: the buffer is empty, memory changes at once
 *     lock, unlock                   a mutex: the word is taken by a read-modify-write, and given back by a release store
 *     drained()                      the end of a thread
 *
 * A model defines THREADS, PLACES and, if memory may be freed, IS_THERE(place). Each process that uses memory has a variable
 * `me`, its number. No store may drain to freed memory.
 */

#define DEPTH 3     /* A thread with a full buffer waits. */

#ifndef IS_THERE
#define IS_THERE(place) true
#endif
#ifdef TSO
#define IN_ORDER true
#else
#define IN_ORDER false
#endif

typedef Store { byte goal; byte word; bool is_release };
typedef Buffer { Store at[DEPTH]; byte count };

byte memory[PLACES];
Buffer buffer[THREADS];

#define PENDS(t, n, p)  (buffer[t].count > n && buffer[t].at[n].goal == p)
#define HAS_PENDING(p)  (PENDS(me, 0, p) || PENDS(me, 1, p) || PENDS(me, 2, p))
#define VALUE(p) (PENDS(me, 2, p) -> buffer[me].at[2].word : \
                 (PENDS(me, 1, p) -> buffer[me].at[1].word : \
                 (PENDS(me, 0, p) -> buffer[me].at[0].word : memory[p])))

inline append(p, v, isRelease) {
    atomic {
        buffer[me].count < DEPTH ->
        assert(IS_THERE(p));
        buffer[me].at[buffer[me].count].goal = p;
        buffer[me].at[buffer[me].count].word = v;
        buffer[me].at[buffer[me].count].is_release = isRelease || IN_ORDER;
        buffer[me].count++
    }
}

inline store(place, value)         { append(place, value, false) }
inline store_release(place, value) { append(place, value, true) }

inline load(place, variable) {
    d_step { assert(IS_THERE(place)); variable = VALUE(place) }
}

inline exchange(place, value) {
    atomic { buffer[me].count == 0 -> memory[place] = value }
}

inline compare_exchange(place, expected, desired, isDone) {
    atomic {
        if
        :: memory[place] == expected && buffer[me].count == 0 -> memory[place] = desired; isDone = true
        :: memory[place] != expected && !HAS_PENDING(place) -> isDone = false
        fi
    }
}

/* The same, relaxed: for models that are broken on purpose. */
inline exchange_relaxed(place, value) {
    atomic { !HAS_PENDING(place) && (!IN_ORDER || buffer[me].count == 0) -> memory[place] = value }
}

inline compare_exchange_relaxed(place, expected, desired, isDone) {
    atomic {
        !HAS_PENDING(place) && (!IN_ORDER || buffer[me].count == 0) ->
        isDone = memory[place] == expected;
        if :: isDone -> memory[place] = desired :: else fi
    }
}

inline lock(word) {
    atomic { memory[word] == 0 && !HAS_PENDING(word) && (!IN_ORDER || buffer[me].count == 0) -> memory[word] = 1 }
}
inline unlock(word) { store_release(word, 0) }

inline drained() { buffer[me].count == 0 }

inline reach_memory(t, n) {
    assert(IS_THERE(buffer[t].at[n].goal));
    memory[buffer[t].at[n].goal] = buffer[t].at[n].word;
    buffer[t].count--;
    k = n;
    do
    :: k < DEPTH - 1 ->
        buffer[t].at[k].goal = buffer[t].at[k + 1].goal;
        buffer[t].at[k].word = buffer[t].at[k + 1].word;
        buffer[t].at[k].is_release = buffer[t].at[k + 1].is_release;
        k++
    :: else -> break
    od;
    buffer[t].at[DEPTH - 1].goal = 0;
    buffer[t].at[DEPTH - 1].word = 0;
    buffer[t].at[DEPTH - 1].is_release = false;
    k = 0
}

#define MAY_PASS(t, n, m) (!buffer[t].at[n].is_release && buffer[t].at[n].goal != buffer[t].at[m].goal)

proctype Drain(byte t) {
    byte k;
end:
    do
    :: d_step { buffer[t].count > 0 -> reach_memory(t, 0) }
    :: d_step { buffer[t].count > 1 && MAY_PASS(t, 1, 0) -> reach_memory(t, 1) }
    :: d_step { buffer[t].count > 2 && MAY_PASS(t, 2, 0) && MAY_PASS(t, 2, 1) -> reach_memory(t, 2) }
    od
}
