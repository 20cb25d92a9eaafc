/// A record whose factory takes arguments at every resolve.
///
/// One argument is passed as it is; several are passed as `(First, Second, (Rest...))`, because a pack can be taken out
/// of a tuple only if it is the whole tuple.
@safe
package final class ArgumentBinding: KnownBinding, @unchecked Sendable {  // As `Binding`.
    /// The type of the factory's parameter, which identifies the arguments.
    ///
    /// C reads it (CLookup.h).
    private let parameterType: any Any.Type
    /// The object that a library keeps with the record; nil: none.
    private let heldCompanion: AnyObject?

    convenience init<T, Arguments>(
        _: T.Type, _ traits: BindingTraits, companion: AnyObject? = nil,
        factory: @escaping ArgumentFactory<T, Arguments>
    ) {
        self.init(T.self, traits, nil, ErasedFactory(factory), taking: Arguments.self, companion)
    }

    private init(
        _ type: any Any.Type, _ traits: consuming BindingTraits, _ injections: Injections?, _ factory: ErasedFactory,
        taking parameterType: any Any.Type, _ companion: AnyObject?
    ) {
        self.parameterType = parameterType
        heldCompanion = companion
        super.init(type, traits, injections, factory)
    }

    @usableFromInline override package var argumentType: (any Any.Type)? { parameterType }

    override package var companion: UnsafeRawPointer? {
        guard let heldCompanion else { return nil }
        return unsafe UnsafeRawPointer(Unmanaged.passUnretained(heldCompanion).toOpaque())
    }

    override func accept<V: ArgumentVisitor>(arguments visitor: V) -> V.Result {
        func open<Arguments>(_ type: Arguments.Type) -> V.Result {
            visitor.visit(self, unsafe factory.factory(of: V.Instance.self, taking: type))
        }
        return _openExistential(parameterType, do: open)
    }

    override func copy(_ traits: BindingTraits, _ injections: Injections?) -> Binding {
        ArgumentBinding(type, traits, injections, factory, taking: parameterType, heldCompanion)
    }

    override func copy(_ traits: BindingTraits, _ injections: Injections?, inside change: any ClosureChange) -> Binding
    {
        func open<T>(_ type: T.Type) -> Binding {
            func open<Arguments>(_ arguments: Arguments.Type) -> Binding {
                let factory = unsafe factory.factory(of: type, taking: arguments)
                let changed = ErasedFactory { (resolver, arguments: Arguments) throws -> T in
                    try change.call(resolver, .construction) { try factory($0, arguments) }
                }
                return ArgumentBinding(type, traits, injections, changed, taking: arguments, heldCompanion)
            }
            return _openExistential(parameterType, do: open)
        }
        return _openExistential(instanceType, do: open)
    }
}
