public import CLookup

extension Container {
    /// Creates an instance from arguments.
    ///
    /// - Parameters:
    ///   - argumentType: The type by which the binding identifies its arguments.
    ///   - arguments: The value that is passed to the factory; its own type may differ from `argumentType`.
    @inlinable
    @inline(__always)
    func lookUp<T, Arguments>(
        _ type: T.Type, _ argumentType: any Any.Type, _ arguments: Arguments, apart: Bool = false
    ) throws(ResolutionError) -> T {
        // Keeps the container alive to the end: C has only its address.
        defer { withExtendedLifetime(self) {} }
        let found = unsafe find(type)
        var room = Room<T>()
        let address = unsafe room.address
        let error = unsafe withUnsafePointer(to: arguments) { arguments -> ResolutionError? in
            // Begins as the state of the slot, and becomes the result of `clookup_make_from`.
            var left = unsafe found.state
            if left == SlotState.arguments, unsafe !apart || !clookup_is_apart(found.context),
                unsafe clookup_takes(found.slot, UInt(bitPattern: ObjectIdentifier(argumentType)))
            {
                // Top 0: the slot is not on the path, because the slow path has to decide.
                let entry = unsafe clookup_enter(found.context, found.slot)
                if entry.top != 0 {
                    left = unsafe clookup_make_from(
                        found.context, found.slot, entry.marks, address, Unmanaged.passUnretained(self).toOpaque(),
                        arguments)
                    if left == UInt(clookup_made) { return nil }
                }
            }
            let request = unsafe Request(type, nil, argumentType, Arguments.self, at: arguments)
            return unsafe apart && left != UInt(clookup_threw)
                ? self.apart { unsafe obtain(found.context, found.slot, left, request, address) }
                : obtain(found.context, found.slot, left, request, address)
        }
        if let error { throw error }
        return unsafe address.assumingMemoryBound(to: type).move()
    }

    @inlinable
    @inline(__always)
    func lookUp<T, Arguments, Q: Hashable & Sendable>(
        _ type: T.Type, qualifier: Q, _ argumentType: any Any.Type, _ arguments: Arguments, apart: Bool = false
    ) throws(ResolutionError) -> T {
        let hash = KeyHash.hash(ObjectIdentifier(type), qualifier)
        var pin = Pin()
        let found = unsafe find(type, qualifier, hash: hash, &pin)
        let context = unsafe pin.handOver()
        var room = Room<T>()
        let address = unsafe room.address
        let error = unsafe withUnsafePointer(to: arguments) { arguments in
            let request = unsafe Request(type, nil, argumentType, Arguments.self, at: arguments)
            func take() -> ResolutionError? {
                guard case .slot(let slot) = unsafe found else {
                    return unsafe takeInherited(request, qualifier, hash: hash, address, Pin(of: context))
                }
                return unsafe takeWithArguments(Slot(slot), request, address, Pin(of: context))
            }
            return apart ? self.apart(take) : take()
        }
        if let error { throw error }
        return unsafe address.assumingMemoryBound(to: type).move()
    }

    /// Ends a lookup with arguments that the fast path has not ended.
    @usableFromInline
    @inline(never)
    func obtain(
        _ context: UnsafeMutableRawPointer, _ slot: UnsafeMutableRawPointer, _ left: UInt, _ request: Request,
        _ room: UnsafeMutableRawPointer
    ) -> ResolutionError? {
        let context = unsafe context.assumingMemoryBound(to: ThreadContext.self)
        if left == UInt(clookup_threw) { return unsafe failThrown(context) }
        let pin = unsafe Pin(of: context)
        if left == UInt(clookup_missing) { return unsafe takeInherited(request, room, pin) }
        return unsafe takeSlowly(Slot(slot), request, room, pin)
    }

    /// Creates a new instance of a slot from arguments.
    @usableFromInline
    func takeWithArguments(
        _ slot: Slot, _ request: Request, _ room: UnsafeMutableRawPointer, _ pin: consuming Pin
    ) -> ResolutionError? {
        guard unsafe slot.state == SlotState.arguments, unsafe clookup_takes(slot.address, request.argumentTypeWord)
        else { return unsafe takeSlowly(slot, request, room, pin) }
        let context = unsafe pin.handOver()
        // Top 0: the slow path has to decide.
        let entry = unsafe clookup_enter(context, slot.address)
        guard entry.top != 0 else { return unsafe takeSlowly(slot, request, room, Pin(of: context)) }
        let left = unsafe clookup_make_from(
            context, slot.address, entry.marks, room, Unmanaged.passUnretained(self).toOpaque(), request.arguments)
        return left == UInt(clookup_made) ? nil : unsafe failThrown(context)
    }
}
