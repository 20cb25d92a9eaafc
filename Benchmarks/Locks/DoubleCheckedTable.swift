import Synchronization

/// Naive double-checked locking.
///
/// The field is read outside the lock, and what was read there decides inside it too. Threads that come while the first one
/// makes the service all make their own. It is broken on purpose, but the breakage is kept to what is counted. What the threads race on is a word; every
/// instance that a word ever named stays in a list, so that none can be freed under a reader.
@safe
final class DoubleCheckedTable: SingletonTable, @unchecked Sendable {  // It is not, which is what it shows.
    static let strategy = "double-checked (broken)"

    private let lock = PthreadMutex()
    private let slots: SlotTable
    private let maker: Maker
    /// The addresses of the services, at the positions of the table; 0: not made.
    private let words: UnsafeMutablePointer<Atomic<UInt>>
    /// Guarded by `lock`.
    private var made: [Service] = []

    init(maker: Maker) {
        self.maker = maker
        slots = SlotTable(maker: maker)
        unsafe words = .allocate(capacity: SlotTable.capacity)
        for position in 0..<SlotTable.capacity {
            unsafe (words + position).initialize(to: Atomic(0))
        }
    }

    deinit {
        unsafe words.deallocate()
    }

    var lockBytes: Int { PthreadMutex.byteCount }

    func instance<T: Service>(_ type: T.Type) -> T {
        let position = slots.position(of: type)
        // The defect: a plain read, which nothing orders.
        let seen = unsafe UnsafeRawPointer(words + position).load(as: UInt.self)
        return seen != 0 ? Self.service(at: seen) : make(type, at: position, seen: seen)
    }

    @inline(never)
    private func make<T: Service>(_ type: T.Type, at position: Int, seen: UInt) -> T {
        lock.withLock {
            // The defect again: the copy from before the lock, not the field, is asked.
            guard seen == 0 else { return Self.service(at: seen) }
            let service = maker.make(type)
            made.append(service)
            let address = unsafe UInt(bitPattern: Unmanaged.passUnretained(service).toOpaque())
            // Release: a reader that sees the address also sees a whole object, so that nothing crashes.
            unsafe words[position].store(address, ordering: .releasing)
            return service
        }
    }

    @inline(__always)
    private static func service<T: Service>(at address: UInt) -> T {
        // `made` keeps the instance for as long as the table is there.
        unsafe Unmanaged<T>.fromOpaque(UnsafeRawPointer(bitPattern: address).unsafelyUnwrapped)
            .takeUnretainedValue()
    }
}
