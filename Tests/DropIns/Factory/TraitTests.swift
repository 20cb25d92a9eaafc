import ArmoryFactory
import ArmoryFactoryTesting
import ArmoryTestSupport
import Testing

extension Container {
    var traitService: Factory<Service> { self { Service(1) }.cached }
    var traitSingleton: Factory<Service> { self { Service(1) }.singleton }
}

extension Trait where Self == ContainerTrait<Shop> {
    static var shop: ContainerTrait<Shop> { .init(shared: Shop.$shared, container: .init()) }
}

@Suite(.container)
struct TraitTests {
    /// Every case registers a number of its own, also for the singleton, and sees no other.
    @Test(arguments: 0..<16)
    func everyCaseHasItsOwnContainerAndSingletons(number: Int) async {
        Container.shared.traitService.register { Service(number) }
        Container.shared.traitSingleton.register { Service(-number) }
        for _ in 0..<20 {
            await Task.yield()
            #expect(Container.shared.traitService().number == number)
            #expect(Container.shared.traitSingleton().number == -number)
        }
        async let child = Container.shared.traitService().number
        #expect(await child == number)
    }

    @Test(.container { $0.traitService.register { MockService(2) } })
    func theTraitChangesTheContainer() {
        #expect(Container.shared.traitService() is MockService)
        #expect(Model().service is MockService)
    }

    @Test func aTestOfTheSuiteStartsAnew() {
        #expect(Container.shared.traitService().number == 1)
        #expect(Container.shared.manager.isEmpty(.registration))
    }

    @Test(
        .shop,
        .container {
            await Task.yield(); $0.traitService.register { Service(3) }
        })
    func severalContainers() {
        #expect(Container.shared.traitService().number == 3)
        #expect(Shop.shared.calls.value == 0)
        #expect(Shop.shared.cached().number == 1)
    }

    @MainActor
    @Test(.container { @MainActor in $0.mainActorModel.register { MainActorModel(number: 5) } })
    func theTraitChangesFactoriesOfTheMainActor() {
        #expect(Container.shared.mainActorModel().number == 5)
    }

    @Suite struct Nested {
        @Test func aNestedSuiteHasTheTraitToo() {
            Container.shared.traitService.register { Service(4) }
            #expect(Container.shared.traitService().number == 4)
        }
    }

    @Test func withContainerInsideATest() async {
        let outside = Container.shared.traitSingleton()
        withContainer(shared: Shop.$shared, container: Shop()) {
            #expect(Shop.shared.cached().number == 1)
            #expect(Container.shared.traitSingleton() === outside)
            Scope.singleton.reset()
            #expect(Container.shared.traitSingleton() !== outside)
        } transform: {
            _ = $0.unique
        }
        await withContainer(shared: Shop.$shared, container: Shop()) {
            await Task.yield()
            #expect(Shop.shared.cached() is MockService)
        } transform: {
            $0.cached.register { MockService() }
        }
        #expect(Container.shared.traitSingleton() === outside)
    }
}

private final class Model {
    @Injected(\.traitService) var service
}
