// Properties that are resolved by themselves.

internal import Armory

/// A property that is resolved when its holder is made.
///
/// ```swift
/// final class Checkout {
///     @Inject var orders: Orders
///     @Inject(tag: "archive") var archive: Orders
/// }
/// ```
///
/// Where the holder is made in a module's factory, that module is asked first. Else, and for what it does not have, it is the
/// shared module.
///
/// - Precondition: It can be resolved.
@propertyWrapper
public struct Inject<T> {
    /// The instance.
    public let wrappedValue: T

    /// Resolves what is registered without a tag.
    public init() {
        wrappedValue = Self.resolved(nil)
    }

    /// Resolves what is registered with a tag.
    public init(tag: String) {
        wrappedValue = Self.resolved(tag)
    }

    private static func resolved(_ tag: String?) -> T {
        guard let module = Module.running, module.has(T.self, tag: tag) || Injection.ifShared == nil else {
            return resolve(tag: tag)
        }
        return module.resolve(tag: tag)
    }
}

extension Inject: Sendable where T: Sendable {}

/// A property that is resolved when it is first read, from the shared module, and then keeps its instance.
///
/// ```swift
/// final class Checkout {
///     @LazyInject var orders: Orders
///     @LazyInject(tag: "archive") var archive: Orders
/// }
/// ```
///
/// Any number of threads may read it; all get the same instance. Copies of the holder share it.
///
/// - Precondition: It can be resolved when it is read.
/// - Complexity: A lock at every use.
@propertyWrapper
public struct LazyInject<T> {
    private let late: LateInstance<T, String?>

    /// Will resolve what is registered without a tag.
    public init() {
        late = LateInstance(nil, isWeak: false)
    }

    /// Will resolve what is registered with a tag; nil: without one.
    public init(tag: String?) {
        late = LateInstance(tag, isWeak: false)
    }

    /// The instance.
    public var wrappedValue: T {
        // It is held, not weakly: what was asked for is there.
        guard let instance = late.instance({ resolve(tag: $0) }) else { preconditionFailure("it is held") }
        return instance
    }
}

extension LazyInject: Sendable where T: Sendable {}

extension Module {
    /// The module whose factory runs on this thread, where one does.
    fileprivate static var running: Module? {
        guard let container = Container.current else { return nil }
        return (try? container.resolveOptional(Home.self))?.ifThere
    }

    /// Whether it is registered here or in a parent.
    fileprivate func has(_ type: any Any.Type, tag: String?) -> Bool {
        if let optional = type as? any OptionalType.Type { return has(optional.wrapped, tag: tag) }
        return container.isRegistered(ServiceKey(type, qualifier: tag.map { Qualifier(Name($0)) }))
    }
}
