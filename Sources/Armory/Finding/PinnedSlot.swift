/// A slot, the container whose table has it, and the pin that protects the slot and the table from being freed.
///
/// The container is the one that was asked, which the caller holds, or an ancestor, which that container holds.
@unsafe
@usableFromInline
struct PinnedSlot: ~Copyable {
    @usableFromInline let container: Unmanaged<Container>
    @usableFromInline let slot: Slot
    @usableFromInline let pin: Pin

    @inlinable
    init(_ container: Unmanaged<Container>, _ slot: Slot, _ pin: consuming Pin) {
        unsafe self.container = unsafe container
        unsafe self.slot = unsafe slot
        unsafe self.pin = pin
    }

    init(_ container: Container, _ slot: Slot, _ pin: consuming Pin) {
        unsafe self.init(Unmanaged.passUnretained(container), slot, pin)
    }

    /// Calls `body` with the container, which is not retained, with the slot and with the pin.
    consuming func hand<R, E: Error>(
        to body: (Container, Slot, consuming Pin) throws(E) -> R
    ) throws(E) -> R {
        let (container, slot) = unsafe (container, slot)
        let context = unsafe pin.handOver()
        return try unsafe container.lend { container throws(E) in
            try unsafe body(container, slot, Pin(of: context))
        }
    }
}

@available(*, unavailable, message: "Threads that protect it alone may hold a slot.")
extension PinnedSlot: Sendable {}

extension Unmanaged {
    /// Calls `body` with the object without a retain: another reference keeps it alive.
    @inlinable
    @inline(__always)
    func lend<R, E: Error>(_ body: (Instance) throws(E) -> R) throws(E) -> R {
        let result: Result<R, E> = unsafe _withUnsafeGuaranteedRef { instance in
            do throws(E) {
                return .success(try body(instance))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }
}
