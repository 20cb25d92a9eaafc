// The functions of a record that need the type of its instances.
//
// Nothing is checked: the caller names the type that it knows from the record, from `instanceType`, or from the key that it
// has looked up. A caller may hold the metatype of a subclass as that of a superclass, and then names the superclass. Instances
// of both are references.

extension Binding {
    /// Creates an instance; not of an `ArgumentBinding`.
    @unsafe
    func factory<T>(of type: T.Type) -> Factory<T> { unsafe factory.factory(of: type) }

    /// The factory that awaits, with the type of its arguments; nil: the registration's does not await.
    @unsafe
    func awaitedFactory<T, Arguments>(
        of type: T.Type, _ arguments: Arguments.Type
    ) -> AsyncArgumentFactory<T, Arguments>? {
        awaited.map { awaited in
            let typed: AwaitedFactoryOf<T, Arguments> = unsafe Unmanaged.fromOpaque(
                Unmanaged.passUnretained(awaited as AnyObject).toOpaque()
            ).takeUnretainedValue()
            return typed.make
        }
    }

    /// The injections and hooks; nil: there are none.
    var injections: Injections? { further?.injections }

    /// Calls a visitor with the type of the instances.
    ///
    /// Returns nil for what remains of a removed registration.
    func accept<V: BindingVisitor>(_ visitor: V) throws(V.Failure) -> V.Result? {
        guard source != .removed else { return nil }
        func open<T>(_ type: T.Type) throws(V.Failure) -> V.Result { try visitor.visit(self, type) }
        return try _openExistential(instanceType, do: open)
    }

    /// The same registration with other traits, whose closures run inside a change.
    func changed(_ traits: BindingTraits, by change: any ClosureChange) -> Binding {
        var traits = traits
        traits.awaited = awaited?.changed(by: change)
        // A resolve of a reported record does not call its factory.
        traits.report = nil
        return copy(traits, injections?.changed(by: change), inside: change)
    }

    /// The hook calls of a time for the instance in the slot at an address.
    package func calls(_ time: HookTime, withInstanceIn slot: UnsafeMutableRawPointer) -> [HookCall] {
        guard injections != nil else { return [] }
        func address<T>(_ type: T.Type) -> UnsafeRawPointer { unsafe UnsafeRawPointer(instance(in: slot, as: type)) }
        return unsafe calls(time, withInstanceAt: _openExistential(instanceType, do: address))
    }

    /// Puts the value that the registration brought into the slot at an address.
    package func initializeValue(in slot: UnsafeMutableRawPointer, _ resolver: Resolver) {
        func open<T>(_ type: T.Type) {
            guard let value = try? unsafe factory(of: type)(resolver) else {
                preconditionFailure("the factory of a value returns it")
            }
            unsafe instance(in: slot, as: type).initialize(to: value)
        }
        _openExistential(instanceType, do: open)
    }

    private func instance<T>(in slot: UnsafeMutableRawPointer, as type: T.Type) -> UnsafeMutablePointer<T> {
        unsafe (slot + SlotLayout.instanceOffset(alignment: MemoryLayout<T>.alignment)).assumingMemoryBound(to: T.self)
    }
}
