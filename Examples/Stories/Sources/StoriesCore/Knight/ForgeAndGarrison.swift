/// Two factories create all instances, and the instances know neither factory.
///
/// This is dependency injection, by hand.
///
/// But each type needs its own code, and declares its lifetimes in different ways: a `lazy var` here, a stored property there.
enum ForgeAndGarrison {
    struct Armor {
        var boots: Boots?
        var pants: Pants?
        var helmet: Helmet?
    }

    class Knight: CustomStringConvertible {
        var armor: Armor?

        var description: String { portrait(armor?.boots, armor?.pants, armor?.helmet) }
    }

    class Forge {
        func makeArmor() -> Armor {
            Armor(boots: makeBoots(), pants: makePants(), helmet: makeHelmet())
        }

        func makeBoots() -> Boots { Boots() }
        func makePants() -> Pants { Pants() }
        func makeHelmet() -> Helmet { Helmet() }
    }

    class Garrison {
        lazy var forge = Forge()

        func makeKnight() -> Knight {
            let knight = Knight()
            knight.armor = forge.makeArmor()
            return knight
        }
    }

    static func tell() {
        let garrison = Garrison()
        print(garrison.makeKnight())
    }
}
