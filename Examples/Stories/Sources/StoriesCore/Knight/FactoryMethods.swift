/// Each part has a method that makes it, and a subclass makes another one.
///
/// Now it is easy to find where a part is made. But who makes things is still the one who wears them: this knight is his own smith.
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
