// C10, O3: which instances are closed before which, where an edge leads through what nobody closes, to one of several cells, or nowhere.

import Armory
import ArmoryTestSupport
import XCTest

/// What is used until it is closed.
private final class Base: Sendable {
    let isClosed = Shelf(false)
}

/// Leads to the base, and is closed by nobody, or beside others.
private final class Link: Sendable {
    let base: Base
    init(base: Base) { self.base = base }
}

private final class Holder: Sendable {
    let link: Lazy<Link>
    init(link: Lazy<Link>) { self.link = link }
}

private final class Caller: Sendable {
    let base: Provider<Base>
    init(base: Provider<Base>) { self.base = base }
}

private final class Easy: Sendable {
    let base: Base?
    init(base: Base?) { self.base = base }
}

private protocol Basic: Sendable {}
extension Base: Basic {}

/// As `Easy`, by another type.
private final class Vague: Sendable {
    let base: (any Basic)?
    init(base: (any Basic)?) { self.base = base }
}

/// As `Easy`, after its factory.
private final class Settled: @unchecked Sendable {  // Written before others have it.
    var base: Base?
}

/// Has some of the bases.
private final class Lister: Sendable {
    let bases: [RegistrationName: Base]
    init(bases: [RegistrationName: Base]) { self.bases = bases }
}

/// Uses another one that it has got in its factory.
private final class User<Used: Sendable>: Sendable {
    let used: Used
    init(_ used: Used) { self.used = used }
}

final class ClosingOrderTests: LeakCheckedTestCase {
    private let closed = Log<String>()

    /// The hook of a base.
    private var closing: @Sendable (Base) -> Void {
        { [closed] base in
            base.isClosed.value = true
            closed.add("base")
        }
    }

    /// The hook of a holder, which uses what it leads to.
    private var using: @Sendable (Holder) throws -> Void {
        { [closed] holder in closed.add(try holder.link().base.isClosed.value ? "too late" : "holder") }
    }

    private func assertHolderFirst(_ holder: Holder, in container: Container) throws {
        XCTAssertFalse(try holder.link().base.isClosed.value)
        container.close()
        XCTAssertEqual(closed.all, ["holder", "base"])
    }

    func testC10_WhatALazySharedInstanceNeedsIsClosedAfterItsHolder() throws {
        let container = try Container {
            Singleton(Holder.init).onShutdown(using)
            Shared(Link.init)
            Singleton { Base() }.onShutdown(closing)
        }
        try assertHolderFirst(container.resolve(Holder.self), in: container)
    }

    func testC10_WhatALazySharedInstanceOfAFurtherTypeNeedsIsClosedAfterItsHolder() throws {
        let container = try Container {
            Singleton(Holder.init).onShutdown(using)
            Shared(User<Base>.init).as { Link(base: $0.used) }
            Singleton { Base() }.onShutdown(closing)
        }
        try assertHolderFirst(container.resolve(Holder.self), in: container)
    }

    func testC10_WhatAnInstanceWithoutAPlaceNeedsIsClosedAfterItsHolder() throws {
        let container = try Container {
            Singleton(Holder.init).onShutdown(using)
            Kept(Link.init).lifetime(TimeToLive(.zero))
            Singleton { Base() }.onShutdown(closing)
        }
        try assertHolderFirst(container.resolve(Holder.self), in: container)
    }

    func testC10_ALazyKeptInstanceIsClosedAfterItsHolder() throws {
        let closed = closed
        let container = try Container {
            Singleton(Holder.init).onShutdown(using)
            Kept(Link.init).onShutdown { _ in closed.add("link") }
            Singleton { Base() }.onShutdown(closing)
        }
        _ = try container.resolve(Holder.self).link()
        container.close()
        XCTAssertEqual(closed.all, ["holder", "link", "base"])
    }

    func testC10_EachKeptInstanceOfAProviderIsClosedAfterItsHolder() throws {
        let (closed, clock) = (closed, ManualClock())
        let container = try Container {
            Singleton(Caller.init).onShutdown { _ in closed.add("caller") }
            Kept { Base() }.lifetime(TimeToLive(.seconds(1), clock: clock)).onShutdown(closing)
        }
        let caller = try container.resolve(Caller.self)
        for _ in 0..<2 {
            _ = try caller.base()
            clock.advance(by: .seconds(2))
        }
        _ = try caller.base()
        XCTAssertEqual(closed.all, ["base", "base"])
        container.close()
        XCTAssertEqual(closed.all, ["base", "base", "caller", "base"])
    }

