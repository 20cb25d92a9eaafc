/// A slot and the container whose table has it: the container that was asked, or an ancestor, which that container
/// holds.
@unsafe
@usableFromInline
struct PlacedSlot {
    @usableFromInline let container: Unmanaged<Container>
    @usableFromInline let slot: Slot

    @inlinable
    init(_ container: Unmanaged<Container>, _ slot: Slot) {
        unsafe self.container = unsafe container
        unsafe self.slot = unsafe slot
    }

    init(_ container: Container, _ slot: Slot) {
        unsafe self.container = unsafe Unmanaged.passUnretained(container)
        unsafe self.slot = unsafe slot
    }
}

@available(*, unavailable, message: "Threads that protect it alone may hold a slot.")
extension PlacedSlot: Sendable {}

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
