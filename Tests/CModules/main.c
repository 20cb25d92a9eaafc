// The C module by itself, small enough to be run under valgrind: every function of CCore.
//
// usage: main               everything
//        main --locks       without what drd does not understand: misuse that is meant to end a process, and atomic variables
//                           without a lock
//        main --unlocked    atomic variables without a lock alone, for ThreadSanitizer: nothing else orders the threads
//
// It prints how many checks it made and ends with 1 where one failed.

#include "thread.h"

#include <sched.h>
#include <signal.h>
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
    if (isTrue) return;
    atomic_fetch_add(&failures, 1);
    fprintf(stderr, "main.c:%d: failed: %s\n", line, condition);
}

static pthread_t start(void *(*body)(void *), void *argument)
{
    pthread_t thread;
    if (pthread_create(&thread, NULL, body, argument) != 0) abort();
    return thread;
}

static void join(pthread_t thread)
{
    if (pthread_join(thread, NULL) != 0) abort();
}

// MARK: Mutexes

enum { increments = 5000, writers = 4 };

// Not on a stack, whose variables drd does not watch.
static struct { pthread_mutex_t mutex; long number; } guarded;

static void *increment(void *argument)
{
    for (int round = 0; round < increments; round++) {
        ccore_lock(&guarded.mutex);
        guarded.number += 1;
        ccore_unlock(&guarded.mutex);
    }
    return argument;
}

static void test_mutex(void)
{
    ccore_mutex_begin(&guarded.mutex);
    pthread_t threads[writers];
    for (int index = 0; index < writers; index++) threads[index] = start(increment, NULL);
    for (int index = 0; index < writers; index++) join(threads[index]);
    CHECK(guarded.number == increments * writers);
    ccore_mutex_end(&guarded.mutex);
}

