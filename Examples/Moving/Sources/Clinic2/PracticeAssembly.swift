// These two lines were `import Swinject` and `import SwinjectAutoregistration`.
import ArmorySwinject
import Clinic

/// Laboratory and prices.
final class PracticeAssembly: Assembly {
    func assemble(container: Container) {
        container.register(Laboratory.self) { _ in Laboratory() }
            .inObjectScope(.container)
        container.register(Tariff.self) { _ in Tariff(base: 30) }
        container.autoregister(Billing.self, initializer: Billing.init)
            .inObjectScope(.container)
    }
}
