// The C modules by themselves, small enough to be run under valgrind: every function of CPlatform,
// CXXHash and CLookup.
//
// usage: main [--locks]    leaves out what drd does not understand: misuse that is meant to end a process, and
//                          atomic variables without a lock
//
// It prints how many checks it made and ends with 1 where one failed.

#include "../../CModules/CLookup/CLookupResolve.h"
#include "CPlatform.h"
#include "shim.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static atomic_uint checks;
static atomic_uint failures;

#define CHECK(condition) check((condition), #condition, __LINE__)

static void check(bool isTrue, const char *condition, int line)
{
    atomic_fetch_add(&checks, 1);
    if (!isTrue) {
        atomic_fetch_add(&failures, 1);
        fprintf(stderr, "main.c:%d: failed: %s\n", line, condition);
    }
}

static pthread_t start(void *(*body)(void *), void *argument)
{
    pthread_t thread;
    if (pthread_create(&thread, NULL, body, argument) != 0) {
        abort();
    }
    return thread;
}

static void join(pthread_t thread)
{
    if (pthread_join(thread, NULL) != 0) {
        abort();
    }
}

// MARK: Mutex

enum { increments = 5000, writers = 4 };

struct guarded {
    struct cplatform_mutex *mutex;
    long number;
};

static void *increment(void *argument)
{
    struct guarded *guarded = argument;
    for (int round = 0; round < increments; round++) {
        cplatform_mutex_lock(guarded->mutex);
        guarded->number += 1;
        cplatform_mutex_unlock(guarded->mutex);
    }
    return NULL;
}

static void test_mutex(void)
{
    // Not on the stack, whose variables drd does not watch.
    static struct guarded guarded;
    guarded.mutex = cplatform_mutex_create();
    pthread_t threads[writers];
    for (int index = 0; index < writers; index++) {
        threads[index] = start(increment, &guarded);
    }
    for (int index = 0; index < writers; index++) {
        join(threads[index]);
    }
    CHECK(guarded.number == increments * writers);
    cplatform_mutex_destroy(guarded.mutex);
    for (int round = 0; round < 100; round++) {
        struct cplatform_mutex *mutex = cplatform_mutex_create();
        cplatform_mutex_lock(mutex);
        cplatform_mutex_unlock(mutex);
        cplatform_mutex_destroy(mutex);
    }
}

