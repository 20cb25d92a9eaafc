/// A factory that keeps its instance: the container scope, by hand.
///
/// The first call creates the armor, and later calls return the same one. It is like a singleton, but each forge has its own armor.
///
/// But each such factory method repeats this code, and two threads that call it at the same time create two instances.
enum ScopeByHand {
    final class Armor: AbstractArmor {
        var boots: Boots?
        var pants: Pants?
        var helmet: Helmet?
        var description: String { portrait(boots, pants, helmet) }
    }

    final class Forge {
        private var armor: Armor?

        func makeArmor() -> Armor {
            if let armor { return armor }
            let armor = Armor()
            armor.boots = makeBoots()
            armor.pants = makePants()
            armor.helmet = makeHelmet()
            self.armor = armor
            return armor
        }

        func makeBoots() -> Boots { Boots() }
        func makePants() -> Pants { Pants() }
        func makeHelmet() -> Helmet { Helmet() }
    }

    static func tell() {
        let (forge, next) = (Forge(), Forge())
        let armor = forge.makeArmor()
        print(armor)
        print("the forge's second armor is the same one: \(forge.makeArmor() === armor)")
        print("another forge's armor is the same one: \(next.makeArmor() === armor)")
    }
}
