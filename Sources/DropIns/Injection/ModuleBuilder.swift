// Builders, which build one thing, such as a screen, and are then released.

internal import ArmoryRegistry

/// Builds one thing, such as a screen, from the shared module and the builder's own registrations.
///
/// ```swift
/// final class DetailBuilder: ModuleBuilder<DetailScreen> {
///     private let id: Int
///     init(id: Int) { self.id = id }
///
///     override func component() -> Component? {
///         Component { factory { DetailModel(id: self.id, characters: $0()) } }
///     }
///     override func build() -> DetailScreen { DetailScreen(model: module.resolve()) }
/// }
/// let screen = DetailBuilder(id: 7).build()
/// ```
///
/// The builder and its module are released with the last reference to the builder. This also holds if closures of
/// ``component()`` capture the builder, because the closures are not stored. But an instance that stores its `$0` keeps
/// both alive.
///
/// Only one thread at a time may use a builder. Its module is thread-safe, like any module.
//
// The class does not say whether it is Sendable: any answer would make the Swift 5 language mode warn of subclasses.
open class ModuleBuilder<T> {
    private var given: Module?
    private var own: Own?
    /// The module while it is in use; weak, because its component's closures may hold the builder.
    private weak var used: Module?
    /// Whether `component()` runs.
    private var isAsked = false

    private struct Own {
        let registry: Registry
        let parent: Module
    }

    /// Creates a builder.
    public init() {}

    /// The module that the builder builds from.
    ///
    /// It is a child of the shared module, with the registrations of ``component()``. If ``component()`` returns nil,
    /// it is the shared module. Setting this property replaces the module.
    ///
    /// - Precondition: A module is shared: see `injectMe`.
    /// - Complexity: O(*n*) in the number of the component's registrations at the first use.
    public var module: Module {
        get {
            if let module = given ?? used { return module }
            guard let component = askedComponent() else {
                let module = Injection.shared(by: Self.self)
                given = module
                return module
            }
            let own = own ?? makeOwn(component)
            self.own = own
            let module = Module(own.registry, own.parent, builder: self, component: component)
            used = module
            return module
        }
        set { given = newValue }
    }

    private func askedComponent() -> Component? {
        guard !isAsked else { endProcess("\(Self.self).component() uses the module that it will be part of.") }
        isAsked = true
        defer { isAsked = false }
        return component()
    }

    private func makeOwn(_ component: Component) -> Own {
        let parent = Injection.shared(by: Self.self)
        return Own(registry: Registry(component.entries(), under: parent, holdingClosures: false), parent: parent)
    }

    /// Returns the builder's own registrations, which override those of the shared module; nil by default.
    ///
    /// This method is called again if ``module`` is used again after it was released. So the method should only list
    /// registrations, without side effects.
    open func component() -> Component? { nil }

    /// Builds the thing.
    ///
    /// - Precondition: A subclass overrides this method.
    open func build() -> T { endProcess("\(Self.self) does not override build().") }
}
