// The examples of FromInjection.md that have Injection's API.

import ArmoryInjection
import ArmoryTestSupport
import XCTest

protocol Archive: AnyObject, Sendable {
    func page(_ number: Int) -> String
}

final class RemoteArchive: Archive {
    let host: String
    let key: String

    init(host: String, key: String) {
        self.host = host
        self.key = key
    }

    func page(_ number: Int) -> String { "\(host)/\(number)?key=\(key)" }
}

final class PaperArchive: Archive {
    func page(_ number: Int) -> String { "sheet \(number)" }
}

final class Cache: Sendable {}

final class PageModel {
    let text: String
    let cache: Cache

    init(number: Int, archive: any Archive, cache: Cache) {
        text = archive.page(number)
        self.cache = cache
    }
}

struct PageScreen {
    let model: PageModel
}

let clients = Component {
    factory { "secret" }
    single { RemoteArchive(host: "archive.example.com", key: $0()) as any Archive }
}
let pages = Component {
    single(tag: "paper") { PaperArchive() as any Archive }
    weak { Cache() }
}

final class PageBuilder: ModuleBuilder<PageScreen> {
    private let number: Int

    init(number: Int) {
        self.number = number
    }

    override func component() -> Component? {
        Component {
            factory { PageModel(number: self.number, archive: $0(), cache: $0()) }
        }
    }

    override func build() -> PageScreen {
        PageScreen(model: module.resolve())
    }
}

final class InjectionExampleTests: InjectionTestCase {
    override class func setUp() {
        super.setUp()
        // The process keeps them.
        _ = (clients, pages)
    }

    func testTheProgramWithOneImportChanged() throws {
        let printed = Printed()
        func print(_ items: Any...) { printed(items.map { "\($0)" }.joined(separator: " ")) }

        injectMe {
            component { clients }
            component { pages }
        }
        let screen = PageBuilder(number: 7).build()
        let paper: any Archive = resolve(tag: "paper")
        print(screen.model.text, paper.page(3))

        try printed.assertOutput(on: "Move/FromInjection.md")
        XCTAssertEqual(screen.model.text, "archive.example.com/7?key=secret")
        XCTAssertEqual(paper.page(3), "sheet 3")
    }

    func testTheMessageOfThePage() throws {
        try assertEndsProcess(
            "page", saying: "PageModel ", "any Archive", "[missing]", "PageModel → any Archive"
        ) {
            let module = Module { factory { PageModel(number: 1, archive: $0(), cache: $0()) } }
            _ = module.resolve() as PageModel
        }
    }
}
