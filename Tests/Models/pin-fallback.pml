/* How memory that readers may use is freed, on a system without membarrier(2).
 *
 * As pin-membarrier.pml, which has the table of the other steps, except that a pin is a read-modify-write, and that the writer
 * issues no barrier.
 *
 * step of the model                     source
 * pin: exchange(PIN)                    ThreadContext.swift `pinWithFence`
 * lock, between unlinking and looking   Container+Slots.swift `writeTable`, then ControlBlock.swift `takeUnused`: the same lock again
 *
 * Checked: as there; but what was retired is freed at the latest by the next change. A thread that leaves a slot may not see
 * the notice, because nothing orders its path before its look at the notice.
 *
 * What orders the writer's store before its look at the pins is the lock: taking it again needs the first unlocking to have
 * reached memory, and a release store reaches memory after the stores before it. That is an argument about processors, as this
 * model has them. The rules of C alone do not give it, because the store is not sequentially consistent.
 */
#define FALLBACK
#include "pin.pml"
