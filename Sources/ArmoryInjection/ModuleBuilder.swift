// What builds one thing, such as a screen, and goes.

internal import Armory

/// Builds one thing, such as a screen, from the shared module and from registrations of its own.
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
/// The builder and its module are gone when nobody holds the builder any more, also where the closures of ``component()`` capture it:
/// none of them is kept. A `$0` that an instance keeps keeps both.
///
/// A builder is for one thread at a time. Its module, like any, is for all.
open class ModuleBuilder<T> {
    private var given: Module?
    private var own: Own?
    /// The module as long as somebody uses it: it holds what `component()` returned, whose closures may hold the builder.
    private weak var used: Module?
    /// Whether `component()` runs.
    private var isAsked = false

    private struct Own {
        let container: Container
        let home: Home
        let parent: Module
    }

    /// A builder.
    public init() {}

    /// The module that it builds from.
    ///
    /// It is a child of the shared module with what ``component()`` returns; the shared module, where that is nil. A module that
    /// is put here takes its place.
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
            let module = Module(own.container, own.parent, builder: self, component: component)
            own.home.setModule(module)
            used = module
            return module
        }
        set { given = newValue }
    }

    private func askedComponent() -> Component? {
        guard !isAsked else { endProcess("\(Self.self).component() uses the module that it is to be in.") }
        isAsked = true
        defer { isAsked = false }
        return component()
    }

    private func makeOwn(_ component: Component) -> Own {
        let parent = Injection.shared(by: Self.self)
        let home = Home()
        let container = home.makeContainer(parent) { container throws(ResolutionError) in
            for entry in component.entries() { try entry.record.register(in: container, askingAt: home) }
        }
        return Own(container: container, home: home, parent: parent)
    }

    /// Registrations of the builder's own, which go before those of the shared module; nil, where it is not overridden.
    ///
    /// It is asked again where ``module`` is used again after nobody has held it: it should say what there is, and do nothing.
    open func component() -> Component? { nil }

    /// Builds the thing.
    ///
    /// - Precondition: It is overridden.
    open func build() -> T { endProcess("\(Self.self) does not override build().") }
}

@available(*, unavailable, message: "A builder is for one thread at a time.")
extension ModuleBuilder: Sendable {}
