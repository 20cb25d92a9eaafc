/// A protocol, to ask whether types conform to it.
///
/// Code that has only the metatype of `any P` cannot name `any P.Type`, the target of the cast that asks: in generic code,
/// `E.Type` for `any P` is the metatype that has no other instance. But the target has a mangled name, which is that of
/// `any P` followed by `Xp`, and types are found by their mangled names.
///
/// The first question about a type and a protocol reads the conformances of the whole program, about 10 µs; the runtime
/// remembers the answer.
struct Conformance {
    private let metatype: any Any.Type

    /// Nil if the type is no protocol, or says nothing as `Any` and `AnyObject` do, or is not found by its name.
    ///
    /// A private protocol is not found, nor is one with constrained associated types.
    init?(to type: any Any.Type) {
        guard TypeName.isExistential(type), type != Any.self, type != AnyObject.self,
            let name = _mangledTypeName(type), let metatype = _typeByName(name + "Xp")
        else { return nil }
        self.metatype = metatype
    }

    /// Whether a type conforms.
    func holds(for type: any Any.Type) -> Bool {
        func isInstance<M>(of metatype: M.Type) -> Bool { type is M }
        return _openExistential(metatype, do: isInstance)
    }
}
