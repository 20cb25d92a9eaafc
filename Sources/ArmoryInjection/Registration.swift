// What stands in the braces of a component and of a module.

internal import Armory

/// Something that a ``Component`` or a ``Module`` is made of: what `factory` and its like
/// return, a component, or a type of your own that hands on the entries of others.
public protocol Registration {
    /// What it registers, in order.
    func entries() -> [Entry]
}

/// Several registrations under one name, such as those of a layer.
///
/// ```swift
/// let storage = Component {
///     single { Database(path: "orders.db") }
///     factory { SQLOrders(database: $0()) as Orders }
/// }
/// ```
///
/// A component is closures and no more: it holds no instance. Every module that it is in has singles of its own.
public struct Component {
    private let list: [Entry]

    /// A component of the registrations in the braces.
    ///
    /// Where two are of one type and tag, the later counts.
    public init(@ComponentBuilder builder: () -> [Entry]) {
        list = builder()
    }

    /// What the braces are made of.
    @resultBuilder
    public enum ComponentBuilder: Sendable {
        /// The registrations, one after the other.
        public static func buildBlock(_ registrations: any Registration...) -> [Entry] {
            registrations.flatMap { $0.entries() }
        }
    }
}

extension Component: Registration {
    /// What it registers, in order.
    public func entries() -> [Entry] { list }
}

// Its closures are the user's, who knows that any thread may call them: `factory` says so.
extension Component: @unchecked Sendable {}

// MARK: The functions

// A closure that asks for nothing is told apart from one that asks the module, as in the original: each is a function of its own.

/// A new instance at every resolve.
///
/// ```swift
/// factory { CharacterService(client: $0()) as CharacterServicing }
/// ```
///
/// The module that is given to the closure is the one that was asked: where a child finds the factory in its parent, what the
/// factory asks for is the child's.
///
/// - Parameters:
///   - tag: What tells it apart from others of its type; nil: nothing does.
///   - fileID: The file of the registration, for messages.
///   - line: The line of the registration, for messages.
///   - builder: Makes an instance. Any thread may call it, and several at once. Where it returns an optional that is nil, there
///     is no instance.
public func factory<T>(
    tag: String? = nil, fileID: StaticString = #fileID, line: Int = #line, _ builder: @escaping (Module) -> T
) -> any Registration {
    Entry(.transient, tag, SourceLocation(fileID: fileID, line: line), builder)
}

/// A new instance at every resolve, of what needs nothing.
///
/// - Parameters:
///   - tag: What tells it apart from others of its type; nil: nothing does.
///   - fileID: The file of the registration, for messages.
///   - line: The line of the registration, for messages.
///   - builder: Makes an instance. Any thread may call it, and several at once.
public func factory<T>(
    tag: String? = nil, fileID: StaticString = #fileID, line: Int = #line, _ builder: @escaping () -> T
) -> any Registration {
    Entry(.transient, tag, SourceLocation(fileID: fileID, line: line), needingNothing: builder)
}

/// One instance of each module that the registration is in: made when it is first asked for, and kept as long as the module.
///
/// ```swift
/// single { HTTPClient(host: "api.example.com", authorization: $0()) as HTTPPerforming }
/// single { navigator }                          // a value that is there already
/// ```
///
/// It is made once, also where many threads ask at the same time: the others wait. The module that is given to the closure is
/// the one that the registration is in, whichever of its children asks. An instance that keeps that module is kept by it: neither
/// ever goes.
///
/// - Parameters:
///   - tag: What tells it apart from others of its type; nil: nothing does.
///   - fileID: The file of the registration, for messages.
///   - line: The line of the registration, for messages.
///   - builder: Makes the instance, on the thread of whoever asks first. The instance is shared by all threads that ask.
public func single<T>(
    tag: String? = nil, fileID: StaticString = #fileID, line: Int = #line, _ builder: @escaping (Module) -> T
) -> any Registration {
    Entry(.singleton, tag, SourceLocation(fileID: fileID, line: line), builder)
}

/// One instance of each module that the registration is in, of what needs nothing.
///
/// - Parameters:
///   - tag: What tells it apart from others of its type; nil: nothing does.
///   - fileID: The file of the registration, for messages.
///   - line: The line of the registration, for messages.
///   - builder: Makes the instance, on the thread of whoever asks first. The instance is shared by all threads that ask.
public func single<T>(
    tag: String? = nil, fileID: StaticString = #fileID, line: Int = #line, _ builder: @escaping () -> T
) -> any Registration {
    Entry(.singleton, tag, SourceLocation(fileID: fileID, line: line), needingNothing: builder)
}

/// One instance as long as somebody holds it; the next who asks gets another.
///
/// ```swift
/// weak { ImageCache() }
/// ```
///
/// - Precondition: The instance is an object: a value ends the process when it is made. Its type may be a protocol.
///
/// - Parameters:
///   - tag: What tells it apart from others of its type; nil: nothing does.
///   - fileID: The file of the registration, for messages.
///   - line: The line of the registration, for messages.
///   - builder: Makes the instance, once for all who ask at the same time; they share it.
public func weak<T>(
    tag: String? = nil, fileID: StaticString = #fileID, line: Int = #line, _ builder: @escaping (Module) -> T
) -> any Registration {
    Entry(.shared, tag, SourceLocation(fileID: fileID, line: line), builder)
}

/// One instance as long as somebody holds it, of what needs nothing.
///
/// - Precondition: The instance is an object, as above.
///
/// - Parameters:
///   - tag: What tells it apart from others of its type; nil: nothing does.
///   - fileID: The file of the registration, for messages.
///   - line: The line of the registration, for messages.
///   - builder: Makes the instance, once for all who ask at the same time; they share it.
public func weak<T>(
    tag: String? = nil, fileID: StaticString = #fileID, line: Int = #line, _ builder: @escaping () -> T
) -> any Registration {
    Entry(.shared, tag, SourceLocation(fileID: fileID, line: line), needingNothing: builder)
}

/// The registrations of a component, as a part of a module or of another component.
///
/// - Parameter builder: Says which component.
public func component(_ builder: @escaping () -> Component) -> any Registration { builder() }
