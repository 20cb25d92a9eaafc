internal import CLookup

extension Container {
    /// Creates an instance from arguments, as its factory takes them.
    @inlinable
    @inline(__always)
    func lookUp<T, Arguments>(
        _ type: T.Type, taking arguments: Arguments, apart: Bool = false
    ) throws(ResolutionError) -> T {
        try unsafe withUnsafePointer(to: arguments) { arguments throws(ResolutionError) in
            let request = unsafe Request(type, nil, Arguments.self, Arguments.self, at: arguments)
            return try unsafe withUnsafePointer(to: request) { request throws(ResolutionError) in
                try unsafe apart ? lookUpApart(request) : lookUp(request)
            }
        }
    }

    @inlinable
    @inline(__always)
    func lookUp<T, Arguments, Q: Hashable & Sendable>(
        _ type: T.Type, qualifier: Q, taking arguments: Arguments, apart: Bool = false
    ) throws(ResolutionError) -> T {
        let hash = KeyHash.hash(ObjectIdentifier(type), qualifier)
        var pin = Pin()
        let found = unsafe find(type, qualifier, hash: hash, &pin)
        let context = unsafe pin.handOver()
        return try withRoom { room in
            unsafe withUnsafePointer(to: arguments) { arguments in
                let request = unsafe Request(type, nil, Arguments.self, Arguments.self, at: arguments)
                func take() -> ResolutionError? {
                    guard case .slot(let slot) = unsafe found else {
                        return unsafe takeInherited(request, qualifier, hash: hash, room, Pin(of: context))
                    }
                    return unsafe takeWithArguments(Slot(slot), request, room, Pin(of: context))
                }
                return apart ? self.apart(take) : take()
            }
        }
    }

    /// Ends a lookup with arguments that the fast path has not ended.
    @_silgen_name("clookup_obtain_from_in_swift")
    func obtain(
        _ context: UnsafeMutableRawPointer, _ slot: UnsafeMutableRawPointer, _ room: UnsafeMutableRawPointer,
        _ request: UnsafePointer<Request>, _ left: UInt, isApart: Bool
    ) -> ResolutionError? {
        let context = unsafe context.assumingMemoryBound(to: ThreadContext.self)
        func take() -> ResolutionError? {
            let pin = unsafe Pin(of: context)
            if left == UInt(clookup_missing) { return unsafe takeInherited(request.pointee, room, pin) }
            return unsafe takeSlowly(Slot(slot), request.pointee, room, pin)
        }
        return isApart ? apart(take) : take()
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
