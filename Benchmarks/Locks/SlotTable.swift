// The table and the slots that the compared strategies guard.
//
//     keys    [ type | 0 | type | 0 | 0 | type | . . . ]     open addressing, linear probing, written only by `init`
//     values  [ instance or nil, at the same positions ]     guarded by the strategy
//
// It is as sparse as a container's table of this size, so a lookup rarely passes another key.

@safe
final class SlotTable: @unchecked Sendable {  // The owner guards `values`.
    static let capacity = 64

    private let keys: UnsafeMutablePointer<UInt>
    private let values: UnsafeMutablePointer<Service?>
    private let maker: Maker

    init(maker: Maker) {
        self.maker = maker
        unsafe keys = .allocate(capacity: Self.capacity)
        unsafe keys.initialize(repeating: 0, count: Self.capacity)
        unsafe values = .allocate(capacity: Self.capacity)
        unsafe values.initialize(repeating: nil, count: Self.capacity)
        for type in Service.all {
            let key = UInt(bitPattern: ObjectIdentifier(type))
            var position = Self.place(of: key)
            while unsafe keys[position] != 0 { position = Self.next(position) }
            unsafe keys[position] = key
        }
    }

    deinit {
        unsafe keys.deallocate()
        unsafe values.deinitialize(count: Self.capacity)
        unsafe values.deallocate()
    }

    /// The position of a service in the table, which is read without a lock.
    @inline(__always)
    func position(of type: Service.Type) -> Int {
        let key = UInt(bitPattern: ObjectIdentifier(type))
        var position = Self.place(of: key)
        while unsafe keys[position] != key { position = Self.next(position) }
        return position
    }

    /// The service; nil if it has not been created.
    @inline(__always)
    func existing<T: Service>(_ type: T.Type, at position: Int) -> T? {
        // Safe, because the matching key is the type.
        unsafe values[position].map { unsafe unsafeDowncast($0, to: type) }
    }

    /// The service, which is created if necessary.
    @inline(__always)
    func instance<T: Service>(_ type: T.Type) -> T {
        let position = position(of: type)
        if let existing = existing(type, at: position) { return existing }
        return make(type, at: position)
    }

    @inline(never)
    func make<T: Service>(_ type: T.Type, at position: Int) -> T {
        let made = maker.make(type)
        unsafe values[position] = made
        return made
    }

    @inline(__always)
    private static func place(of key: UInt) -> Int {
        // The multiplier is 2^64 divided by the golden ratio. The upper bits of the product are mixed best.
        Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) &>> 58)
    }

    @inline(__always)
    private static func next(_ position: Int) -> Int {
        (position &+ 1) & (capacity - 1)
    }
}
