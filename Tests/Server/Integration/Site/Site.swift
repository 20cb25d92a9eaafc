#if Hummingbird && Inspector && os(Linux)
import Foundation

/// The files of a DocC site: a page of JSON for each address.
struct Site {
    struct Link: Hashable {
        let address: String
        let heading: String?
    }

    struct Page {
        var links: Set<Link> = []
        var pictures: Set<String> = []
        var headings: Set<String> = []
    }

    /// The address of the first page.
    static let start = "/documentation/armory"

    let folder: URL
    private(set) var pages: [String: Page] = [:]

    init(folder: URL) throws {
        self.folder = folder
        let data = folder.appending(path: "data")
        for path in try FileManager.default.subpathsOfDirectory(atPath: data.path) where path.hasSuffix(".json") {
            let json = try JSONDecoder().decode(JSONValue.self, from: Data(contentsOf: data.appending(path: path)))
            pages["/" + path.dropLast(".json".count)] = Self.page(json)
        }
    }

    func hasFile(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: folder.appending(path: path).path)
    }

    private static func page(_ json: JSONValue) -> Page {
        var page = Page()
        if case .object(let references)? = json["references"] {
            for reference in references.values { note(reference, in: &page) }
        }
        noteHeadings(json["primaryContentSections"] ?? .null, in: &page)
        // The lists of symbols and pages below the text.
        if json["topicSections"] != nil { page.headings.insert("topics") }
        return page
    }

    private static func note(_ reference: JSONValue, in page: inout Page) {
        if case .array(let variants)? = reference["variants"] {
            page.pictures.formUnion(variants.compactMap { $0["url"]?.text })
        }
        guard let url = reference["url"]?.text, url.hasPrefix("/documentation/") else { return }
        let parts = url.split(separator: "#", maxSplits: 1).map(String.init)
        page.links.insert(Link(address: parts[0], heading: parts.count > 1 ? parts[1] : nil))
    }

    private static func noteHeadings(_ json: JSONValue, in page: inout Page) {
        switch json {
        case .array(let values): for value in values { noteHeadings(value, in: &page) }
        case .object(let fields):
            if let anchor = fields["anchor"]?.text { page.headings.insert(anchor) }
            for value in fields.values { noteHeadings(value, in: &page) }
        default: break
        }
    }
}
#endif
