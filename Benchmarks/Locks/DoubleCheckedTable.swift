import Synchronization

/// Naive double-checked locking, broken on purpose.
///
/// The field is read once, outside the lock, and the value read there also decides inside the lock. So threads that
/// arrive while the first one creates the service all create another instance.
///
/// Nothing else is broken, only the number of instances. The threads race on a word, and a list keeps every instance
/// that a word ever pointed to, so no instance is freed while a reader uses it.
@safe
final class DoubleCheckedTable: SingletonTable, @unchecked Sendable {  // It is not: the table demonstrates the defect.
    static let strategy = "double-checked (broken)"

    private let lock = PthreadMutex()
    private let slots: SlotTable
    private let maker: Maker
    /// The addresses of the services, at the positions of the table; 0 if not created yet.
    private let words: UnsafeMutablePointer<Atomic<UInt>>
    /// All instances ever created, guarded by `lock`.
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
        // The defect: a plain read without memory ordering.
        let seen = unsafe UnsafeRawPointer(words + position).load(as: UInt.self)
        return seen != 0 ? Self.service(at: seen) : make(type, at: position, seen: seen)
    }

    @inline(never)
    private func make<T: Service>(_ type: T.Type, at position: Int, seen: UInt) -> T {
        lock.withLock {
            // The defect again: it checks the copy from before the lock, not the field.
            guard seen == 0 else { return Self.service(at: seen) }
            let service = maker.make(type)
            made.append(service)
            let address = unsafe UInt(bitPattern: Unmanaged.passUnretained(service).toOpaque())
            // Release: a reader that sees the address also sees the whole object, so nothing crashes.
            unsafe words[position].store(address, ordering: .releasing)
            return service
        }
    }

    @inline(__always)
    private static func service<T: Service>(at address: UInt) -> T {
        // `made` retains the instance as long as the table exists.
        unsafe Unmanaged<T>.fromOpaque(UnsafeRawPointer(bitPattern: address).unsafelyUnwrapped)
            .takeUnretainedValue()
    }
}
