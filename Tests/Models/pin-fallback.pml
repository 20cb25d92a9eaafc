/* How memory that readers may use is freed, on a system without membarrier(2).
 *
 * As pin-membarrier.pml, which has the table of the other steps, except that a pin is a read-modify-write, and that the writer
 * passes a fence for itself alone.
 *
 * step of the model                     source
 * pin: exchange(PIN)                    ThreadContext.swift `pinWithFence`
 * drained, before looking at the pins   ThreadRegistry+Readers.swift `passBarrier`: an addition that is sequentially consistent
 *
 * Checked: as there; but what was retired is freed at the latest by the next change. A thread that leaves a slot may not see
 * the notice, because nothing orders its path before its look at the notice.
 *
 * Left out, besides what is left out there: the state `settling`, which relies on time.
 */
#define FALLBACK
#include "pin.pml"
