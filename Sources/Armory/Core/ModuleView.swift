// What a module's own registrations see: what the module hides, and then what everybody sees.
//
//     a module's factory --> view --> base, the hidden key (T, Hidden(module, qualifier))
//                                 \-> base, the key       (T, qualifier)
//
// A view is a container with an empty table, so that every look-up comes to the way of what is inherited. It is made for
// one call of a factory, and keeps nothing: slots, instances and changes are the base's.
//
// A dry run gives closures views too, which note what is asked for (Diagnostics).

/// What makes a container a module's view of another one.
@usableFromInline
final class ModuleView: Sendable {
    let base: Container
    let module: ModuleIdentity?
    let recorder: Recorder?

    init(_ base: Container, _ module: ModuleIdentity?, _ recorder: Recorder?) {
        self.base = base
        self.module = module
        self.recorder = recorder
    }

    /// The instance of what is registered under this very key, where the module sees it.
    ///
    /// - Parameter isAsked: Whether a closure asks for it; it does not for each member of a list.
    func lookUpExact<T>(
        _ type: T.Type, _ qualifier: AnyQualifier?, isAsked: Bool
    ) throws(ResolutionError) -> T? {
        if isAsked { recorder?.note(type, qualifier) }
        if let module {
            let hidden = Hidden.qualifier(qualifier, in: module)
            if let instance = try base.lookUpExact(type, hidden) { return instance }
        }
        return try base.lookUpExact(type, qualifier)
    }
}

extension ModuleView {
    /// A new instance from arguments, of what is registered under this very key, where the module sees it.
    func lookUpExact<T, Arguments>(
        _ type: T.Type, _ qualifier: AnyQualifier?, _ argumentType: any Any.Type, _ arguments: Arguments
    ) throws(ResolutionError) -> T? {
        recorder?.note(type, qualifier)
        if let module {
            let hidden = Hidden.qualifier(qualifier, in: module)
            if let instance = try base.lookUpExact(type, hidden, argumentType, arguments) { return instance }
        }
        return try base.lookUpExact(type, qualifier, argumentType, arguments)
    }
}

/// The qualifier of a registration that its module hides.
struct Hidden: Hashable, Sendable {
    let module: ModuleIdentity
    let qualifier: AnyQualifier?

    static func qualifier(_ qualifier: AnyQualifier?, in module: ModuleIdentity) -> AnyQualifier {
        Qualifier(Hidden(module: module, qualifier: qualifier))
    }

    static func == (left: Hidden, right: Hidden) -> Bool {
        left.module == right.module && left.qualifier == right.qualifier
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(module)
        hasher.combine(qualifier?.ownHash)
    }
}

extension Hidden: QualifierDescribing {
    var qualifierDescription: String {
        [qualifier?.description, "private in \(module)"].compactMap(\.self).joined(separator: ", ")
    }
}

extension Resolver {
    /// What a factory of the module is given.
    func viewed(by module: ModuleIdentity) -> Resolver {
        Resolver(owner: Container(viewOf: container.view?.base ?? container, module, container.view?.recorder))
    }
}

extension AnyQualifier {
    /// What it says where it is that of a registration which its module hides.
    var hidden: Hidden? { type == ObjectIdentifier(Hidden.self) ? value(as: Hidden.self) : nil }
}
