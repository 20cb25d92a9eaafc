// Beside the native API: during a move, a program has containers of both.

public import Armory
internal import ArmoryRegistry

extension DIContext {
    /// Creates a context whose parent is a native container.
    ///
    /// ```swift
    /// var client: any ShopClient { define(init: try! self.context.parent!.resolve()) }
    /// ```
    ///
    /// - Parameter parent: The container, which the context holds. It is asked for nothing by itself: definitions ask it.
    public convenience init(parent: Armory.Container) {
        self.init(locker: nil, nativeParent: NativeParent(parent))
    }

    /// Creates a context whose parent is a native container, and that also holds the caller's lock while it builds.
    ///
    /// - Parameters:
    ///   - parent: The container, as in ``init(parent:)``.
    ///   - locker: The lock, as in ``init(locker:)``.
    public convenience init(parent: Armory.Container, locker: any DIContextLocker) {
        self.init(locker: locker, nativeParent: NativeParent(parent))
    }

    /// The native container that the context was created with; nil: none was given.
    ///
    /// Any thread may read it.
    ///
    /// - Complexity: O(1), without a lock.
    public var parent: Armory.Container? { nativeParent?.container }

    /// The objects that the context has at this moment, as a native module: its singletons, and the weak singletons that are held.
    ///
    /// ```swift
    /// let client = try container.resolve((any ShopClient).self, named: "ShopServices.client")
    /// ```
    ///
    /// Each is registered as the result type of its definition, under the name of the assembly's class and of the key. A native
    /// container of the module gets the same object as the context's own callers, even where the definition has a substitution, and
    /// never closes it. A weak singleton without a strong reference is declined. Objects of graphs and prototypes are left out, as are
    /// objects that are created later. What an object needs is unknown. A native container that is built from the module keeps the
    /// context alive.
    ///
    /// Any thread may read it.
    ///
    /// - Complexity: O(*n* log *n*) in the number of definitions that the context has.
    public var module: Armory.Module {
        let kept = registry.entries.compactMap { $0 as? DefinitionEntry }.filter { object(kept: $0) != nil }
        // In the order of their names, so that two modules of one context are alike.
        let named = Dictionary(grouping: kept) { Kept(type: ObjectIdentifier($0.nativeType), name: $0.nativeName()) }
            .sorted { $0.key.name < $1.key.name }
        let elements = named.flatMap { kept, entries in
            // Modules distinguish classes of one name.
            let names = TypeNames(entries.map(\.key.type))
            return entries.map { element($0.nativeType, $0.nativeName(names), $0) }
        }
        return Armory.Module("DIContext") { elements }
    }

    private struct Kept: Hashable {
        let type: ObjectIdentifier
        let name: String
    }

    private func element<T>(_ type: T.Type, _ name: String, _ entry: DefinitionEntry) -> any Armory.Registration {
        SnapshotElement(type, name, at: nil, needs: nil) {
            guard let content = self.object(kept: entry), let object = content as? T else {
                throw Armory.Declined("nobody holds the weak singleton any more")
            }
            return object
        }
    }
}
