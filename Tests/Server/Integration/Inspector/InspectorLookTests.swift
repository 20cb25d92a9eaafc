// SEE5: what the page looks like, on a narrow and on a wide screen, light and dark, with few and with many registrations.
//
// The pictures are kept beside the build, so that somebody can look at them; what a program can judge is asserted.

#if Inspector && Hummingbird && os(Linux)
import Armory
import ArmoryInspector
import ArmoryTestSupport
import XCTest

final class InspectorLookTests: LeakCheckedTestCase {
    private static let looks = [(400, false), (400, true), (1280, false), (1280, true)]

    /// Shows a container of closures in each look.
    private func withLooks(
        of shop: InspectorShop, view: String = "graph",
        _ body: @escaping @Sendable (_ page: BrowserPage, _ look: String, _ width: Int) async throws -> Void
    ) async throws {
        try Browser.skipUnlessAsked()
        try await shop.serve { port in
            let browser = try Browser()
            defer { browser.close() }
            for (width, isDark) in Self.looks {
                let page = try await BrowserPage(browser, width: width, isDark: isDark)
                try await page.open("http://127.0.0.1:\(port)/_armory", view: view)
                try await body(page, "\(width)-\(isDark ? "dark" : "light")", width)
                XCTAssertEqual(page.complaints(besides: "http://127.0.0.1:\(port)/_armory"), [])
            }
        }
        try await shop.end()
    }

    /// Nothing is broader than the window, and no text of a table is cut, except on purpose with an ellipsis in a wide table.
    private static func checkWidths(_ page: BrowserPage, _ what: String, width: Int) async throws {
        let faults = try await page.value(
            """
            [...document.querySelectorAll("th, td, button, p, h2, dt, dd, select, .badge")].filter((one) => {
              const box = one.getBoundingClientRect();
              if (box.width === 0 || one.closest("#tabs")) return false;
              const isCut = one.scrollWidth > one.clientWidth + 1 && (one.tagName === "TH" || innerWidth < 500 && one.tagName === "TD");
              return isCut || box.right > innerWidth + 1;
            }).map((one) => `${one.tagName} ${one.textContent.slice(0, 40)}`).slice(0, 9).join("; ")
              + (document.documentElement.scrollWidth > innerWidth ? " the page" : "")
              + (byID("tabs").scrollWidth > innerWidth ? " the tabs" : "")
            """)
        XCTAssertEqual(faults, .string(""), "\(what) at \(width)")
    }

    func testSEE5_TwentyClosuresHaveNamesAndEdgesAtEachWidth() async throws {
        let shop = try InspectorShop(size: 20, hasModules: true)
        try shop.start()
        try await withLooks(of: shop) { page, look, width in
            try await page.picture("20-graph-\(look)")
            let head = try await page.value("document.querySelector('#summary dd').textContent").text
            let count = try await page.value("document.getElementById('graph-count').textContent").text ?? ""
            XCTAssertEqual(head, "20")
            XCTAssertTrue(count.contains("20 registrations") && count.contains("seen)"), count)
            let named = try await page.value(
                """
                (() => { const picture = app.views.graph.picture;
                return picture.scale >= readable ? picture.nodes.length : Number(picture.canvas.dataset.labels) })()
                """)
            XCTAssertGreaterThanOrEqual(named.integer ?? 0, 17, "nodes with names at \(look)")
            try await Self.checkWidths(page, "graph", width: width)
            let edges = try await page.value(
                "app.views.graph.graph.edges.filter((edge) => edge.origin === 'observed').length")
            XCTAssertGreaterThan(edges.integer ?? 0, 12)
            try await page.value(
                "app.views.graph.chooseKey(app.views.graph.graph.nodes.find((node) => node.key.includes('service 11')).key)"
            )
            try await page.wait("!document.getElementById('details').hidden")
            let words = try await page.value(
                "[...new Set([...document.querySelectorAll('#details li small')].map((one) => one.textContent))].join()"
            )
            XCTAssertEqual(words, .string("seen"))
            try await Self.checkWidths(page, "details", width: width)
            try await page.picture("20-details-\(look)")
        }
    }

    func testSEE5_EachViewFitsEachWidth() async throws {
        let shop = try InspectorShop(size: 20, hasModules: true)
        try shop.start()
        try await withLooks(of: shop, view: "slots") { page, look, width in
            for view in ["slots", "scopes", "events", "start", "conditions"] {
                try await page.value("app.open('\(view)')")
                try await page.wait("document.documentElement.dataset.shown === '\(view)' && !app.isAsking")
                try await page.picture("20-\(view)-\(look)")
                try await Self.checkWidths(page, view, width: width)
            }
        }
    }

