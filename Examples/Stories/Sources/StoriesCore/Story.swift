/// A story in stages, each of which prints something.
package struct Story: Sendable {
    package struct Stage: Sendable {
        let title: String
        let tell: @Sendable () throws -> Void

        init(_ title: String, _ tell: @escaping @Sendable () throws -> Void) {
            self.title = title
            self.tell = tell
        }
    }

    let title: String
    let stages: [Stage]

    package func tell() throws {
        print("# \(title)")
        for (number, stage) in stages.enumerated() {
            print("\n\(number + 1). \(stage.title)")
            try stage.tell()
        }
        print()
    }
}

extension Story {
    package static let orders = Story(
        title: "Orders, from a container without registrations",
        stages: [
            Stage("Types that say how they are made", TypesThatSayHow.tell),
            Stage("A property wrapper, and a view model from the container", PropertyWrapper.tell),
            Stage("A test without any container", SecondInitializer.tell),
            Stage("A test container that replaces a type", TestContainer.tell),
            Stage("The same types, autowired and behind a protocol", BehindAProtocol.tell),
        ])

    package static let knight = Story(
        title: "A knight, from hand-written factories to a container",
        stages: [
            Stage("By hand", ByHand.tell),
            Stage("Factory methods", FactoryMethods.tell),
            Stage("Parts as arguments", PartsAsArguments.tell),
            Stage("The forge", TheForge.tell),
            Stage("The forge as a service locator", ServiceLocator.tell),
            Stage("Forge and garrison", ForgeAndGarrison.tell),
            Stage("A container", InAContainer.tell),
            Stage("Injection into the initializer", InitializerInjection.tell),
            Stage("Injection into properties", PropertyInjection.tell),
            Stage("Injection into a method", MethodInjection.tell),
            Stage("A container scope, by hand", ScopeByHand.tell),
            Stage("Two lifetimes", TwoLifetimes.tell),
            Stage("Several modules", SeveralModules.tell),
            Stage("Behind a protocol", AbstractArmorStage.tell),
            Stage("A screen that receives its views", FightScreen.tell),
        ])

    package static let gate = Story(
        title: "A gate, from one wiring for several builds",
        stages: [Stage("What this build has", Gate.tell)])
}
