// The page, which is composed of several files.

#if Inspector
internal import Hummingbird

/// The page as one document, which loads nothing except the JSON at its path.
enum Page {
    /// The page, with a policy that allows no script except its own.
    static func response() -> Response {
        let nonce = Gatekeeper.secret()
        let policy = [
            "default-src 'none'", "script-src 'nonce-\(nonce)'", "style-src 'nonce-\(nonce)'", "connect-src 'self'",
            "img-src data:", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
        ]
        let text = before + nonce + between + nonce + after
        return Response(
            status: .ok,
            headers: [
                .contentType: "text/html; charset=utf-8", .contentSecurityPolicy: policy.joined(separator: "; "),
            ],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }

    private static let style = text(PackageResources.style_css) + text(PackageResources.views_css)

    private static let script =
        [
            PackageResources.base_js, PackageResources.layers_js, PackageResources.places_js,
            PackageResources.labels_js, PackageResources.canvas_js, PackageResources.list_js,
            PackageResources.details_js, PackageResources.why_js, PackageResources.graph_js, PackageResources.tables_js,
            PackageResources.records_js, PackageResources.events_js, PackageResources.start_js,
            PackageResources.conditions_js, PackageResources.main_js,
        ].map(text).joined(separator: "\n")

    /// The document up to the nonce of the style, up to the nonce of the script, and the rest.
    private static let (before, between, after): (String, String, String) = {
        let body = text(PackageResources.page_html)
        let head = """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <title>Armory inspector</title>
            <link rel="icon" href="data:,">
            <style nonce="
            """
        return (
            head, "\">\n\(style)</style>\n</head>\n<body>\n\(body)<script nonce=\"",
            "\">\n\"use strict\";\n\(script)</script>\n</body>\n</html>\n"
        )
    }()

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
#endif
