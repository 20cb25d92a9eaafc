/// The armor creates its seven parts, and the knight creates his armor.
///
/// It is written quickly. But an armor with another helmet has to create everything again, and a test cannot replace a part.
enum ByHand {
    class Armor {
        private(set) var boots: Boots?
        private(set) var pants: Pants?
        private(set) var belt: Belt?
        private(set) var chest: Chest?
        private(set) var bracers: Bracers?
        private(set) var gloves: Gloves?
        private(set) var helmet: Helmet?

        func configure() {
            boots = Boots()
            pants = Pants()
            belt = Belt()
            chest = Chest()
            bracers = Bracers()
            gloves = Gloves()
            helmet = Helmet()
        }
    }

    class Knight: CustomStringConvertible {
        private var armor: Armor?

        func prepareForBattle() {
            let armor = Armor()
            armor.configure()
            self.armor = armor
        }

        /// Only the parts that the other stages also have.
        var description: String { portrait(armor?.boots, armor?.pants, armor?.helmet) }

        var everything: String {
            portrait(
                armor?.boots, armor?.pants, armor?.belt, armor?.chest, armor?.bracers, armor?.gloves, armor?.helmet)
        }
    }

    static func tell() {
        let knight = Knight()
        knight.prepareForBattle()
        print(knight)
        print("all seven parts: \(knight.everything)")
    }
}
