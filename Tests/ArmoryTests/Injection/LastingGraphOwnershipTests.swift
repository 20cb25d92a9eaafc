// M1, O2, C2: a graph that is kept holds nobody who is not wanted, and hinders nobody.

import Armory
import ArmoryTestSupport
import XCTest

private final class Parent: Sendable {
    private let life = Counted()
    let child: Child
    init(child: Child) { self.child = child }
}

/// Refers back, in a graph whose objects both are.
private final class Child: Sendable {
    private let life = Counted()
    let parent: Weak<Parent>
    let graph: Lazy<Parent>
    init(parent: Weak<Parent>, graph: Lazy<Parent>) {
        self.parent = parent
        self.graph = graph
    }
}

private final class Archive: Sendable {
    private let life = Counted()
    let outlines: Provider<Outline>
    let documents: Provider<Document>
    init(outlines: Provider<Outline>, documents: Provider<Document>) {
        self.outlines = outlines
        self.documents = documents
    }
}

final class LastingGraphOwnershipTests: LeakCheckedTestCase {
    func testM1_AnObjectOfTheGraphThatKeepsTheGraphGoes() throws {
        let container = try Container {
            Graph(Parent.init)
            Graph(Child.init)
        }
        weak var gone: Parent?
        for _ in 0..<100 {
            let parent = try container.resolve(Parent.self)
            XCTAssertTrue(try parent.child.parent() === parent)
            gone = parent
        }
        XCTAssertNil(gone)
    }

    func testO2_WhatAContainerKeepsHasNothingOfTheGraphThatMadeIt() throws {
        let application = try Container {
            Graph(Document.init)
            Transient(Outline.init)
            Singleton(Archive.init)
        }
        let ofRequest = WeakReference<Document>()
        try application.withChild {
            Transient(Bool.self) { resolver in
                let document = try resolver(Document.self)
                ofRequest.object = document
                let archive = try resolver(Archive.self)
                return try archive.documents() !== document && archive.outlines().document !== document
            }
        } check: { request in
            XCTAssertTrue(try request.resolve(Bool.self))
        }
        XCTAssertNil(ofRequest.object)
        let archive = try application.resolve(Archive.self)
        XCTAssertFalse(try archive.documents() === archive.documents(), "each call is a graph of its own")
    }

    func testC2_TheCallsOfASingletonsProviderRunSideBySide() throws {
        let (inside, most) = (Counter(), Shelf(0))
        let barrier = StartBarrier(threads: 4)
        let container = try Container {
            Graph(Document.init)
            Transient {
                // All four are in their factories at once, or nobody leaves.
                barrier.pass { most.value = 4 }
                inside.increment()
                return Outline(document: Document())
            }
            Singleton(Archive.init)
        }
        let archive = try container.resolve(Archive.self)
        for result in race(threads: 4, { _ in _ = try archive.outlines() }) { try result.get() }
        XCTAssertEqual(most.value, 4)
        XCTAssertEqual(inside.value, 4)
    }

    func testM3_ARegistrationIsReplacedWhileItsGraphWaitsBelowAnother() throws {
        let act = Shelf<(@Sendable () throws -> Void)?>(nil)
        let container = try Container {
            Graph(Document.init)
            Transient(Outline.init)
            Transient(Continued.init)
            Graph(Window.self) { resolver in
                // The bar's injection waits for this window; meanwhile the bar is replaced, in a call of another graph.
                let bar = try resolver(Bar.self)
                try act.value?()
                return Window(bar)
            }
            Graph(Bar.self) { Bar() }.inject { bar, resolver in bar.window = try resolver(Window.self) }
            Transient {
                try act.value?()
                return Relay()
            }
        }
        let other = try container.resolve(Continued.self)
        nonisolated(unsafe) let graph = other.graph
        act.value = {
            act.value = { try container.replace(Graph(Bar.self) { Bar() }) }
            _ = try unsafe graph.resolve(Relay.self)
            act.value = nil
        }
        let window = try container.resolve(Window.self)
        XCTAssertTrue(window.bar.window === window)
        assertThreadIsIdle()
    }
}

private final class Window: @unchecked Sendable {  // One thread.
    private let life = Counted()
    let bar: Bar
    init(_ bar: Bar) { self.bar = bar }
}

private final class Bar: @unchecked Sendable {  // One thread.
    private let life = Counted()
    weak var window: Window?
}