    func testC10_InAScopeItIsTheScopesOrder() throws {
        let closed = closed
        let container = try Container {
            Scoped(Holder.init).onShutdown(using)
            Scoped(Link.init).onShutdown { _ in closed.add("link") }
            Kept { Base() }.onShutdown(closing)
        }
        for _ in 0..<2 { try container.withScope { scope in _ = try scope.resolve(Holder.self).link() } }
        container.close()
        XCTAssertEqual(closed.all, ["holder", "link", "holder", "link", "base"])
    }

    /// The child's own base needs the holder, and only the parent's is behind the link.
    func testO3_WhatAParentsSharedInstanceNeedsIsTheParents() throws {
        let closed = closed
        let parent = try Container {
            Shared(Link.init)
            Singleton { Base() }
        }
        let child = try Container(parents: [parent]) {
            Singleton(Holder.init).onShutdown { _ in closed.add("holder") }
            Singleton { (resolver: Resolver) -> Base in
                _ = try resolver.resolve(Holder.self)
                return Base()
            }.onShutdown(closing)
        }
        let holder = try child.resolve(Holder.self)
        XCTAssertFalse(try holder.link().base === child.resolve(Base.self))
        child.close()
        XCTAssertEqual(closed.all, ["base", "holder"])
    }

    // MARK: Factories that have declined

    /// A holder goes without the base, which uses it when it exists.
    private func assertBaseFirst<H: Sendable>(
        _ holder: Singleton<H>, line: UInt = #line, _ base: (H) -> (any Basic)?
    ) throws {
        let (closed, isWilling) = (Log<String>(), Shelf(false))
        let container = try Container {
            holder.onShutdown { _ in closed.add("holder") }
            Singleton { (resolver: Resolver) -> Base in
                guard isWilling.value else { throw Declined() }
                _ = try resolver.resolve(H.self)
                return Base()
            }
            .as { $0 as any Basic }
            .onShutdown { _ in closed.add("base") }
        }
        XCTAssertNil(base(try container.resolve(H.self)), line: line)
        isWilling.value = true
        _ = try container.resolve(Base.self)
        container.close()
        XCTAssertEqual(closed.all, ["base", "holder"], line: line)
    }

    func testO3_WhatWasMissingAtTheMakingIsNoDependency() throws {
        try assertBaseFirst(Singleton(Easy.init)) { $0.base }
        try assertBaseFirst(Singleton(Vague.init)) { $0.base }
        try assertBaseFirst(Singleton { Settled() }.dependsOn().inject(\.base, .optional)) { $0.base }
    }

    func testO3_WhatAListWentWithoutIsNoDependency() throws {
        let (closed, isWilling) = (closed, Shelf(false))
        let container = try Container {
            Singleton(Lister.init).onShutdown { _ in closed.add("lister") }
            Singleton { Base() }.named("first").onShutdown { _ in closed.add("first") }
            Singleton { (resolver: Resolver) -> Base in
                guard isWilling.value else { throw Declined() }
                _ = try resolver.resolve(Lister.self)
                return Base()
            }.named("second").onShutdown { _ in closed.add("second") }
        }
        XCTAssertEqual(try container.resolve(Lister.self).bases.count, 1)
        isWilling.value = true
        _ = try container.resolve(Base.self, named: "second")
        container.close()
        XCTAssertEqual(closed.all, ["second", "lister", "first"])
    }

    /// It exists early, so that one that asks for it on its way has it, and is older.
    func testO3_AnOptionalThatWasTakenEarlyIsADependency() throws {
        let closed = closed
        let container = try Container {
            Singleton(Easy.init).onShutdown { _ in closed.add("easy") }
            Singleton { Base() }.inject { _, resolver in _ = try resolver.resolve(Easy.self) }.onShutdown(closing)
        }
        let base = try container.resolve(Base.self)
        XCTAssertTrue(try container.resolve(Easy.self).base === base)
        container.close()
        XCTAssertEqual(closed.all, ["easy", "base"])
    }
}
