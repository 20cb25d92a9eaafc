// Further types of an entry, which lead to its instances.

internal import ArmoryCore
internal import ArmoryRegistry

// Sendable, as it is immutable, except for what the weak reference leads to.
final class ForwardRecord<T, Service>: Record<T>, AnyRecord, @unchecked Sendable {
    let service: ServiceRecord<Service>
    /// The container that has the entry, if it is another one.
    private weak let origin: Container?
    var target: any AnyServiceRecord { service }

    init(_ type: T.Type, _ name: String?, _ service: ServiceRecord<Service>, in owner: Owner) {
        self.service = service
        origin = service.owner === owner ? nil : service.owner.container
        super.init(Label(service.label.argumentsType, name, nil, service.label.location))
    }

    override func instance(for asked: Container, _ call: Call?) -> T? {
        // A container can forward to an entry of another one, which its factory then receives.
        let stranger = origin.flatMap { asked.reaches($0) ? nil : $0 }
        guard let instance = service.instance(for: stranger ?? asked, call) else { return nil }
        guard let forwarded = instance as? T else {
            Container.log {
                """
                Swinject: Resolution failed. The registration
                \t{ \(self.shownAsEntry) }
                leads to \(TypeName.sourceName(of: Service.self)), whose instance is a \(type(of: instance as Any)), and no \
                \(TypeName.sourceName(of: T.self)).
                """
            }
            return nil
        }
        return forwarded
    }
}

extension Container {
    /// Whether a container is this one or a parent.
    func reaches(_ container: Container) -> Bool {
        self === container || parent?.reaches(container) ?? false
    }
}
