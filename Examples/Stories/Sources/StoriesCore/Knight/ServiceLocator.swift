import Armory

/// The knight is given the whole forge and takes what he needs.
///
/// It is worse than it looks. His initializer does not say what he needs: only its body does, and it may take what is not his. So
/// nobody can check it before it runs, and nobody can have the knight without a forge.
enum ServiceLocator {
    struct Forge {
        func makeBoots() -> Boots { Boots() }
        func makePants() -> Pants { Pants() }
        func makeHelmet() -> Helmet { Helmet() }
        func makeCrown() -> Crown { Crown() }
    }

    class Knight: CustomStringConvertible {
        private let boots: Boots
        private let pants: Pants
        private let helmet: Helmet
        let booty: Crown

        init(forge: Forge) {
            boots = forge.makeBoots()
            pants = forge.makePants()
            helmet = forge.makeHelmet()
            booty = forge.makeCrown()
        }

        var description: String { portrait(boots, pants, helmet) }
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
