// Further types of an entry, which lead to its instances.

internal import Armory

/// The companion of a record that leads to an entry.
final class Forward<T, Service>: Companion {
    let label: Label
    private let service: ServiceEntry<Service>
    var entry: any AnyServiceEntry { service }

    init(_ type: T.Type, _ name: String?, _ service: ServiceEntry<Service>) {
        label = Label(service.argumentsType, name, nil, service.label.location)
        self.service = service
    }

    func commit(to native: Armory.Container) {
        // The entry's own key leads to it already.
        guard service.key != ServiceKey(T.self, qualifier: label.qualifier) else { return }
        let target = service.forwarded()
        let needs = [Dependency(aliased: target, takesArguments: label.takesArguments)]
        let registration =
            if label.takesArguments {
                FacadeRegistration<T>(
                    .transient, qualifier: label.qualifier, at: label.location, needs: needs, isRepeatable: true,
                    companion: self, taking: Call.self
                ) { try self.instance(Container.of($0, from: self.service.home), $1) }
            } else {
                FacadeRegistration<T>(
                    .transient, qualifier: label.qualifier, at: label.location, needs: needs, isRepeatable: true,
                    companion: self
                ) { try self.instance(Container.of($0, from: self.service.home), nil) }
            }
        (native.companion(at: ServiceKey(T.self, qualifier: label.qualifier)) as? any Companion)?.makeRoom(in: native)
        orEnd { () throws(ResolutionError) in try native.register(registration.asAlias) }
    }

    func makeRoom(in native: Armory.Container) { service.endForward(in: native) }

    private func instance(_ container: Container, _ call: Call?) throws -> T {
        guard let instance = container.find(service, call) else { throw Declined("\(Service.self) has no instance") }
        guard let service = instance as? T else {
            throw Declined("the instance is a \(type(of: instance as Any)), and not a \(T.self)")
        }
        return service
    }

    func describe(as type: any Any.Type) -> String {
        service.describe(as: type, of: label)
    }
}