// The process of `misuse` has to end with a line that names `call`.
static void check_ends(void (*misuse)(pthread_mutex_t *), const char *call)
{
    int ends[2];
    if (pipe(ends) != 0) abort();
    const pid_t child = fork();
    if (child == 0) {
        dup2(ends[1], STDERR_FILENO);
        pthread_mutex_t mutex;
        ccore_mutex_begin(&mutex);
        misuse(&mutex);
        _exit(0);
    }
    close(ends[1]);
    char message[256] = {0};
    ssize_t length = 0, more;
    while ((more = read(ends[0], message + length, sizeof message - 1 - (size_t)length)) > 0) length += more;
    close(ends[0]);
    int status = 0;
    CHECK(waitpid(child, &status, 0) == child);
    CHECK(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
    CHECK(strstr(message, call) != NULL);
}

static void lock_twice(pthread_mutex_t *mutex) { ccore_lock(mutex); ccore_lock(mutex); }
static void unlock_unlocked(pthread_mutex_t *mutex) { ccore_unlock(mutex); }
static void end_locked(pthread_mutex_t *mutex) { ccore_lock(mutex); ccore_mutex_end(mutex); }
static void fail(pthread_mutex_t *mutex) { (void)mutex; ccore_check("nothing", 0); ccore_check("something", 1); }

static void test_misuse_ends_the_process(void)
{
    check_ends(lock_twice, "pthread_mutex_lock");
    check_ends(unlock_unlocked, "pthread_mutex_unlock");
    check_ends(end_locked, "pthread_mutex_destroy");
    check_ends(fail, "something");
}

// MARK: Conditions and threads

enum { turns = 500 };

static struct { pthread_mutex_t mutex; pthread_cond_t condition[2]; int turn, sum; bool is_over; } table_tennis;

// Each of two threads plays when it is its turn, and wakes the other one.
static void *play(void *argument)
{
    const int player = argument != NULL;
    for (int round = 0; round < turns; round++) {
        ccore_lock(&table_tennis.mutex);
        while (table_tennis.turn % 2 != player) ccore_sleep(&table_tennis.condition[player], &table_tennis.mutex, UINT64_MAX);
        table_tennis.sum += ++table_tennis.turn;
        ccore_wake(&table_tennis.condition[!player]);
        ccore_unlock(&table_tennis.mutex);
    }
    return NULL;
}

static void *end_the_game(void *argument)
{
    ccore_lock(&table_tennis.mutex);
    table_tennis.is_over = true;
    ccore_wake(&table_tennis.condition[0]);
    ccore_unlock(&table_tennis.mutex);
    return argument;
}

static void test_condition(void)
{
    ccore_mutex_begin(&table_tennis.mutex);
    for (int player = 0; player < 2; player++) ccore_condition_begin(&table_tennis.condition[player]);
    const pthread_t first = start(play, NULL), second = start(play, &table_tennis);
    join(first);
    join(second);
    CHECK(table_tennis.turn == 2 * turns && table_tennis.sum == turns * (2 * turns + 1));
    // A deadline that has passed, and one that comes.
    ccore_lock(&table_tennis.mutex);
    CHECK(!ccore_sleep(&table_tennis.condition[0], &table_tennis.mutex, 1));
    const uint64_t before = ccore_now(), deadline = before + 20 * 1000 * 1000;
    while (ccore_sleep(&table_tennis.condition[0], &table_tennis.mutex, deadline)) {}
    CHECK(ccore_now() >= deadline);
    // A thread that nobody joins.
    CHECK(ccore_start_thread(end_the_game, NULL));
    while (!table_tennis.is_over) ccore_sleep(&table_tennis.condition[0], &table_tennis.mutex, ccore_now() + 60000000000u);
    ccore_unlock(&table_tennis.mutex);
    for (int player = 0; player < 2; player++) ccore_condition_end(&table_tennis.condition[player]);
    ccore_mutex_end(&table_tennis.mutex);
}

static void *look_at_the_stack(void *argument)
{
    char here;
    const uintptr_t end = ccore_stack_end(), address = (uintptr_t)&here;
    CHECK(end < address && address - end <= *(size_t *)argument);
    CHECK(ccore_thread_number() != 0);
    *(uint64_t *)argument = ccore_thread_number();
    return NULL;
}

static void test_stack(void)
{
    uint64_t numbers[2] = {64 * 1024, 1024 * 1024};
    for (int index = 0; index < 2; index++) {
        pthread_attr_t attributes;
        pthread_t thread;
        pthread_attr_init(&attributes);
        if (pthread_attr_setstacksize(&attributes, numbers[index]) != 0) abort();
        if (pthread_create(&thread, &attributes, look_at_the_stack, &numbers[index]) != 0) abort();
        pthread_attr_destroy(&attributes);
        join(thread);
        CHECK(numbers[index] != ccore_thread_number());
    }
}

// MARK: The process

static int contributions;
static void contribute(void) { contributions++; }
#if defined(__APPLE__)
__attribute__((section("__DATA_CONST,__armory"), used)) static const ccore_contribution contribution = contribute;
#else
__attribute__((section("armory"), used)) static const ccore_contribution contribution = contribute;
#endif

static void test_process(void)
{
    unsigned char *const memory = ccore_allocate(4096);
    bool is_zero = true;
    for (int index = 0; index < 4096; index++) is_zero = is_zero && memory[index] == 0;
    CHECK(is_zero);
    // Memory that is used again is zeroed again.
    memset(memory, 0xA5, 4096);
    free(memory);
    for (int round = 0; round < 8; round++) {
        unsigned char *const again = ccore_allocate(4096);
        CHECK(again[0] == 0 && again[4095] == 0);
        free(again);
    }

    int first, second;
    CHECK(ccore_get_default() == NULL && !ccore_set_default(&first, &second) && ccore_set_default(NULL, &first));
    CHECK(ccore_get_default() == &first && !ccore_set_default(NULL, &second));
    CHECK(ccore_set_default(&first, NULL) && ccore_get_default() == NULL);

    setenv("ARMORY_C_MODULES", "1", 1);
    bool is_there = false;
    for (char **variable = ccore_environment(); *variable; variable++) {
        is_there = is_there || strcmp(*variable, "ARMORY_C_MODULES=1") == 0;
    }
    CHECK(is_there);

    CHECK(ccore_contribution_count() == 1);
    ccore_contributions()[0]();
    CHECK(contributions == 1);
}

// MARK: Tables

enum { size = 64, mask = (size - 1) * sizeof(ccore_entry) };

static ccore_slot missing;
static const ccore_record record = {.object = &missing};

/// A key that begins at a position, after another key.
static uint64_t key_at(uint64_t position, uint64_t after)
{
    do after += 16; while (ccore_start(after, mask) != position);
    return after;
}

static void test_hash(void)
{
    const char text[] = "the hash of a name";
    CHECK(ccore_hash_bytes(text, sizeof text) == XXH3_64bits(text, sizeof text) && ccore_hash_bytes(NULL, 0) == XXH3_64bits(NULL, 0));
    CHECK(ccore_qualified(16, 32) == 49 && ccore_qualified(16, 33) % 2 == 1);
    // The keys of neighbouring types are spread: with as many keys as half of the places, the most in one place are few.
    unsigned counts[size] = {0}, most = 0;
    for (uint64_t key = 0x7F00; key < 0x7F00 + 16 * size / 2; key += 16) {
        const uint64_t position = ccore_start(key, mask);
        CHECK(position % sizeof(ccore_entry) == 0 && position <= mask);
        // A larger table has the same bits, and more.
        CHECK((ccore_start(key, 4 * mask + 48) & mask) == position);
        const unsigned count = ++counts[position / sizeof(ccore_entry)];
        if (count > most) most = count;
    }
    CHECK(most <= 5);
    CHECK(ccore_position_after(0, mask) == sizeof(ccore_entry) && ccore_position_after(mask, mask) == 0);
}

static void test_table(void)
{
    ccore_entry entries[size];
    ccore_slot slots[6] = {{0}};
    for (int index = 0; index < size; index++) entries[index] = (ccore_entry){0, &missing};
    const ccore_table table = {entries, mask};
    // Three keys begin at the last place, and one at the first, where two of them have gone.
    uint64_t keys[4] = {key_at(mask, 0)};
    keys[1] = key_at(mask, keys[0]);
    keys[2] = key_at(mask, keys[1]);
    keys[3] = key_at(0, 0);
    for (int index = 0; index < 4; index++) {
        ccore_entry *const entry = (ccore_entry *)ccore_search(table, 0, ccore_start(keys[index], mask));
        CHECK(entry->key == 0);
        *entry = (ccore_entry){keys[index], &slots[index]};
        slots[index].record = &record;
    }
    CHECK(entries[size - 1].key == keys[0] && entries[0].key == keys[1] && entries[1].key == keys[2] && entries[2].key == keys[3]);
    for (int index = 0; index < 4; index++) CHECK(ccore_find(table, keys[index]) == &slots[index]);
    CHECK(ccore_find(table, key_at(mask, keys[2])) == &missing && ccore_find(table, key_at(48, 0)) == &missing);
    CHECK(ccore_is_missing(&missing) && !ccore_is_missing(&slots[0]) && ccore_factory(&slots[0]) == &record + 1);
}

enum { met_keys = 300 };

static struct { ccore_met *met; ccore_slot slots[met_keys]; } run_time;

/// Finds each key as soon as it is there.
static void *find_met(void *argument)
{
    for (uint64_t index = 0; index < met_keys; index++) {
        ccore_slot *slot;
        while (!(slot = ccore_find_met(&run_time.met, 16 * (index + 1), 0))) sched_yield();
        // What was written before the key was added is there.
        CHECK(slot == &run_time.slots[index] && slot->number == index);
    }
    return argument;
}

static void test_met(void)
{
    CHECK(ccore_find_met(&run_time.met, 16, 0) == NULL);
    const pthread_t reader = start(find_met, NULL);
    for (uint64_t index = 0; index < met_keys; index++) {
        run_time.slots[index].number = (uint32_t)index;
        ccore_add_met(&run_time.met, 16 * (index + 1), &run_time.slots[index]);
    }
    join(reader);
    CHECK(run_time.met->count == met_keys && run_time.met->former != NULL);
    // Qualified keys may have one word.
    for (int index = 0; index < 3; index++) ccore_add_met(&run_time.met, 7, &run_time.slots[index]);
    for (uint32_t index = 0; index < 3; index++) CHECK(ccore_find_met(&run_time.met, 7, index) == &run_time.slots[index]);
    CHECK(ccore_find_met(&run_time.met, 7, 3) == NULL && ccore_find_met(&run_time.met, 16 * (met_keys + 1), 0) == NULL);

    // The instance of a key that no table has.
    ccore_context context = {.met = &run_time.met};
    CHECK(ccore_hit_met(&context, 16) == NULL && ccore_hit_met(&context, 8) == NULL);
    int instance;
    ccore_publish(&run_time.slots[0], &instance);
    CHECK(ccore_hit_met(&context, 16) == &instance && ccore_hit_elsewhere(&missing, &context, 16) == &instance);
    const ccore_slot other = {.kind = ccore_transient, .record = &record};
    CHECK(ccore_hit_elsewhere(&other, &context, 16) == NULL);
    ccore_free_met(run_time.met);
    ccore_free_met(NULL);
}

// MARK: Contexts

static ccore_context *new_context(const ccore_context *outer, uint32_t depth, const ccore_slot *prototypes, size_t count)
{
    void *const memory = aligned_alloc(16, ccore_context_size(depth, count) + 16 * count);
    if (!memory) abort();
    memset(memory, 0xA5, ccore_context_size(depth, count) + 16 * count);
    ccore_begin_context(memory, outer, depth, prototypes, count);
    return memory;
}

static void end_context(ccore_context *context)
{
    ccore_end_context(context);
    free(context);
}

static void test_context(void)
{
    CHECK(ccore_context_size(0, 1) % 16 == 0 && ccore_context_size(2, 3) >= sizeof(ccore_context) + 3 * sizeof(void *) + 3 * sizeof(ccore_slot));
    // The storage of a prototype is an offset, and one more.
    const ccore_slot prototypes[2] = {{.storage = (void *)1, .kind = ccore_kept, .record = &record}, {.storage = (void *)17, .record = &record}};
    ccore_context *const outer = new_context(NULL, 0, prototypes, 1), *const context = new_context(outer, 1, prototypes, 2);
    CHECK(outer->wait_limit == UINT64_MAX && ccore_is_open(outer) && ccore_mark(context) == ccore_open);
    outer->wait_limit = 5;
    ccore_context *const inner = new_context(context, 2, prototypes, 0);
    CHECK(inner->wait_limit == UINT64_MAX && inner->slots[1] == context->slots[0] && inner->slots[2] == outer->slots[0]);
    ccore_slot *const slots = context->slots[0];
    CHECK((char *)slots[0].storage == (char *)context + ccore_context_size(1, 2) && (char *)slots[1].storage == (char *)slots[0].storage + 16);
    CHECK(slots[0].context == context && slots[0].kind == ccore_kept && slots[1].record == &record);

    // A scoped slot leads to a slot of a scope further out.
    const ccore_slot scoped = {.kind = ccore_scoped, .hops = 1, .number = sizeof(ccore_slot)};
    CHECK(ccore_is_scoped(&scoped) && !ccore_is_scoped(&slots[0]) && ccore_scoped_slot(&scoped, inner) == &slots[1]);
    int instance;
    CHECK(ccore_instance(&slots[1]) == NULL && ccore_hit_elsewhere(&scoped, inner, 0) == NULL);
    ccore_publish(&slots[1], &instance);
    CHECK(ccore_instance(&slots[1]) == &instance && ccore_hit_elsewhere(&scoped, inner, 0) == &instance);
    const ccore_slot direct = {.flags = ccore_direct | ccore_plain};
    CHECK(ccore_is_direct(&direct) && !ccore_is_direct(&slots[0]));

    ccore_lock_context(context);
    ccore_set_state(&slots[0], ccore_building);
    ccore_set_marks(&slots[0], ccore_watched);
    ccore_set_link(&slots[0], &instance);
    ccore_count(context, 2), ccore_count(context, -1), ccore_count(context, 1);
    ccore_set_waiter(context, &instance);
    ccore_set_mark(context, ccore_ending);
    ccore_unlock_context(context);
    CHECK(slots[0].state == ccore_building && slots[0].marks == ccore_watched && slots[0].link == &instance);
    CHECK(context->running == 2 && context->waiter == &instance && !ccore_is_open(context));

    // What is completed, newest first; an extra cell is taken out from any place.
    ccore_slot extra[3][2] = {{{.flags = ccore_extra}}, {{.flags = ccore_extra}}, {{.flags = ccore_extra}}};
    ccore_complete(context, &slots[0]);
    for (int index = 0; index < 3; index++) ccore_complete(context, extra[index]);
    ccore_complete(context, &slots[1]);
    ccore_take_out(context, extra[1]);
    CHECK(extra[2]->link == extra[0] && extra[1]->link == NULL && context->completed == &slots[1]);
    ccore_take_out(context, extra[2]);
    ccore_take_out(context, extra[0]);
    CHECK(slots[1].link == &slots[0] && slots[0].link == NULL);

    // The open scopes of a context, in a list.
    ccore_link_scope(outer, context);
    ccore_link_scope(outer, inner);
    CHECK(outer->scopes == inner && inner->next_scope == context && context->previous_scope == inner);
    ccore_unlink_scope(outer, context);
    CHECK(outer->scopes == inner && inner->next_scope == NULL && context->previous_scope == NULL);
    // One that was refused is in no list.
    ccore_unlink_scope(outer, context);
    CHECK(outer->scopes == inner);
    ccore_unlink_scope(outer, inner);
    CHECK(outer->scopes == NULL);

    CHECK(ccore_late_cell(context, &scoped) == NULL);
    ccore_add_late_cell(context, &scoped, extra[0]);
    CHECK(ccore_late_cell(context, &scoped) == extra[0] && ccore_late_cell(context, &direct) == NULL);
    end_context(inner);
    end_context(context);
    end_context(outer);
}

// MARK: The state of a thread

static atomic_int released;
static void release_node(void *node) { atomic_fetch_add(&released, *(int *)node); }

static void check_path(ccore_thread *thread, ccore_context *context)
{
    ccore_slot slots[2] = {{0}};
    CHECK(ccore_depth(thread) == 0 && ccore_push_first(thread, &slots[0], context) && ccore_depth(thread) == 1);
    CHECK(!ccore_push_first(thread, &slots[1], context) && !ccore_push(thread, &slots[0], context));
    CHECK(ccore_push(thread, &slots[1], context) && ccore_level_at(thread, sizeof(ccore_level))->slot == &slots[1]);
    // A slot that takes arguments is on the path again, until the path is full; then it gets more room.
    uint32_t depth = 2;
    while (ccore_push_again(thread, &slots[1], context)) depth++;
    CHECK(ccore_depth(thread) == depth && thread->path_used == thread->path_size);
    ccore_deepen(thread);
    CHECK(ccore_push_again(thread, &slots[0], context) && ccore_level_at(thread, 0)->slot == &slots[0]);
    CHECK(ccore_level_at(thread, depth * sizeof(ccore_level))->context == context);
    for (; depth > 0; depth--) ccore_pop(thread);
    ccore_pop(thread);
    CHECK(ccore_depth(thread) == 0);
    // A context that ends begins nothing, and neither does a thread whose stack is used up.
    ccore_set_mark(context, ccore_ending);
    CHECK(!ccore_push_first(thread, &slots[0], context));
    ccore_set_mark(context, ccore_open);
    const uintptr_t end = thread->stack_end;
    thread->stack_end = UINTPTR_MAX;
    CHECK(!ccore_push_first(thread, &slots[0], context) && !ccore_push(thread, &slots[0], context));
    thread->stack_end = end;
}

static void check_graph(ccore_thread *thread, ccore_context *context)
{
    ccore_slot slots[100] = {{0}};
    void *places[100];
    int build;
    for (size_t index = 0; index < 100; index++) {
        const size_t alignment = (size_t)16 << index % 4;
        places[index] = ccore_graph_add(thread, &slots[index], context, index % 2 ? &build : NULL, 100 * index, alignment);
        CHECK((uintptr_t)places[index] % alignment == 0);
        memset(places[index], (int)index, 100 * index);
    }
    for (size_t index = 0; index < 100; index++) {
        ccore_graph_entry *const entry = ccore_in_graph(thread, &slots[index], context);
        CHECK(entry && entry->instance == places[index] && entry->build == (index % 2 ? &build : NULL));
        CHECK(index == 0 || ((unsigned char *)places[index])[100 * index - 1] == index);
    }
    const ccore_context other = {0};
    CHECK(ccore_in_graph(thread, &slots[0], &other) == NULL);
    // A graph inside of another one does not see its entries.
    thread->graph_begin = 50;
    CHECK(ccore_in_graph(thread, &slots[49], context) == NULL && ccore_in_graph(thread, &slots[50], context) != NULL);
    thread->graph_begin = thread->graph_count = 0;
    CHECK(thread->arena->former != NULL);
    ccore_arena_reset(thread);
    CHECK(thread->arena->former == NULL && thread->arena->used == 0 && thread->arena->size <= 64 * 1024);
}

static void *use_a_state(void *argument)
{
    ccore_context *const context = new_context(NULL, 0, NULL, 0);
    CHECK(ccore_known_thread() == &ccore_no_thread);
    ccore_slot slot = {0};
    CHECK(ccore_depth(&ccore_no_thread) == 1 && !ccore_push_first(&ccore_no_thread, &slot, context));
    ccore_thread *const thread = ccore_this_thread();
    CHECK(thread == ccore_this_thread() && thread == ccore_known_thread() && thread->number == ccore_thread_number());
    CHECK(thread->stack_end > ccore_stack_end() && thread->node == NULL);
    check_path(thread, context);
    check_graph(thread, context);
    thread->node = argument;
    thread->release_node = release_node;
    end_context(context);
    return NULL;
}

static void test_thread(void)
{
    int nodes[3] = {1, 10, 100};
    for (int index = 0; index < 3; index++) join(start(use_a_state, &nodes[index]));
    CHECK(atomic_load(&released) == 111);
}

// MARK: Reads that a release waits for

static int *_Atomic shared;
static atomic_bool has_ended;

/// Reads until the number has been taken away.
static void *read_shared(void *argument)
{
    ccore_this_thread();
    for (;;) {
        uint64_t *const count = ccore_begin_read();
        int *const number = atomic_load(&shared);
        const bool is_sound = !number || *number == 7;
        ccore_end_read(count);
        if (!is_sound) CHECK(is_sound);
        if (atomic_load(&has_ended)) return argument;
        sched_yield();
    }
}

static void test_reads(void)
{
    pthread_t readers[writers];
    for (int index = 0; index < writers; index++) readers[index] = start(read_shared, NULL);
    for (int round = 0; round < 50; round++) {
        int *const number = ccore_allocate(sizeof *number);
        *number = 7;
        atomic_store(&shared, number);
        sched_yield();
        atomic_store(&shared, NULL);
        ccore_wait_for_reads();
        // Nobody reads it any more.
        *number = 8;
        free(number);
    }
    atomic_store(&has_ended, true);
    for (int index = 0; index < writers; index++) join(readers[index]);
}

// MARK: An instance that is published without a lock

static struct { ccore_slot slot; long instance[2], sum; } published;

static void *publish(void *argument)
{
    published.instance[0] = published.instance[1] = 7;
    ccore_publish(&published.slot, published.instance);
    return argument;
}

static void *look(void *argument)
{
    const long *instance;
    while (!(instance = ccore_instance(&published.slot))) sched_yield();
    published.sum = instance[0] + instance[1];
    return argument;
}

static void test_publication(void)
{
    for (int round = 0; round < 20; round++) {
        memset(&published, 0, sizeof published);
        const pthread_t reader = start(look, NULL), maker = start(publish, NULL);
        join(reader);
        join(maker);
        CHECK(published.sum == 14);
    }
}

int main(int count, char **arguments)
{
    const char *const part = count > 1 ? arguments[1] : "";
    if (strcmp(part, "--unlocked") != 0) {
        test_mutex();
        test_condition();
        test_stack();
        test_process();
        test_hash();
        test_table();
        test_context();
        test_thread();
    }
    if (strcmp(part, "--locks") != 0) {
        test_met();
        test_reads();
        test_publication();
    }
    if (!*part) test_misuse_ends_the_process();
    printf("C modules: %u checks, %u failed\n", atomic_load(&checks), atomic_load(&failures));
    return atomic_load(&failures) != 0;
}
