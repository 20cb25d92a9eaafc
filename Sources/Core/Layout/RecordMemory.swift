// The memory behind a record, and that of its instances: what is in it is known by the record's type alone.

internal import CCore

extension UnsafeMutablePointer<ccore_record> {
    var factoryMemory: UnsafeMutableRawPointer { unsafe UnsafeMutableRawPointer(self + 1) }

    /// The memory of the factory.
    ///
    /// Who knows the factory's type puts it there: to pass its type on, the runtime would have to make it, for each type of instances.
    @inline(__always)
    func factoryMemory<F: ~Copyable>(boundToType type: F.Type) -> UnsafeMutablePointer<F> {
        unsafe factoryMemory.bindMemory(to: type, capacity: 1)
    }
}

extension UnsafePointer<ccore_record> {
    /// The type of the instances, without a reference to the record's object.
    var type: any Any.Type { unsafe UnsafeRawPointer(self).load(as: Any.Type.self) }

    /// Ends an instance in memory that keeps it no longer.
    func deinitializeInstance(at memory: UnsafeMutableRawPointer) {
        func end<T>(_ type: T.Type) { destroyValue(unsafe memory.assumingMemoryBound(to: T.self).move()) }
        unsafe end(self.type)
    }
}

extension Slot {
    /// Ends the instance in the storage.
    func deinitializeInstance() {
        guard let record = unsafe pointee.record, let storage = unsafe pointee.storage else { return }
        unsafe record.deinitializeInstance(at: storage)
    }
}

/// Ends a value that was moved out of memory: by fewer calls than `deinitialize`, which is for arrays.
@inline(__always)
func destroyValue<T: ~Copyable>(_ value: consuming T) {}

extension UnsafeMutableRawPointer {
    /// New memory with a value moved into it.
    @unsafe
    static func allocateBox<T>(holding value: T) -> UnsafeMutableRawPointer {
        let memory = UnsafeMutablePointer<T>.allocate(capacity: 1)
        unsafe memory.initialize(to: value)
        return UnsafeMutableRawPointer(memory)
    }

    /// Ends the value and frees its memory.
    @unsafe
    func freeBox<T>(_ type: T.Type) {
        let memory = unsafe assumingMemoryBound(to: type)
        unsafe memory.deinitialize(count: 1)
        unsafe memory.deallocate()
    }
}
