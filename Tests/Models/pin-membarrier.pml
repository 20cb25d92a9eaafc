/* How memory that readers may use is freed, on a system with membarrier(2).
 *
 * A reader pins with a plain store, finds a slot through the container's table, and takes its instance or puts the slot on its
 * path. A writer publishes another slot or another table, makes every thread pass a barrier, waits for each pin, and frees
 * what no path and no state protects. The text of the model is in pin.pml.
 *
 * step of the model                     source
 * pin, unpin                            ThreadContext.swift `pin`; CLookup.h `clookup_find`, `clookup_unpin`
 * load(ROOT), load(ENTRY)               CLookup.h `clookup_find`, `clookup_search`; RegistrationTable+Lookup.swift `find`
 * use                                   the retain of a ready instance; a factory that writes its instance into the slot
 * push, pop                             CLookup.h `clookup_push`, `clookup_pop`; Pin.swift `enter`
 * compare_exchange(STATE), later pin    TaskWaits.swift `join`, Container+AwaitMaking.swift `publish`: a task makes the instance
 * store_release(ENTRY), (ROOT)          RegistrationTable+Insert.swift `replace`; Container.swift `publish`
 * wait_for_readers, process_barrier     ThreadRegistry.swift `waitForReaders`; CPlatform.c `cplatform_process_barrier`
 * look_at_paths, look_at_states         ThreadRegistry.swift `hazards`; ControlBlock.swift `Retired.isIn`
 * retire, look, free_if_noticed         ControlBlock.swift `takeUnused`, `hasLimbo`
 *
 * Checked: no thread reads or writes freed memory, also not by a store that was delayed. Each slot is whole when a reader
 * finds it. What was retired is freed when the last user has left (PROMPT), and what is in use is not.
 *
 * Left out: the list of contexts is fixed; cells are freed as tables are; borrow lists work as paths; a graph's index, which
 * takes a slot over before it leaves the path. The factory of a transient that C calls looks at no notice when it leaves, so
 * that its slot is freed with a later change.
 */
#define MEMBARRIER
#define PROMPT
#include "pin.pml"
