// Instances that are made from arguments. Of an optional, it is the wrapped one, or nil if nothing is registered or its factory declines.

internal import CCore

extension ThreadState {
    /// A new instance of a slot, made from arguments.
    @inline(never)
    func resolveSlot<T, Arguments>(
        _ slot: Slot, _ context: Context, passingArguments arguments: Arguments
    ) throws(ResolutionError) -> T {
        guard unsafe !slot.acceptsArguments(Arguments.self) else {
            return try unsafe ArmoryCore.resolveSlot(slot, context, self, passingArguments: arguments)
        }
        guard unsafe ccore_is_open(context) else { throw unsafe closedError(for: slot) }
        func resolveOptional<W>(_ type: W.Type) throws(ResolutionError) -> T? {
            let depth = unsafe Int(ccore_depth(self))
            var instance: W?
            do throws(ResolutionError) {
                if let member = unsafe slot.firstMember {
                    instance = try unsafe resolveSlot(member, context, passingArguments: arguments) as W
                }
            } catch {
                instance = try error.nilIfDeclined(atDepth: depth)
            }
            return instance as? T
        }
        if unsafe slot.kind == .composed,
            case .optional(let key)? = (T.self as? any ComposedType.Type)?.composition(forQualifier: nil),
            let instance = unsafe try resolveOptional(key.type)
        {
            return instance
        }
        throw unsafe argumentMismatchError(for: slot, Arguments.self)
    }
}

extension Slot {
    /// The slot of the first member of a composed type; nil: it has none.
    fileprivate var firstMember: Slot? {
        unsafe record?.rare?.parts.members?.qualifiers.isEmpty ?? true ? nil : pointee.edges?[0]
    }

    /// The factory with its arguments; nil: it takes none.
    func asyncFactory<T, Arguments>(
        of type: T.Type, boundToArguments arguments: Arguments
    ) -> (@Sendable (AsyncResolver) async throws -> T)? {
        guard unsafe hasFlag(ccore_repeatable) else { return nil }
        let factory = unsafe ccore_factory(self).assumingMemoryBound(
            to: AwaitedArgumentFactory<Arguments, T>.self
        ).pointee.make
        // The factory is called in the task of the caller.
        nonisolated(unsafe) let arguments = arguments
        return { unsafe try await factory($0, arguments) }
    }

    /// Whether the factory takes arguments of this type.
    @inline(__always)
    func acceptsArguments<Arguments>(_ arguments: Arguments.Type) -> Bool {
        unsafe UInt(bitPattern: pointee.storage) == UInt(bitPattern: ObjectIdentifier(arguments))
    }
}
