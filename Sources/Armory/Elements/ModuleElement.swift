/// An element of a module or a container: a registration, a module with registrations, or a layer around registrations.
///
/// ``Registration`` and ``Module`` are two kinds; ``Decorator``, ``Adapter`` and ``Intercepted`` change the
/// registrations of others.
public protocol ModuleElement: Sendable {
    /// What the element adds to a module.
    ///
    /// The library's types implement it. A type that does not adds nothing.
    var moduleContent: Plumbing.ModuleContent { get }
}

extension ModuleElement {
    /// Nothing.
    public var moduleContent: Plumbing.ModuleContent { Plumbing.ModuleContent(kind: .nothing) }
}

extension Plumbing {
    /// What an element adds to a module: one registration, a module, a layer, several elements or nothing.
    public struct ModuleContent: Sendable {
        enum Kind: Sendable {
            case registration(AnyRegistration)
            case module(Module)
            case list([any ModuleElement])
            indirect case layer(Layer)
            case fault(ResolutionError)
            case nothing
        }

        let kind: Kind
    }
}
