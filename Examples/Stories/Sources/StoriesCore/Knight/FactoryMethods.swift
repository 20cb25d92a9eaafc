/// Each part has a method that makes it, and a subclass makes another one.
///
/// Now it is easy to find where a part is made. But the one who wears the parts still makes them.
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
