import Armory

/// The knight and his armor receive the whole forge, and take the parts they need.
///
/// It is worse than it looks. An initializer does not declare its dependencies: its body takes them, and may take others too.
/// So the wiring cannot be checked before it runs, and a knight cannot exist without a forge.
enum ServiceLocator {
    struct Forge {
        func makeArmor() -> Armor { Armor(forge: self) }
        func makeBoots() -> Boots { Boots() }
        func makePants() -> Pants { Pants() }
        func makeHelmet() -> Helmet { Helmet() }
        func makeCrown() -> Crown { Crown() }
    }

    struct Armor {
        let boots: Boots
        let pants: Pants
        let helmet: Helmet

        init(forge: Forge) {
            boots = forge.makeBoots()
            pants = forge.makePants()
            helmet = forge.makeHelmet()
        }
    }

    class Knight: CustomStringConvertible {
        private let armor: Armor
        let booty: Crown

        init(forge: Forge) {
            armor = forge.makeArmor()
            booty = forge.makeCrown()
        }

        var description: String { portrait(armor.boots, armor.pants, armor.helmet) }
    }

    /// A container can be misused in the same way.
    struct LocatingKnight {
        let boots: Boots

        init(resolver: Resolver) throws {
            boots = try resolver.resolve(Boots.self)
        }
    }

    static func tell() throws {
        let knight = Knight(forge: Forge())
        print(knight)
        print("what init(forge:) does not tell: he has \(knight.booty)")

        let container = try Container { Transient { try LocatingKnight(resolver: $0) } }
        for registration in try container.validate().opaque {
            print("what the container cannot check: \(registration.key)")
        }
    }
}
