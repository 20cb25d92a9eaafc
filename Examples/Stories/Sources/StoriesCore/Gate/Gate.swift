import Armory
import Heraldry

#if Trumpets
import Trumpets
#endif

/// One wiring for all builds: a gate opens with a herald where the build has one, and quietly where it has none.
///
/// What a build has is said here alone. The gate takes an optional, and nobody else is touched.
struct Gate {
    private let herald: (any Herald)?

    init(herald: (any Herald)?) {
        self.herald = herald
    }

    func open(for guest: String) -> String {
        "the gate opens for \(guest), " + (herald.map { "with \($0.announce(guest))" } ?? "quietly")
    }

    static let wiring = Module("castle") {
        #if Trumpets
        trumpets
        #endif
        Transient(Gate.init)
    }

    static func tell() throws {
        let castle = try Container { wiring }
        print(try castle.resolve(Gate.self).open(for: "a knight"))
    }
}
