// The cell of a shared instance: an object that lives as long as others hold it.
//
//     empty --> building --> ready: `link` is a weak reference, and the storage has the instance without holding it
//       ^                      |
//       +---- (it is gone) ----+
//
// The storage is the instance as its type has it, an existential perhaps, which no weak reference is. It is read only while the object
// is held by what the weak reference has given, since only an empty cell is made anew. What the cell lets go is released when the lock
// is free.

internal import CCore

extension Slot {
    /// Holds the instance, if it is ready and others hold it; nil otherwise.
    ///
    /// As long as the result is held, the storage can be read.
    @inline(__always)
    func holdWeakInstance() -> AnyObject? {
        let context = unsafe pointee.context.unsafelyUnwrapped
        unsafe ccore_lock_context(context)
        defer { unsafe ccore_unlock_context(context) }
        guard unsafe pointee.state == UInt8(ccore_ready), unsafe context.pointee.mark != UInt32(ccore_closed) else {
            return nil
        }
        // A ready cell has one.
        return unsafe weakInstance.unsafelyUnwrapped.pointee.object
    }

    /// The instance in the storage, which takes over the reference to its object.
    ///
    /// The storage gets the reference, and gives it away with the instance: it has none before and after.
    @inline(__always)
    func readWeakInstance<T>(ofRetainedObject object: consuming AnyObject) -> T {
        _ = unsafe Unmanaged.passRetained(object)
        return unsafe pointee.storage.unsafelyUnwrapped.assumingMemoryBound(to: T.self).move()
    }

    /// Lets a ready cell be empty whose instance is gone, or closed if its context is; the context's lock is held.
    ///
    /// - Returns: The instance, which the caller holds while it looks at the cell.
    func emptyIfReleased() -> AnyObject? {
        guard unsafe kind == .weak, unsafe state == .ready else { return nil }
        let object = unsafe weakInstance?.pointee.object
        let isClosed = unsafe pointee.context?.pointee.mark == UInt32(ccore_closed)
        if object != nil, !isClosed { return object }
        unsafe state = isClosed ? .closedFull : .empty
        unsafe releaseWeakInstance()
        return object
    }

    /// Holds the instance in the storage only weakly; the context's lock is held.
    ///
    /// - Returns: The instance, whose reference in the storage the caller releases when the lock is free.
    func makeWeak() -> AnyObject? {
        guard let record = unsafe record, let storage = unsafe pointee.storage else { return nil }
        func object<T>(ofType type: T.Type) -> AnyObject? {
            objectIfClassInstance(unsafe storage.assumingMemoryBound(to: T.self).pointee)
        }
        // Its maker has seen to it that it is an object.
        guard let object = unsafe object(ofType: record.instanceType) else { return nil }
        let reference = UnsafeMutablePointer<WeakInstance>.allocate(capacity: 1)
        unsafe reference.initialize(to: WeakInstance(object: object))
        unsafe ccore_set_link(self, reference)
        return object
    }
}

extension Slot {
    /// Whether the instance that the caller holds is what others get.
    var isPublished: Bool { unsafe kind == .weak ? holdWeakInstance() != nil : ccore_instance(self) != nil }
}
