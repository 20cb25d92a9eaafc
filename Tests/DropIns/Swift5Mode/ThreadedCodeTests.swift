// swift-format-ignore-file
// Code as it was written for the three libraries, on several threads. The target's warnings are errors, so it also tests that the
// compiler says nothing about it in the Swift 5 language mode.

import ArmoryEasyDi
import ArmoryInjection
import ArmoryResolver
import Foundation
import XCTest

private class Client {
    var host = ""
}

private class Screen {
    let client: Client
    init(client: Client) { self.client = client }
}

private class Names {
    private let lock = NSLock()
    var list: [String] = []

    func add(_ name: String) {
        lock.lock()
        list.append(name)
        lock.unlock()
    }
}

/// Runs a closure on a thread, and waits for its end.
private func onThread(_ body: @escaping () -> Void) {
    let isOver = DispatchSemaphore(value: 0)
    Thread {
        body()
        isOver.signal()
    }.start()
    isOver.wait()
}

private class ClientAssembly: Assembly {
    lazy var hosts: HostAssembly = self.context.assembly()

    var client: Client {
        return define(scope: .lazySingleton, init: Client()) {
            $0.host = self.hosts.host
            return $0
        }
    }

    func warmUp(then done: @escaping () -> Void) {
        DispatchQueue.global().async {
            _ = self.client
            DispatchQueue.global().async { done() }
        }
    }
}

private class HostAssembly: Assembly {
    static let shared = HostAssembly.instance()

    var host: String {
        return define(init: "example.org")
    }
}

private class ScreenBuilder: ModuleBuilder<Screen> {
    override func component() -> Component? {
        Component {
            factory { Screen(client: $0()) }
        }
    }

    override func build() -> Screen {
        module.resolve()
    }

    func present(then done: @escaping (Screen) -> Void) {
        DispatchQueue.global().async {
            done(self.build())
        }
    }
}

final class ThreadedCodeTests: XCTestCase {
    func testEasyDi() {
        let context = DIContext()
        let a = ClientAssembly.instance(from: context)
        let names = Names()
        let group = DispatchGroup()
        for _ in 0..<4 {
            DispatchQueue.global().async(group: group) {
                names.add(a.client.host)
            }
        }
        group.wait()
        XCTAssertEqual(names.list, Array(repeating: "example.org", count: 4))
        let isWarm = expectation(description: "warm")
        a.warmUp { isWarm.fulfill() }
        wait(for: [isWarm], timeout: 60)
        onThread {
            a.addSubstitution(for: "client") { Client() }
            XCTAssertEqual(a.client.host, "")
            XCTAssertEqual(HostAssembly.shared.host, "example.org")
        }
        let (isRemoved, isRead) = (expectation(description: "removed"), expectation(description: "read"))
        Thread {
            a.removeSubstitution(for: "client")
            isRemoved.fulfill()
        }.start()
        Thread {
            XCTAssertFalse(ClientAssembly.instance(from: context).hosts.host.isEmpty)
            isRead.fulfill()
        }.start()
        wait(for: [isRemoved, isRead], timeout: 60)
        let isDone = expectation(description: "task")
        Task {
            XCTAssertFalse(a.hosts.host.isEmpty)
            isDone.fulfill()
        }
        wait(for: [isDone], timeout: 60)
    }

    func testInjection() {
        Injection.reset()
        inject(logger: .error)
        injectMe { single { Client() } }
        let module = Module { single { Client() } }
        let builder = ScreenBuilder()
        let entries = Component { factory { Client() } }
        DispatchQueue.concurrentPerform(iterations: 4) { _ in
            let first: Client = module.resolve()
            XCTAssertTrue(first === module() as Client)
        }
        let isBuilt = expectation(description: "built")
        builder.present { screen in
            XCTAssertTrue(screen.client === ArmoryInjection.resolve() as Client)
            isBuilt.fulfill()
        }
        wait(for: [isBuilt], timeout: 60)
        let isDone = expectation(description: "task")
        Thread {
            XCTAssertTrue(builder.build().client === builder.module.resolve() as Client)
            _ = Module { component { entries } }.resolve() as Client
            isDone.fulfill()
        }.start()
        wait(for: [isDone], timeout: 60)
        let isLast = expectation(description: "detached")
        Task.detached {
            _ = builder.build()
            isLast.fulfill()
        }
        wait(for: [isLast], timeout: 60)
        Injection.reset()
    }

    func testResolver() {
        let resolver = Resolver()
        let options = resolver.register { Client() }.scope(.cached)
        let (isMade, isResolved) = (expectation(description: "arguments"), expectation(description: "resolved"))
        resolver.register { resolver, args -> Screen in
            let screen = Screen(client: resolver.resolve())
            DispatchQueue.global().async {
                screen.client.host = args("host")
                isMade.fulfill()
            }
            return screen
        }
        let lazy = LazyInjected<Client>(container: resolver)
        let injected = Injected<Client>(container: resolver)
        let optional = OptionalInjected<Client>(container: resolver)
        let weak = WeakLazyInjected<Client>(container: resolver)
        DispatchQueue.global().async {
            let screen: Screen = resolver.resolve(args: ["host": "example.org"])
            XCTAssertTrue(screen.client === resolver.resolve() as Client)
            isResolved.fulfill()
        }
        wait(for: [isMade, isResolved], timeout: 60)
        onThread {
            XCTAssertTrue(lazy.wrappedValue === injected.wrappedValue)
        }
        let isDone = expectation(description: "thread")
        Thread {
            XCTAssertTrue(optional.wrappedValue === weak.wrappedValue)
            XCTAssertTrue(lazy.wrappedValue === injected.wrappedValue)
            _ = options.scope(.application)
            isDone.fulfill()
        }.start()
        wait(for: [isDone], timeout: 60)
    }
}
