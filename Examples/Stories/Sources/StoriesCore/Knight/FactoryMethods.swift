/// A method creates each part, and a subclass overrides a method to create another part.
///
/// Now the code that creates a part is easy to find. But the wearer of the parts still creates them.
enum FactoryMethods {
    class Knight: CustomStringConvertible {
        private lazy var boots = makeBoots()
        private lazy var pants = makePants()
        private lazy var helmet = makeHelmet()

        func makeBoots() -> Boots { Boots() }
        func makePants() -> Pants { Pants() }
        func makeHelmet() -> Helmet? { Helmet() }

        var description: String { portrait(boots, pants, helmet) }
    }

    final class BareheadedKnight: Knight {
        override func makeHelmet() -> Helmet? { nil }
    }

    static func tell() {
        print(Knight())
        print("a subclass: \(BareheadedKnight())")
    }
}
