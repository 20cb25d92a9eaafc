import ArmoryResolver
import ArmoryTestSupport
import XCTest

/// What ends the process, with a message that names the key and the path to it.
final class TrapTests: XCTestCase {
    private let resolver = Resolver()

    func testWhatIsMissingIsNamed() throws {
        try assertEndsProcess(
            "missing", saying: "Session ", "[missing]", "or use optional() or @OptionalInjected",
            notSaying: XCTestCase.nativeWords
        ) {
            _ = resolver.resolve(Session.self)
        }
    }

    func testAFactoryThatReturnsNothingIsNamed() throws {
        try assertEndsProcess(
            "no instance", saying: "[noInstance]", "TrapTests.swift:",
            "fix: write return before the service, or name its type.", notSaying: XCTestCase.nativeWords
        ) {
            resolver.register { _ = Session() }
        }
    }

    func testWhatIsMissingUnderANameIsNamed() throws {
        resolver.register { Session() }
        try assertEndsProcess(
            "named", saying: "Session named \"first\" ", "[missing]",
            "near: Session,", "ArmoryResolverTests"
        ) {
            _ = resolver.resolve(Session.self, name: .first)
        }
    }

    func testWhatIsMissingFurtherDownIsNamedWithThePath() throws {
        resolver.register { Combined($0.resolve()) }.implements((any Fetching).self)
        resolver.register { Model($0.resolve(), $0.resolve(Combined.self)) }
        try assertEndsProcess(
            "path", saying: "Combined ", "[missing]",
            "Model → any Fetching → Combined → Session"
        ) {
            _ = resolver.resolve(Model.self)
        }
    }

    func testWhatIsMissingStaticallyIsNamed() throws {
        try assertEndsProcess("static", saying: "any Fetching ", "[missing]") {
            let _: any Fetching = Resolver.resolve()
        }
    }

    func testAnOptionalIsATypeOfItsOwn() throws {
        resolver.register { Session() }
        try assertEndsProcess(
            "optional", saying: "Session? ", "[missing]", "fix: an optional is expected here: use optional()"
        ) {
            let _: Session? = resolver.resolve()
        }
        try assertEndsProcess("optional of nothing", saying: "fix: register Object?, or use optional()") {
            let _: Object? = resolver.resolve()
        }
    }

    func testAFactoryThatDeclinesIsNamed() throws {
        resolver.register(Session.self) { nil }
        resolver.register { Combined($0.resolve()) }
        try assertEndsProcess("declined", saying: "Session declined: its factory returned nil", "path: Combined") {
            _ = resolver.resolve(Combined.self)
        }
    }

    func testACycleOfFactoriesIsNamed() throws {
        final class Left {
            init(_ right: Right) {}
        }
        final class Right {
            init(_ left: Left) {}
        }
        for scope in [ResolverScope.graph, .unique, .cached, .shared, .container, ResolverScopeCache()] {
            resolver.register { Left($0.resolve()) }.scope(scope)
            resolver.register { Right($0.resolve()) }.scope(scope)
            try assertEndsProcess(
                "cycle of \(type(of: scope)) \(scope === ResolverScope.cached)", saying: "[cycle]",
                "Left → ", "Right → ", "fix: resolve one of them in resolveProperties",
                notSaying: XCTestCase.nativeWords
            ) {
                _ = resolver.resolve(Left.self)
            }
        }
    }

    func testACycleOfPropertiesInUniqueIsNamed() throws {
        resolver.register { Parent() }.resolveProperties { resolver, parent in parent.child = resolver.optional() }
            .scope(.unique)
        resolver.register { Child() }.resolveProperties { resolver, child in child.parent = resolver.optional() }
            .scope(.unique)
        try assertEndsProcess("properties", saying: "Parent", "Child", "Parent → Child → Parent") {
            _ = resolver.resolve(Parent.self)
        }
    }

    func testARecursionThatNeverEndsIsNamed() throws {
        try skipUnderSanitizers("frames are larger than what is kept of the stack for its end")
        resolver.register(String.self) { resolver, args in
            resolver.resolve(String.self, args: (args() as Int) + 1)
        }.scope(.unique)
        try assertEndsProcess("endless", saying: "String ", "[tooDeep]") {
            _ = resolver.resolve(String.self, args: 0)
        }
    }

    func testUseAfterReleaseIsNamed() throws {
        final class Late {
            @LazyInjected(name: .first) var session: Session
        }
        let late = Late()
        resolver.register(name: .first) { Session() }
        late.$session.container = resolver
        _ = late.session
        late.$session.release()
        try assertEndsProcess("released", saying: "Late needs Session named \"first\", which was released") {
            _ = late.session
        }
        resolver.register { Combined(late.session) }
        try assertEndsProcess("released in a factory", saying: "was released", "path: Combined → Late") {
            _ = resolver.resolve(Combined.self)
        }
    }

    func testAMissingArgumentIsNamed() throws {
        resolver.register { _, args in Session(args()) }
        try assertEndsProcess("argument", saying: "the one argument is no Int: given String", "path: Session") {
            _ = resolver.resolve(Session.self, args: "five")
        }
        try assertEndsProcess("no argument", saying: "the one argument is no Int: given nil") {
            _ = resolver.resolve(Session.self)
        }
        try assertEndsProcess("several", saying: "the one argument is no Int", "\"a\": Int, \"b\": Int") {
            _ = resolver.resolve(Session.self, args: ["a": 1, "b": 2])
        }
    }

    func testAMissingArgumentWithAKeyIsNamed() throws {
        resolver.register { _, args in Session(args("a")) }
        try assertEndsProcess("key", saying: "argument \"a\" is no Int: given \"b\": Int", "path: Session") {
            _ = resolver.resolve(Session.self, args: ["b": 2])
        }
    }

    private final class Holder {
        @Injected var session: Session
    }

    private final class LateHolder {
        @LazyInjected(name: .first) var session: Session
        @WeakLazyInjected var object: Object?
    }

    func testTheHolderOfAPropertyIsNamed() throws {
        try assertEndsProcess(
            "injected", saying: "Holder ", "Session", "[missing]\n", ": Holder → Session\n",
            notSaying: XCTestCase.nativeWords
        ) { _ = Holder() }
        try assertEndsProcess(
            "lazy", saying: "LateHolder ", "Session named \"first\"", "[missing]"
        ) { _ = LateHolder().session }
        try assertEndsProcess("weak", saying: "LateHolder ", "Object", "[missing]") {
            _ = LateHolder().object
        }
        Resolver.register { Holder() as AnyObject }
        try assertEndsProcess("in a factory", saying: ": AnyObject → Holder → Session\n") {
            _ = Resolver.resolve(AnyObject.self)
        }
        Resolver.register(Session.self) { nil }
        try assertEndsProcess("declined", saying: "Session declined", "  path: AnyObject → Holder\n") {
            _ = Resolver.resolve(AnyObject.self)
        }
    }
}
