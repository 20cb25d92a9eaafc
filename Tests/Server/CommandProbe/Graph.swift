// A tool of a few lines that looks at a container, for tests that run it as a process of its own. The page SeeingTheGraph.md has it.

#if Command
import Armory
import ArmoryCommand

struct Clock: Sendable {}
struct Watch: Sendable { init(clock: Clock) {} }

enum Wiring {
    static let shop = Module("shop") {
        Singleton(Clock.init)
        Transient(Watch.init)
    }
}

@main struct Graph: ContainerCommand {
    static func container() throws -> Container { try Container { Wiring.shop } }
}
#else
@main struct Nothing {
    static func main() {}
}
#endif