    func testSEE5_EventsByRequestAndTheWayThereFromAForgottenScope() async throws {
        let shop = try InspectorShop(size: 20, hasModules: true)
        try shop.start()
        try await withLooks(of: shop, view: "scopes") { page, look, width in
            let row = try await page.value("document.querySelector('#scopes-table tr.bad').innerText").text ?? ""
            // The place is cut in the middle if the container's number is long.
            XCTAssertTrue(row.contains("GET /export/44") && row.contains("InspectorShop.sw"), row)
            let whole = try await page.value("document.body.innerText + document.documentElement.innerHTML").text ?? ""
            XCTAssertFalse(whole.contains("secret"), "the query's values are not shown")
            try await page.value("document.querySelector('#scopes-table tr.bad button').click()")
            try await page.wait("!document.getElementById('record').hidden")
            let head = try await page.value("document.querySelector('#record h2').textContent")
            XCTAssertEqual(head, .string("GET /export/44"))
            let kinds = try await page.value(
                "[...document.querySelectorAll('#record .badge')].map((badge) => badge.textContent).join()")
            XCTAssertEqual(kinds, .string("opened,made"))
            try await page.picture("20-requests-\(look)")
            try await Self.checkWidths(page, "requests", width: width)
            let rows = try await page.value("document.querySelectorAll('#records-table tbody tr').length")
            XCTAssertEqual(rows.integer, 14, "twelve visits, a refused one, and the scope that was left open")
            let failed = try await page.value("document.querySelector('#records-table tr.bad').innerText").text ?? ""
            XCTAssertTrue(failed.contains("GET /refused"), failed)
            try await page.press("Escape")
            try await page.wait("document.getElementById('record').hidden")
            try await page.value("[...document.querySelectorAll('#events-modes button')][0].click()")
            try await page.wait("document.querySelectorAll('#events-table tbody tr').length > 20")
        }
    }

    func testSEE5_ManyClosuresAreReadable() async throws {
        for size in [1000, 5000] {
            let shop = try InspectorShop(size: size, hasModules: size == 1000)
            try await withLooks(of: shop) { page, look, width in
                try await page.picture("\(size)-before-\(look)")
                let blocks = try await page.value(
                    "app.views.graph.layout.blocks.map((block) => block.title).filter(Boolean).length")
                XCTAssertGreaterThan(blocks.integer ?? 0, 6, "blocks with titles")
                try await Self.checkWidths(page, "graph", width: width)
                // Closer, until names are readable.
                try await page.value("(() => { const p = app.views.graph.picture; p.zoom(0.3 / p.scale) })()")
                try await page.wait("Number(app.views.graph.picture.canvas.dataset.labels) > 5")
                try await page.picture("\(size)-near-\(look)")
            }
            try shop.start()
            try await withLooks(of: shop) { page, look, _ in
                try await page.picture("\(size)-after-\(look)")
                let layers = try await page.value("app.views.graph.layout.hubs.length")
                XCTAssertGreaterThan(layers.integer ?? 0, size * 7 / 10, "nodes with edges")
                try await page.wait("Number(app.views.graph.picture.canvas.dataset.labels) > 6")
            }
        }
    }

    /// A long chain of needs is folded, so that it is not a thread.
    func testSEE5_ALongChainHasTheShapeOfTheScreen() async throws {
        try Browser.skipUnlessAsked()
        var graph = Samples.graph(900, needs: 0)
        graph.edges = (1..<900).map { .init(from: $0, to: $0 - 1) }
        try await InspectorServer.serve(Samples.views(graph)) { port in
            let browser = try Browser()
            defer { browser.close() }
            for width in [400, 1280] {
                let page = try await BrowserPage(browser, width: width)
                try await page.open("http://127.0.0.1:\(port)/_armory")
                try await page.picture("chain-\(width)")
                let shape = try await page.value(
                    """
                    (() => { const nodes = app.views.graph.graph.nodes, span = (of) => Math.max(...nodes.map(of)) - Math.min(...nodes.map(of));
                    return span((node) => node.x) / span((node) => node.y) / app.views.graph.picture.shape })()
                    """)
                XCTAssertGreaterThan(shape.double ?? 0, 0.4)
                XCTAssertLessThan(shape.double ?? 99, 2.5)
            }
        }
    }

    func testSEE5_AStartWithoutDataShowsNothingEmpty() async throws {
        try Browser.skipUnlessAsked()
        try await InspectorServer.serve(Samples.viewsBeforeAnything) { port in
            let browser = try Browser()
            defer { browser.close() }
            let page = try await BrowserPage(browser, width: 1280)
            try await page.open("http://127.0.0.1:\(port)/_armory", view: "start")
            try await page.picture("start-empty")
            let empty = try await page.value(
                """
                [...document.querySelectorAll("#panel-start *")].filter((one) => one.getBoundingClientRect().height > 0
                  && one.textContent.trim() === "" && getComputedStyle(one).borderTopWidth !== "0px").length
                """)
            XCTAssertEqual(empty.integer, 0)
            let text = try await page.value("document.getElementById('panel-start').innerText")
            XCTAssertEqual(text, .string("No factory was called yet."))
            // Not even before the first answer.
            for view in ["slots", "scopes", "events", "start", "conditions"] {
                try await page.value("app.pause(); app.open('\(view)')")
                let buttons = try await page.value(
                    "[...document.querySelectorAll('#panel-\(view) .more')].filter((one) => !one.hidden).length")
                XCTAssertEqual(buttons.integer, 0, view)
            }
        }
    }
}
#endif