// The process of `misuse` has to end with a line that names `call`.
static void check_ends(void (*misuse)(struct cplatform_mutex *), const char *call)
{
    int ends[2];
    if (pipe(ends) != 0) {
        abort();
    }
    struct cplatform_mutex *mutex = cplatform_mutex_create();
    pid_t child = fork();
    if (child == 0) {
        dup2(ends[1], STDERR_FILENO);
        misuse(mutex);
        _exit(0);
    }
    close(ends[1]);
    char message[256] = {0};
    ssize_t length = 0, more;
    while ((more = read(ends[0], message + length, sizeof message - 1 - (size_t)length)) > 0) {
        length += more;
    }
    close(ends[0]);
    int status = 0;
    CHECK(waitpid(child, &status, 0) == child);
    CHECK(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
    CHECK(strstr(message, call) != NULL);
    cplatform_mutex_destroy(mutex);
}

static void lock_twice(struct cplatform_mutex *mutex)
{
    cplatform_mutex_lock(mutex);
    cplatform_mutex_lock(mutex);
}

static void unlock_unlocked(struct cplatform_mutex *mutex) { cplatform_mutex_unlock(mutex); }

static void destroy_locked(struct cplatform_mutex *mutex)
{
    cplatform_mutex_lock(mutex);
    cplatform_mutex_destroy(mutex);
}

static void test_misuse_ends_the_process(void)
{
    check_ends(lock_twice, "Armory: pthread_mutex_lock failed: ");
    check_ends(unlock_unlocked, "Armory: pthread_mutex_unlock failed: ");
    check_ends(destroy_locked, "Armory: pthread_mutex_destroy failed: ");
}

// MARK: Condition

struct turn {
    struct cplatform_mutex *mutex;
    struct cplatform_condition *condition;
    bool isOurs;
    uint64_t deadline;
};

static void *give_turn(void *argument)
{
    struct turn *turn = argument;
    cplatform_mutex_lock(turn->mutex);
    turn->isOurs = true;
    cplatform_condition_signal(turn->condition);
    cplatform_mutex_unlock(turn->mutex);
    return NULL;
}

static void test_condition(void)
{
    static struct turn turn;
    turn.mutex = cplatform_mutex_create();
    turn.condition = cplatform_condition_create();
    const uint64_t hour = 3600u * UINT64_C(1000000000);
    for (int round = 0; round < 50; round++) {
        turn.isOurs = false;
        turn.deadline = round % 2 == 0 ? UINT64_MAX : cplatform_now() + hour;
        cplatform_mutex_lock(turn.mutex);
        pthread_t thread = start(give_turn, &turn);
        bool isInTime = true;
        while (!turn.isOurs && isInTime) {
            isInTime = cplatform_condition_wait(turn.condition, turn.mutex, turn.deadline);
        }
        cplatform_mutex_unlock(turn.mutex);
        CHECK(isInTime && turn.isOurs);
        join(thread);
    }
    // Nobody signals: the deadline ends the wait, not before its time, and the mutex is held again.
    const uint64_t waits[] = {0, 1, 999999, 20000000};
    for (size_t index = 0; index < sizeof waits / sizeof *waits; index++) {
        uint64_t deadline = cplatform_now() + waits[index];
        cplatform_mutex_lock(turn.mutex);
        while (cplatform_condition_wait(turn.condition, turn.mutex, deadline)) {
        }
        cplatform_mutex_unlock(turn.mutex);
        CHECK(cplatform_now() >= deadline);
    }
    cplatform_mutex_lock(turn.mutex);
    CHECK(!cplatform_condition_wait(turn.condition, turn.mutex, 0));
    cplatform_mutex_unlock(turn.mutex);
    cplatform_condition_destroy(turn.condition);
    cplatform_mutex_destroy(turn.mutex);
    uint64_t before = cplatform_now();
    CHECK(cplatform_now() >= before);
}

// MARK: One pointer per thread

static atomic_int exits;

static void count_exit(void *pointer)
{
    CHECK(cplatform_thread_get() == NULL);
    CHECK(cplatform_thread_get_slow() == NULL);
    *(int *)pointer += 1;
    atomic_fetch_add(&exits, 1);
}

static void set_again(void *pointer)
{
    CHECK(*(int *)pointer == 0);
    atomic_fetch_add(&exits, 1);
    cplatform_thread_set(pointer, true, count_exit);
}

enum pointer_use { use_fast, use_slow, use_changed, use_again, pointer_uses };

struct pointer_user {
    enum pointer_use use;
    int number;
};

static void *use_pointer(void *argument)
{
    struct pointer_user *user = argument;
    int other = 0;
    CHECK(cplatform_thread_get() == NULL);
    CHECK(cplatform_thread_get_slow() == NULL);
    if (user->use == use_changed) {
        cplatform_thread_set(&other, true, count_exit);
        CHECK(cplatform_thread_get() == &other);
    }
    cplatform_thread_set(&user->number, user->use != use_slow, user->use == use_again ? set_again : count_exit);
    CHECK(cplatform_thread_get() == (user->use == use_slow ? NULL : &user->number));
    CHECK(cplatform_thread_get_slow() == &user->number);
    return NULL;
}

static void test_thread_pointer(void)
{
    enum { rounds = 25 };
    for (int round = 0; round < rounds; round++) {
        struct pointer_user users[pointer_uses];
        pthread_t threads[pointer_uses];
        for (int use = 0; use < pointer_uses; use++) {
            users[use] = (struct pointer_user){(enum pointer_use)use, 0};
            threads[use] = start(use_pointer, &users[use]);
        }
        for (int use = 0; use < pointer_uses; use++) {
            join(threads[use]);
            CHECK(users[use].number == 1);
        }
    }
    CHECK(atomic_load(&exits) == rounds * (pointer_uses + 1));
    CHECK(cplatform_thread_get() == NULL);
}

// MARK: Stack

static void *check_stack(void *argument)
{
    size_t least = *(size_t *)argument;
    struct cplatform_stack bounds = cplatform_stack_bounds();
    uintptr_t here = (uintptr_t)&bounds;
    CHECK(bounds.low < here && here < bounds.high);
    CHECK(bounds.low < cplatform_stack_pointer() && cplatform_stack_pointer() < bounds.high);
    CHECK(bounds.high - bounds.low >= least);
    CHECK(bounds.high - bounds.low < least + (1u << 20) || least == 0);
    return NULL;
}

static void test_stack(void)
{
    size_t none = 0;
    check_stack(&none);
    size_t sizes[] = {128u << 10, 512u << 10, 8u << 20};
    for (size_t index = 0; index < sizeof sizes / sizeof *sizes; index++) {
        pthread_attr_t attributes;
        pthread_t thread;
        // What a thread keeps of its own on the stack is not the stack's.
        size_t least = sizes[index] - (16u << 10);
        if (pthread_attr_init(&attributes) != 0 || pthread_attr_setstacksize(&attributes, sizes[index]) != 0 ||
            pthread_create(&thread, &attributes, check_stack, &least) != 0) {
            abort();
        }
        join(thread);
        pthread_attr_destroy(&attributes);
    }
}

// MARK: Memory

static void test_zeroed_memory(void)
{
    size_t sizes[] = {1, 8, 24, 512, 4096, 70000, 4u << 20};
    for (int round = 0; round < 4; round++) {
        for (size_t index = 0; index < sizeof sizes / sizeof *sizes; index++) {
            unsigned char *memory = cplatform_allocate_zeroed(sizes[index]);
            size_t zeros = 0;
            for (size_t offset = 0; offset < sizes[index]; offset++) {
                zeros += memory[offset] == 0;
            }
            CHECK(zeros == sizes[index]);
            memset(memory, 0xA5, sizes[index]);
            cplatform_deallocate(memory);
        }
    }
}

// MARK: Barrier across threads

// Two threads store and then load what the other stores. One has the compiler's barrier alone; the other has the process's,
// which counts for both: so one of them sees the other's store.
struct exchange {
    atomic_int round, done;
    atomic_int fastStore, slowStore;
    int fastSaw;
};

enum { exchanges = 2000 };

static void *take_fast_side(void *argument)
{
    struct exchange *exchange = argument;
    for (int round = 1; round <= exchanges; round++) {
        while (atomic_load(&exchange->round) != round) {
            cplatform_yield();
        }
        atomic_store_explicit(&exchange->fastStore, round, memory_order_relaxed);
        cplatform_compiler_barrier();
        exchange->fastSaw = atomic_load_explicit(&exchange->slowStore, memory_order_relaxed);
        atomic_store(&exchange->done, round);
    }
    return NULL;
}

static void test_process_barrier(void)
{
    if (!cplatform_process_barrier_prepare()) {
        fprintf(stderr, "main.c: this system has no barrier across threads\n");
        return;
    }
    static struct exchange exchange;
    pthread_t thread = start(take_fast_side, &exchange);
    int missed = 0;
    for (int round = 1; round <= exchanges; round++) {
        atomic_store(&exchange.round, round);
        atomic_store_explicit(&exchange.slowStore, round, memory_order_relaxed);
        CHECK(cplatform_process_barrier() == 0);
        int saw = atomic_load_explicit(&exchange.fastStore, memory_order_relaxed);
        while (atomic_load(&exchange.done) != round) {
            cplatform_yield();
        }
        missed += saw != round && exchange.fastSaw != round;
    }
    join(thread);
    CHECK(missed == 0);
    cplatform_mark_cold();
}

// MARK: Hash

static void test_hash(void)
{
    CHECK(cxxhash_bytes("", 0) == UINT64_C(0x2D06800538D394C2));
    for (uint64_t number = 0; number < 500; number++) {
        uint64_t words[2] = {number * UINT64_C(0x9E3779B97F4A7C15), number};
        const uint64_t exchanged = words[0] << 32 | words[0] >> 32;
        CHECK(cxxhash_word(exchanged) == cxxhash_bytes(words, 8));
        CHECK(cxxhash_pair(words[0], words[1]) == cxxhash_bytes(words, 16));
        CHECK(number == 0 || cxxhash_word(words[0]) != cxxhash_word(words[0] - 1));
    }
    // In blocks that end with the last byte, so that a byte read too far is seen.
    for (size_t length = 0; length <= 600; length++) {
        for (size_t offset = 0; offset < 8; offset += 7) {
            unsigned char *block = malloc(length + offset + (length + offset == 0));
            if (block == NULL) {
                abort();
            }
            unsigned char other[600];
            for (size_t index = 0; index < length; index++) {
                block[offset + index] = other[index] = (unsigned char)(index * 7 + length);
            }
            CHECK(cxxhash_bytes(block + offset, length) == cxxhash_bytes(other, length));
            free(block);
        }
    }
}

// MARK: Lookup

// The path has room for the entries beyond its end.
enum { capacity = 4, record_words = clookup_record_size / 8, context_words = 8, path_entries = 3, path_size = 8 };

/// A container, its table of four entries with the hints before it, a thread's record and context, and a path.
struct lookup {
    uintptr_t container[clookup_plan_offset / 8 + 1];
    uintptr_t traits[clookup_searched_count_offset / 8 + 1];
    uint16_t hints[capacity];
    uintptr_t table[clookup_entries_offset / 8 + 2 * capacity];
    uintptr_t thread[record_words + context_words];
    uintptr_t path[path_size];
    /// With room for an instance of two words.
    uintptr_t slots[capacity][clookup_cell_offset / 8 + 2];
};

static void *context(struct lookup *lookup) { return &lookup->thread[record_words]; }
static uintptr_t *pin(struct lookup *lookup) { return &lookup->thread[0]; }
static uintptr_t *path_top(struct lookup *lookup) { return &lookup->thread[1]; }

static struct lookup *make_lookup(void)
{
    struct lookup *lookup = calloc(1, sizeof *lookup);
    if (lookup == NULL) {
        abort();
    }
    lookup->container[clookup_root_offset / 8] = (uintptr_t)lookup->table;
    lookup->container[clookup_traits_offset / 8] = (uintptr_t)lookup->traits;
    lookup->table[0] = (capacity - 1) * clookup_entry_size;
    lookup->table[clookup_hint_mask_offset / 8] = (uintptr_t)-capacity;
    lookup->table[clookup_hinted_offset / 8 + 2] = 1;
    *path_top(lookup) = (uintptr_t)&lookup->path[0];
    lookup->thread[clookup_path_base_offset / 8] = (uintptr_t)&lookup->path[0];
    *clookup_word(context(lookup), clookup_path_end_offset) = (uintptr_t)&lookup->path[path_entries];
    return lookup;
}

static void put(struct lookup *lookup, int entry, uintptr_t key, uintptr_t state)
{
    uintptr_t *words = &lookup->table[clookup_entries_offset / 8 + 2 * entry];
    words[0] = key;
    words[1] = (uintptr_t)lookup->slots[entry];
    lookup->slots[entry][0] = state;
    lookup->slots[entry][2] = (uintptr_t)entry;
}

static void end_of_thread(void *pointer) { (void)pointer; }

/// In place of Swift: pins the thread of a lookup in another way, and counts the graphs that end.
static struct lookup *slow_lookup;
static int ended_graphs;

void *clookup_pin_in_swift(void)
{
    *pin(slow_lookup) = 2;
    return context(slow_lookup);
}

void clookup_end_graph(void *thread)
{
    *clookup_word(thread, clookup_graph_count_offset) = 0;
    ended_graphs++;
}

static void *copy_two_words(void *room, void *instance, const void *type)
{
    (void)type;
    return memcpy(room, instance, 16);
}

static void store_tag(void *optional, unsigned tag, unsigned emptyCases, const void *type)
{
    (void)type;
    ((uintptr_t *)optional)[2] = tag << 1 | emptyCases;
}

/// The metadata of a structure of two words, behind its witnesses.
static const uintptr_t witnesses[] = {
    0, 0, (uintptr_t)copy_two_words, 0, 0, 0, 0, (uintptr_t)store_tag, 16, 16, 0x12340F,
};
static const uintptr_t metadata[] = {(uintptr_t)witnesses, 0x200};
static const void *const some_type = &metadata[1];

/// In place of Swift: return the slot as the error, or what was kept of an error, and note what is left.
static uintptr_t left_to_swift;
static bool was_apart;

__attribute__((swiftcall)) const void *clookup_obtain_in_swift(
    void *thread, void *slot, uintptr_t left, const void *type, void *room,
    __attribute__((swift_context)) const void *container)
{
    left_to_swift = left;
    was_apart = false;
    if (left == clookup_threw) {
        return (void *)*clookup_word(thread, clookup_error_offset);
    }
    CHECK(*(uintptr_t *)room == 0 && type == some_type && container == slow_lookup->container);
    return slot;
}

__attribute__((swiftcall)) const void *clookup_obtain_apart_in_swift(
    void *thread, void *slot, uintptr_t left, const void *type, void *room,
    __attribute__((swift_context)) const void *container)
{
    const void *const error = clookup_obtain_in_swift(thread, slot, left, type, room, container);
    was_apart = true;
    return error;
}

__attribute__((swiftcall)) const void *clookup_obtain_from_in_swift(
    void *thread, void *slot, void *room, const struct clookup_request *request, uintptr_t left, bool isApart,
    __attribute__((swift_context)) const void *container)
{
    const void *const error = clookup_obtain_in_swift(thread, slot, left, request->type, room, container);
    was_apart = isApart;
    return error;
}

/// A key greater than another one, with a place in the table and a hint, which are counted from 0.
static uintptr_t key_of(struct lookup *lookup, uintptr_t place, intptr_t hint, uintptr_t other)
{
    for (uintptr_t key = other + 16;; key += 16) {
        const bool isPlace = (cxxhash_key(key) & lookup->table[0]) == place * clookup_entry_size;
        if (isPlace && clookup_hint((uintptr_t)lookup->table, key) == &lookup->hints[hint]) {
            return key;
        }
    }
}

static void *find_keys(void *argument)
{
    struct lookup *lookup = make_lookup();
    uintptr_t table = (uintptr_t)lookup->table;
    // The keys' place is the last entry; the second is in the first one, behind the end, and so is the place of the absent ones.
    const uintptr_t first = key_of(lookup, 3, 0, 0), second = key_of(lookup, 3, 0, first);
    const uintptr_t absent = key_of(lookup, 3, 0, second), unhinted = key_of(lookup, 1, 1, 0);
    put(lookup, 3, first, 5);
    put(lookup, 0, second, 6);
    *clookup_hint(table, first) = 3 + 2;
    // The thread has no fast pointer yet.
    slow_lookup = lookup;
    struct clookup_found found = clookup_find(lookup->container, first);
    CHECK(found.context == context(lookup) && found.state == 5 && *pin(lookup) == 2);
    clookup_unpin(found.context);
    cplatform_thread_set(context(lookup), true, end_of_thread);

    found = clookup_find(lookup->container, first);
    CHECK(found.context == context(lookup) && found.slot == lookup->slots[3] && found.state == 5);
    CHECK(*pin(lookup) == 1);
    clookup_unpin(found.context);
    CHECK(*pin(lookup) == 0);

    // Behind another key with the same hint.
    found = clookup_find(lookup->container, second);
    CHECK(found.slot == lookup->slots[0] && found.state == 6);
    CHECK(clookup_search(table, second) == (uintptr_t)lookup->slots[0]);
    CHECK(clookup_search(table, first) == (uintptr_t)lookup->slots[3]);

    // Missing behind other keys, at its place, and by its hint.
    found = clookup_find(lookup->container, absent);
    CHECK(found.context == context(lookup) && found.state == clookup_missing && *pin(lookup) == 1);
    CHECK(clookup_search(table, absent) == 0 && clookup_search(table, unhinted) == 0);
    found = clookup_find(lookup->container, unhinted);
    CHECK(found.context == context(lookup) && found.state == clookup_missing);
    // A hint that leads to no entry.
    *clookup_hint(table, first) = 1;
    CHECK(clookup_slot(table, first) == (uintptr_t)lookup->slots[3] && clookup_slot(table, absent) == 0);
    clookup_unpin(context(lookup));
    free(lookup);
    return argument;
}

/// In place of Swift's runtime: the weak reference is a word with the object's address.
void *clookup_load_weak(void *weak)
{
    return *(void **)weak;
}

static void test_shared(void)
{
    enum { words = 5 };
    struct lookup *lookup = make_lookup();
    void *thread = context(lookup);
    // A slot with a cell: what refers to the object, the words of the value, and its size.
    uintptr_t slot[5] = {0}, cell[12] = {0};
    slot[clookup_cell_offset / 8] = (uintptr_t)cell;
    for (uintptr_t index = 1; index < words; index++) {
        cell[clookup_words_offset / 8 + index] = 100 + index;
    }
    for (uintptr_t count = 1; count <= words; count++) {
        uintptr_t room[words + 1] = {7, 7, 7, 7, 7, 7};
        cell[clookup_size_offset / 8] = 8 * count;
        cell[clookup_object_offset / 8] = 99;
        *pin(lookup) = 1;
        CHECK(clookup_take_shared(thread, slot, room) && *pin(lookup) == 0);
        CHECK(room[0] == 99);
        for (uintptr_t index = 1; index <= words; index++) {
            CHECK(room[index] == (index < count ? 100 + index : 7));
        }
        // The object was released: nothing is done, and the slot is in the room.
        cell[clookup_object_offset / 8] = 0;
        *pin(lookup) = 1;
        CHECK(!clookup_take_shared(thread, slot, room) && *pin(lookup) == 1);
        CHECK(room[0] == (uintptr_t)slot && room[count] == 7);
    }
    free(lookup);
}

/// A factory and a value witness for an instance of two words.
static __attribute__((swiftcall)) void two_words(
    __attribute__((swift_indirect_result)) void *room, const void *container,
    __attribute__((swift_context)) const void *captures,
    __attribute__((swift_error_result)) void **error)
{
    CHECK(*error == 0);
    if (captures == 0) {
        *error = (void *)5;
        return;
    }
    memcpy(room, captures, 16);
    ((uintptr_t *)room)[1] += (uintptr_t)container;
}

/// The same with arguments, which are a word.
static __attribute__((swiftcall)) void two_words_from(
    __attribute__((swift_indirect_result)) void *room, const void *container, const void *arguments,
    __attribute__((swift_context)) const void *captures, __attribute__((swift_error_result)) void **error)
{
    two_words(room, container, captures, error);
    if (captures != 0) {
        *(uintptr_t *)room = *(const uintptr_t *)arguments;
    }
}

/// What a function throws, or null.
static const void *thrown_by(void *isThrown, const void *thrown)
{
    CHECK(isThrown == (thrown == 0 ? 0 : (void *)1));
    return thrown;
}

static const void *obtain(struct lookup *lookup, int slot, void *room, uintptr_t state)
{
    void *error = 0;
    const void *thrown = 0;
    *pin(lookup) = 1;
    clookup_obtain(room, context(lookup), lookup->slots[slot], state, some_type, &thrown, lookup->container, &error);
    return thrown_by(error, thrown);
}

static const void *obtain_apart(struct lookup *lookup, int slot, void *room, uintptr_t state)
{
    void *error = 0;
    const void *thrown = 0;
    *pin(lookup) = 1;
    clookup_obtain_apart(room, context(lookup), lookup->slots[slot], state, some_type, &thrown, lookup->container, &error);
    return thrown_by(error, thrown);
}

static const void *resolve(struct lookup *lookup, void *room, const void *type)
{
    void *error = 0;
    const void *thrown = 0;
    clookup_resolve(room, type, &thrown, lookup->container, &error);
    return thrown_by(error, thrown);
}

static const void *resolve_from(struct lookup *lookup, void *room, const struct clookup_request *request, bool isApart)
{
    void *error = 0;
    const void *thrown = 0;
    (isApart ? clookup_resolve_apart_from : clookup_resolve_from)(
        room, request, request->type, &thrown, lookup->container, &error);
    return thrown_by(error, thrown);
}

static void test_obtain(void)
{
    uintptr_t captures[2] = {3, 4}, room[2] = {0}, record[14] = {0};
    struct lookup *lookup = slow_lookup = make_lookup();
    const uintptr_t container = (uintptr_t)lookup->container;
    uintptr_t *const marks = clookup_word(context(lookup), 0);
    uintptr_t *const graph = clookup_word(context(lookup), clookup_graph_count_offset);
    lookup->slots[0][1] = lookup->slots[1][1] = (uintptr_t)record;
    lookup->slots[1][2] = 1;
    record[clookup_factory_offset / 8] = (uintptr_t)two_words;

    // Swift gets every state but one, and that one if the slot may not go on the path. The thread is pinned.
    CHECK(obtain(lookup, 1, room, clookup_missing) == context(lookup) && left_to_swift == clookup_missing && !was_apart);
    CHECK(obtain_apart(lookup, 1, room, clookup_missing) == context(lookup) && left_to_swift == clookup_missing && was_apart);
    CHECK(obtain_apart(lookup, 1, room, clookup_ready) == lookup->slots[1] && left_to_swift == clookup_ready && was_apart);
    clookup_enter(context(lookup), lookup->slots[1]);
    CHECK(obtain(lookup, 1, room, clookup_transient) == lookup->slots[1] && left_to_swift == clookup_transient);
    *path_top(lookup) = (uintptr_t)&lookup->path[0];
    *marks = 0;
    *clookup_word(context(lookup), clookup_stack_limit_offset) = UINTPTR_MAX;
    CHECK(obtain(lookup, 1, room, clookup_transient) == lookup->slots[1] && left_to_swift == clookup_transient);
    CHECK(*pin(lookup) == 1 && *marks == 0 && *path_top(lookup) == (uintptr_t)&lookup->path[0]);
    *clookup_word(context(lookup), clookup_stack_limit_offset) = 0;
    // Code that is apart from the running resolve, of which there is none yet.
    *clookup_word(context(lookup), clookup_outermost_top_offset) = 1;
    CHECK(obtain_apart(lookup, 1, room, clookup_transient) == lookup->slots[1] && was_apart);
    *clookup_word(context(lookup), clookup_outermost_top_offset) = (uintptr_t)&lookup->path[0];

    // The factory throws, beneath another slot: Swift finds the slot on the path.
    clookup_enter(context(lookup), lookup->slots[0]);
    CHECK(obtain(lookup, 1, room, clookup_transient) == (void *)5 && left_to_swift == clookup_threw);
    CHECK(*clookup_word(context(lookup), clookup_error_marks_offset) == 1 && *marks == 3 && *pin(lookup) == 0);
    CHECK(lookup->path[1] == (uintptr_t)lookup->slots[1] && *path_top(lookup) == (uintptr_t)&lookup->path[2]);

    // It makes an instance, and the slot is off the path.
    *path_top(lookup) = (uintptr_t)&lookup->path[1];
    *marks = 1;
    record[clookup_factory_offset / 8 + 1] = (uintptr_t)captures;
    CHECK(obtain(lookup, 1, room, clookup_transient) == 0 && room[0] == 3 && room[1] == 4 + container);
    CHECK(*marks == 1 && *path_top(lookup) == (uintptr_t)&lookup->path[1] && *pin(lookup) == 0);
    // The same if another slot has its mark.
    *marks = 3;
    CHECK(obtain(lookup, 1, room, clookup_transient) == 0 && *marks == 3);
    // The outermost ends the graph.
    *path_top(lookup) = (uintptr_t)&lookup->path[0];
    *marks = 0;
    *graph = 1;
    const int ended = ended_graphs;
    CHECK(obtain_apart(lookup, 1, room, clookup_transient) == 0 && ended_graphs == ended + 1);

    // With arguments, by the factory for them, which gets their address.
    const uintptr_t table = (uintptr_t)lookup->table, key = (uintptr_t)some_type, argument = 77;
    const uintptr_t place = cxxhash_key(key) & lookup->table[0];
    const int entry = (int)(place / clookup_entry_size);
    const struct clookup_request request = {some_type, 0, (void *)0xA26, (void *)0xA26, &argument};
    *clookup_hint(table, key) = (uint16_t)(entry + 2);
    put(lookup, entry, key, clookup_arguments);
    lookup->slots[entry][1] = (uintptr_t)record;
    record[clookup_factory_offset / 8] = (uintptr_t)two_words_from;
    record[clookup_factory_offset / 8 + 1] = (uintptr_t)captures;
    memset(room, 0, sizeof room);
    CHECK(resolve_from(lookup, room, &request, false) == lookup->slots[entry] && left_to_swift == clookup_arguments);
    record[clookup_argument_type_offset / 8] = 0xA26;
    CHECK(resolve_from(lookup, room, &request, false) == 0 && room[0] == 77 && room[1] == 4 + container);
    room[0] = 0;
    CHECK(resolve_from(lookup, room, &request, true) == 0 && room[0] == 77 && *marks == 0 && *pin(lookup) == 0);
    room[0] = 0;
    *clookup_word(context(lookup), clookup_outermost_top_offset) = 1;
    CHECK(resolve_from(lookup, room, &request, true) == lookup->slots[entry] && was_apart);
    free(lookup);
}

/// In place of Swift's runtime: counts.
static int retains;

void *clookup_retain(void *object)
{
    retains++;
    return object;
}

/// In place of a type's witness: copies the first word of a buffer.
static void *copy_buffer(void *room, void *instance, const void *type)
{
    (void)type;
    *(uintptr_t *)room = *(uintptr_t *)instance + 1;
    return room;
}

/// Puts a type's instance into a new container, which resolves it.
static void check_resolves(const uintptr_t *type, const uintptr_t *expected, size_t words)
{
    struct lookup *lookup = slow_lookup = make_lookup();
    // Aligned as a slot is.
    static _Alignas(16) uintptr_t slot[10];
    memset(slot, 0, sizeof slot);
    slot[0] = clookup_ready;
    for (uintptr_t index = 4; index < 10; index++) {
        slot[index] = index;
    }
    slot[4 + 3] = (uintptr_t)some_type;
    const int entry = (int)((cxxhash_key((uintptr_t)type) & lookup->table[0]) / clookup_entry_size);
    put(lookup, entry, (uintptr_t)type, 0);
    lookup->table[clookup_entries_offset / 8 + 2 * (size_t)entry + 1] = (uintptr_t)slot;
    *clookup_hint((uintptr_t)lookup->table, (uintptr_t)type) = (uint16_t)(entry + 2);
    cplatform_thread_set(context(lookup), true, end_of_thread);
    uintptr_t room[6] = {0};
    CHECK(resolve(lookup, room, type) == 0 && *pin(lookup) == 0);
    CHECK(memcmp(room, expected, words * sizeof *room) == 0 && room[words] == 0);
    free(lookup);
}

/// On a thread of its own, whose pointer is no longer used when the lookup is freed.
static void *resolve_ready(void *argument)
{
    check_resolves(some_type, (uintptr_t[]){4, 5}, 2);
    static uintptr_t aligned_witnesses[11];
    memcpy(aligned_witnesses, witnesses, sizeof witnesses);
    aligned_witnesses[clookup_copy_buffer_witness] = (uintptr_t)copy_buffer;
    aligned_witnesses[clookup_flags_witness] = 63;
    static uintptr_t class_type[] = {0, 0}, metaclass_type[] = {0, 0x800}, existential_type[] = {0, 0x303, 0x280000001};
    static uintptr_t class_existential_type[] = {0, 0x303, 0x200000001};
    class_existential_type[0] = existential_type[0] = (uintptr_t)witnesses;
    check_resolves(&class_type[1], (uintptr_t[]){4}, 1);
    check_resolves(&metaclass_type[1], (uintptr_t[]){4}, 1);
    CHECK(retains == 2);
    check_resolves(&class_existential_type[1], (uintptr_t[]){4, 5}, 2);
    return argument;
}

static __attribute__((swiftcall)) const void *fill(
    void *room, __attribute__((swift_context)) const void *captures)
{
    *(uintptr_t *)room = 8;
    return captures;
}

static __attribute__((swiftcall)) struct clookup_filled fill_optional(
    void *room, __attribute__((swift_context)) const void *captures)
{
    *(uintptr_t *)room = 8;
    const struct clookup_filled filled = {captures == (void *)2 ? captures : 0, captures != 0};
    return filled;
}

/// Puts a key into a table, with its hint; returns its slot.
static uintptr_t put_hinted(struct lookup *lookup, uintptr_t key, uintptr_t state)
{
    const int entry = (int)((cxxhash_key(key) & lookup->table[0]) / clookup_entry_size);
    *clookup_hint((uintptr_t)lookup->table, key) = (uint16_t)(entry + 2);
    put(lookup, entry, key, state);
    return (uintptr_t)lookup->slots[entry];
}

static void test_find_inherited(void)
{
    struct lookup *child = slow_lookup = make_lookup(), *first = make_lookup(), *second = make_lookup();
    const void *const ancestors[] = {first->container, second->container};
    child->traits[clookup_ancestors_offset / 8] = (uintptr_t)ancestors;
    child->traits[clookup_searched_count_offset / 8] = 2;
    const uintptr_t key = (uintptr_t)some_type;
    CHECK(clookup_find_inherited(child->container, key) == 0);

    // The second ancestor has it; the first has none, then a removed one, then one that only Swift can take.
    const uintptr_t slot = put_hinted(second, key, clookup_ready);
    uintptr_t record[14] = {0}, room[2] = {0};
    CHECK(clookup_find_inherited(child->container, key) == slot);
    const uintptr_t former = put_hinted(first, key, clookup_absent);
    CHECK(clookup_find_inherited(child->container, key) == slot);
    *(uintptr_t *)former = 0;
    CHECK(clookup_find_inherited(child->container, key) == 0);
    *(uintptr_t *)former = clookup_absent;
    // A scope's instance may be that of another scope.
    second->container[clookup_plan_offset / 8] = 1;
    CHECK(clookup_find_inherited(child->container, key) == 0);
    second->container[clookup_plan_offset / 8] = 0;
    // A closed container finds nothing.
    child->table[clookup_flags_offset / 8] = clookup_closed_flag;
    CHECK(clookup_find_inherited(child->container, key) == 0);
    child->table[clookup_flags_offset / 8] = 0;

    // A ready instance is copied, and the thread is unpinned.
    *clookup_word((void *)slot, clookup_cell_offset) = 3;
    *pin(child) = 1;
    CHECK(obtain(child, 1, room, clookup_missing) == 0 && room[0] == 3 && *pin(child) == 0);

    // A transient is made from the own slot for its record, if there is one.
    const uintptr_t states[] = {clookup_transient, clookup_arguments, clookup_graph};
    *clookup_word((void *)slot, clookup_record_offset) = (uintptr_t)record;
    for (int index = 0; index < 3; index++) {
        *(uintptr_t *)slot = states[index];
        CHECK(clookup_find_inherited(child->container, key) == 0);
    }
    const uintptr_t own = put_hinted(child, (uintptr_t)record, clookup_transient);
    for (int index = 0; index < 3; index++) {
        *(uintptr_t *)slot = states[index];
        CHECK(clookup_find_inherited(child->container, key) == own);
    }

    // What an overriding container remembers holds as long as the versions have the sum.
    struct lookup *table = make_lookup();
    uintptr_t controls[2][clookup_version_offset / 8 + 1] = {{0}}, known[clookup_control_count_offset / 8 + 1] = {0};
    const void *const both[] = {controls[0], controls[1]};
    const uintptr_t remembered = put_hinted(table, key, clookup_ready);
    child->traits[clookup_searched_count_offset / 8] = 0;
    child->traits[clookup_known_offset / 8] = (uintptr_t)known;
    known[clookup_controls_offset / 8] = (uintptr_t)both;
    known[clookup_control_count_offset / 8] = 2;
    struct lookup *empty = make_lookup();
    known[clookup_known_table_offset / 8] = (uintptr_t)empty->table;
    CHECK(clookup_stamp(known) == 0 && clookup_find_inherited(child->container, key) == 0);
    known[clookup_known_table_offset / 8] = (uintptr_t)table->table;
    controls[0][clookup_version_offset / 8] = 3;
    controls[1][clookup_version_offset / 8] = 4;
    CHECK(clookup_stamp(known) == 7 && clookup_find_inherited(child->container, key) == 0);
    table->table[clookup_stamp_offset / 8] = 7;
    CHECK(clookup_find_inherited(child->container, key) == remembered);
    *(uintptr_t *)remembered = 0;
    CHECK(clookup_find_inherited(child->container, key) == 0);
    *(uintptr_t *)remembered = clookup_ready;
    controls[1][clookup_version_offset / 8] = 5;
    CHECK(clookup_find_inherited(child->container, key) == 0);
    free(empty);
    free(table);
    free(second);
    free(first);
    free(child);
}

static void test_room(void)
{
    uintptr_t room[3] = {0};
    void *error = 0;
    const void *thrown = 0;
    clookup_with_room(room, fill, 0, some_type, &thrown, 0, &error);
    CHECK(thrown_by(error, thrown) == 0 && room[0] == 8);
    clookup_with_room(room, fill, (void *)9, some_type, &thrown, 0, &error);
    CHECK(thrown_by(error, thrown) == (void *)9);
    error = 0, thrown = 0;
    clookup_with_optional_room(room, fill_optional, (void *)1, some_type, &thrown, 0, &error);
    CHECK(thrown_by(error, thrown) == 0 && room[2] == 1);
    clookup_with_optional_room(room, fill_optional, 0, some_type, &thrown, 0, &error);
    CHECK(thrown_by(error, thrown) == 0 && room[2] == 3);
    room[2] = 7;
    clookup_with_optional_room(room, fill_optional, (void *)2, some_type, &thrown, 0, &error);
    CHECK(thrown_by(error, thrown) == (void *)2 && room[2] == 7);
}

static void test_instance(void)
{
    uintptr_t captures[2] = {3, 4}, room[2] = {0}, record[14] = {0}, slot[2] = {0};
    slot[clookup_record_offset / 8] = (uintptr_t)record;
    record[clookup_factory_offset / 8] = (uintptr_t)two_words;
    CHECK(clookup_call(slot, room, (void *)16) == (void *)5 && room[0] == 0);
    record[clookup_factory_offset / 8 + 1] = (uintptr_t)captures;
    CHECK(clookup_call(slot, room, (void *)16) == 0 && room[0] == 3 && room[1] == 20);

    // The same for a slot on the path: it is taken off, unless the factory threw.
    struct lookup *lookup = make_lookup();
    void *thread = context(lookup);
    memcpy(&lookup->slots[0][1], &slot[clookup_record_offset / 8], 8);
    struct clookup_path_entry entry = clookup_enter(thread, lookup->slots[0]);
    CHECK(clookup_make(thread, lookup->slots[0], entry.marks, room, (void *)32) == clookup_made);
    CHECK(room[1] == 36 && *path_top(lookup) == entry.top && *clookup_word(thread, 0) == 0);
    record[clookup_factory_offset / 8 + 1] = 0;
    lookup->slots[1][1] = lookup->slots[0][1];
    lookup->slots[1][2] = 1;
    clookup_enter(thread, lookup->slots[0]);
    entry = clookup_enter(thread, lookup->slots[1]);
    CHECK(clookup_make(thread, lookup->slots[1], entry.marks, room, (void *)32) == clookup_threw);
    CHECK(*path_top(lookup) == entry.top + clookup_path_stride && *clookup_word(thread, 0) == 3);
    CHECK(*clookup_word(thread, clookup_error_offset) == 5 && *clookup_word(thread, clookup_error_marks_offset) == 1);

    // The same from arguments, by the factory for them.
    const uintptr_t arguments = 77;
    void *const second = lookup->slots[1];
    record[clookup_argument_type_offset / 8] = 0xA26;
    CHECK(clookup_takes(second, 0xA26) && !clookup_takes(second, 0xA27) && !clookup_takes(second, 0));
    record[clookup_factory_offset / 8] = (uintptr_t)two_words_from;
    CHECK(clookup_make_from(thread, second, entry.marks, room, (void *)48, &arguments) == clookup_threw);
    CHECK(*path_top(lookup) == entry.top + clookup_path_stride && room[1] == 36);
    record[clookup_factory_offset / 8 + 1] = (uintptr_t)captures;
    CHECK(clookup_make_from(thread, second, entry.marks, room, (void *)48, &arguments) == clookup_made);
    CHECK(room[0] == 77 && room[1] == 52 && *path_top(lookup) == entry.top && *clookup_word(thread, 0) == 1);
    room[0] = 3;
    room[1] = 36;
    free(lookup);

    CHECK(clookup_type_size(some_type) == 16 && clookup_type_alignment(some_type) == 16);
    uintptr_t copy[2] = {0};
    clookup_copy(some_type, copy, room);
    CHECK(copy[0] == 3 && copy[1] == 36);
}

static void test_path(void)
{
    struct lookup *lookup = make_lookup();
    void *thread = context(lookup);
    uintptr_t *marks = clookup_word(thread, 0);
    for (int index = 0; index < capacity; index++) {
        lookup->slots[index][2] = (uintptr_t)index + 64;
    }
    *pin(lookup) = 1;
    struct clookup_path_entry first = clookup_enter(thread, lookup->slots[0]);
    CHECK(first.top == (uintptr_t)&lookup->path[0] && first.marks == 0 && *pin(lookup) == 0);
    CHECK(lookup->path[0] == (uintptr_t)lookup->slots[0] && *path_top(lookup) == (uintptr_t)&lookup->path[1]);
    CHECK(*marks == 1);

    // Another slot with the mark of one on the path.
    lookup->slots[3][2] = 0;
    struct clookup_path_entry beside = clookup_enter(thread, lookup->slots[3]);
    CHECK(beside.top == (uintptr_t)&lookup->path[1] && beside.marks == 1 && *marks == 1);
    CHECK(!clookup_fits_path(thread, lookup->slots[3]) && !clookup_fits_path(thread, lookup->slots[0]));
    CHECK(clookup_is_on_path(thread, lookup->slots[0], beside.top));
    CHECK(!clookup_is_on_path(thread, lookup->slots[3], beside.top));
    clookup_leave(thread, beside);
    CHECK(clookup_fits_path(thread, lookup->slots[3]));
    lookup->slots[3][2] = 67;

    // The slot is on the path.
    *pin(lookup) = 1;
    CHECK(clookup_enter(thread, lookup->slots[0]).top == 0);
    CHECK(*pin(lookup) == 1 && *marks == 1 && *path_top(lookup) == (uintptr_t)&lookup->path[1]);

    struct clookup_path_entry second = clookup_enter(thread, lookup->slots[1]);
    struct clookup_path_entry third = clookup_enter(thread, lookup->slots[2]);
    CHECK(second.marks == 1 && third.marks == 3 && *marks == 7);
    // The path is at its end: a new mark goes beyond it, one that is there does not.
    struct clookup_path_entry fourth = clookup_enter(thread, lookup->slots[3]);
    CHECK(fourth.top == (uintptr_t)&lookup->path[path_entries] && *marks == 15);
    clookup_leave(thread, fourth);
    lookup->slots[3][2] = 0;
    CHECK(clookup_enter(thread, lookup->slots[3]).top == 0);

    clookup_leave(thread, third);
    CHECK(clookup_enter(thread, lookup->slots[3]).top == third.top);
    clookup_leave(thread, third);
    *clookup_word(thread, clookup_graph_count_offset) = 1;
    clookup_leave(thread, second);
    CHECK(ended_graphs == 0);
    CHECK(*marks == 1 && *path_top(lookup) == (uintptr_t)&lookup->path[1]);
    // The stack ends.
    *clookup_word(thread, clookup_stack_limit_offset) = UINTPTR_MAX;
    CHECK(clookup_enter(thread, lookup->slots[1]).top == 0);
    clookup_leave(thread, first);
    CHECK(ended_graphs == 1);
    CHECK(*marks == 0 && *path_top(lookup) == (uintptr_t)&lookup->path[0]);
    free(lookup);
}

int main(int count, char **arguments)
{
    bool isWhole = !(count > 1 && strcmp(arguments[1], "--locks") == 0);
    if (isWhole) {
        test_misuse_ends_the_process();
        test_process_barrier();
    }
    test_mutex();
    test_condition();
    test_thread_pointer();
    test_stack();
    test_zeroed_memory();
    test_hash();
    join(start(find_keys, NULL));
    test_path();
    test_shared();
    test_instance();
    join(start(resolve_ready, NULL));
    test_obtain();
    test_find_inherited();
    test_room();
    printf("C modules: %u checks, %u failed\n", atomic_load(&checks), atomic_load(&failures));
    return atomic_load(&failures) != 0;
}
