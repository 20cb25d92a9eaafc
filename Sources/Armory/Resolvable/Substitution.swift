/// A registration that replaces a ``Resolvable`` type by a subclass.
///
/// ```swift
/// let test = try Container {
///     Substitution(OrdersProvider.self, with: OrdersProviderDouble.self)
/// }
/// ```
///
/// Every resolve of the type returns an instance of the subclass, deep in a graph too. The subclass determines its
/// lifetime.
public struct Substitution<Instance: Resolvable>: Registration {
    /// The definition of the registration.
    public var definition: Plumbing.Definition<Instance>

    /// Creates a registration that replaces the instances of a type by instances of a subclass.
    ///
    /// - Parameters:
    ///   - type: The type that callers resolve.
    ///   - substitute: A subclass of it. The compiler checks that it is a subclass and takes the same arguments.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    /// - Precondition: `substitute` is a subclass of `type`. The compiler does not reject two sibling subclasses of one
    ///   ``Resolvable`` class.
    public init(
        _ type: Instance.Type, with substitute: Instance.Type, fileID: StaticString = #fileID, line: Int = #line
    ) {
        guard type == Instance.self else {
            let (name, other) = (TypeName.sourceName(of: type), TypeName.sourceName(of: substitute))
            fatalError("\(other) is no \(name): only a subclass can stand for it.")
        }
        let location = CodeLocation(fileID: fileID, line: line)
        definition = Plumbing.Definition(substitute.makeJustInTimeRecord(at: location))
    }
}
