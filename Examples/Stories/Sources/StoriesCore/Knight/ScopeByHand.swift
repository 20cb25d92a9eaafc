/// A factory that keeps what it made: the container scope, by hand.
///
/// The first call makes the armor, and the next calls return the same one. It is like a singleton, but another forge has another armor.
///
/// But each factory method of this kind is written again, and on two threads at once it makes two.
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
