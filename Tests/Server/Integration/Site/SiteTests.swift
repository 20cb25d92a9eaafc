// The static site of the documentation, as `make site` builds it: its links, and what a reader sees in a browser.

#if Hummingbird && Inspector && os(Linux)
import ArmoryTestSupport
import Foundation
import Hummingbird
import HummingbirdTesting
import XCTest

final class SiteTests: LeakCheckedTestCase {
    /// The folder of the site, which `make test-browser` names.
    private func site() throws -> Site {
        guard let path = ProcessInfo.processInfo.environment["ARMORY_SITE"] else {
            throw XCTSkip("ARMORY_SITE is not set: make test-browser builds the site and sets it.")
        }
        return try Site(folder: URL(fileURLWithPath: path))
    }

    func testEveryLinkLeadsToAPageAndAHeadingOfIt() throws {
        let site = try site()
        XCTAssertGreaterThan(site.pages.count, 500, "the pages are found")
        var count = 0
        for (address, page) in site.pages {
            for link in page.links {
                count += 1
                guard let target = site.pages[link.address] else {
                    XCTFail("\(address) links to \(link.address), which is no page")
                    continue
                }
                guard let heading = link.heading else { continue }
                XCTAssertTrue(
                    target.headings.contains(heading),
                    "\(address) links to \(link.address)#\(heading), which is no heading")
            }
            for picture in page.pictures {
                XCTAssertTrue(site.hasFile(picture), "\(address) shows \(picture), which is no file")
            }
        }
        XCTAssertGreaterThan(count, 5000, "the links are found")
    }

    /// A product that no page names is found only by search.
    func testEveryPageAndEverySymbolIsReachedFromTheStartPage() throws {
        let site = try site()
        var reached: Set<String> = [Site.start]
        var rest = [Site.start]
        while let next = rest.popLast() {
            for link in site.pages[next]?.links ?? [] where reached.insert(link.address).inserted {
                rest.append(link.address)
            }
        }
        // DocC lists no default implementation of a requirement of the standard library.
        let unlisted = "/documentation/armory/deferred/custommirror"
        XCTAssertEqual(site.pages.keys.filter { !reached.contains($0) && $0 != unlisted }.sorted(), [])
        for product in try Self.products() {
            XCTAssertTrue(reached.contains("/documentation/\(product.lowercased())"), "\(product) has no page")
        }
    }

    /// The products that Package.swift declares.
    private static func products() throws -> [String] {
        let manifest = try String(contentsOf: Project.root.appending(path: "Package.swift"), encoding: .utf8)
        let names = manifest.matches(of: #/\.library\(name: "([A-Za-z]+)"/#).map { String($0.1) }
        XCTAssertGreaterThan(names.count, 15, "the products are found")
        return names
    }

    func testTheStartPageLeadsToThePagesOfTheShelves() async throws {
        try await read { page, address in
            try await page.call("Page.navigate", ["url": .string("\(address)/")])
            try await page.wait("document.querySelector('h1')?.textContent.includes('Armory')")
            try await page.wait("location.pathname.startsWith('/documentation/armory')")
            for shelf in ["Learn", "Use: register", "Move from another container", "Know"] {
                try await page.wait(
                    "[...document.querySelectorAll('h3')].some((h) => h.textContent.includes('\(shelf)'))")
            }
            try await page.wait("document.querySelector('main a[href$=\"/armory/firstcontainer\"]') !== null")
            try await page.value("document.querySelector('main a[href$=\"/armory/scopes\"]').click()")
            try await page.wait("document.querySelector('h1')?.textContent.trim() === 'Scopes'")
            try await page.wait("document.querySelector('pre code') !== null")
            try await page.picture("site-scopes")
        }
    }

    func testTheSearchFindsAPageAndASymbol() async throws {
        try await read { page, address in
            try await page.call("Page.navigate", ["url": .string("\(address)/documentation/armory/")])
            // The filter beside the page.
            try await page.wait("document.querySelector('.navigator input') !== null")
            try await page.value("document.querySelector('.navigator input').focus()")
            try await page.type("Health")
            try await page.wait(
                """
                (() => {
                  const names = [...document.querySelectorAll('.navigator-card-item')].map((i) => i.textContent);
                  return names.some((n) => n.includes('Health')) && !names.some((n) => n.includes('Glossary'));
                })()
                """)
            // The search over everything.
            try await page.value("document.activeElement.blur()")
            try await page.press("/")
            try await page.wait("document.querySelector('.quick-navigation input') !== null")
            try await page.type("withScope")
            try await page.wait("document.querySelector('.quick-navigation__reference, .quick-navigation a') !== null")
            try await page.picture("site-search")
            let first = "document.querySelector('.quick-navigation__reference, .quick-navigation a')"
            try await page.value("\(first).click()")
            try await page.wait("location.pathname.toLowerCase().includes('withscope')")
        }
    }

    func testThePicturesSuitLightAndDarkPages() async throws {
        var corners: [Bool: Double] = [:]
        for isDark in [false, true] {
            let found = Locked<Double?>(nil)
            try await read(isDark: isDark) { page, address in
                try await page.call("Page.navigate", ["url": .string("\(address)/documentation/armory/pictures/")])
                let picture = "document.querySelector('main img[src$=\"orders-graph.svg\"]')"
                try await page.wait("\(picture)?.complete && \(picture).naturalWidth > 100")
                let brightness = try await page.value(
                    """
                    (() => {
                      const canvas = document.createElement("canvas"), image = \(picture);
                      canvas.width = 40; canvas.height = 40;
                      const drawing = canvas.getContext("2d");
                      drawing.drawImage(image, 0, 0);
                      const [r, g, b, a] = drawing.getImageData(3, 3, 1, 1).data;
                      return a === 0 ? -1 : (r + g + b) / 765;
                    })()
                    """
                ).double
                found.withLock { $0 = brightness }
                try await page.picture("site-pictures-\(isDark ? "dark" : "light")")
            }
            corners[isDark] = found.withLock { $0 }
        }
        XCTAssertGreaterThan(try XCTUnwrap(corners[false]), 0.8, "a light picture on a light page")
        let dark = try XCTUnwrap(corners[true])
        XCTAssertTrue((0..<0.3).contains(dark), "a dark picture on a dark page: \(dark)")
    }

    /// Serves the site, and opens a page in the browser; the console must have no complaints.
    private func read(
        isDark: Bool = false, _ body: @escaping @Sendable (_ page: BrowserPage, _ address: String) async throws -> Void
    ) async throws {
        try Browser.skipUnlessAsked()
        let folder = try site().folder.path
        let router = Router()
        router.add(middleware: FileMiddleware(folder, searchForIndexHtml: true))
        try await Application(router: router).test(.live) { client in
            let address = "http://127.0.0.1:\(client.port ?? 0)"
            let browser = try Browser()
            defer { browser.close() }
            let page = try await BrowserPage(browser, isDark: isDark)
            try await body(page, address)
            XCTAssertEqual(page.complaints(besides: address), [])
        }
    }
}
#endif
