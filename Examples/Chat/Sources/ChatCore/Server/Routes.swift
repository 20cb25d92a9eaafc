#if Chat
import AsyncAlgorithms
import FlyingFox
import Foundation

/// A page at `/`, and WebSockets at `/chat?name=ada`.
struct Routes: HTTPHandler {
    let accepted: AsyncChannel<Peer>

    func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
        switch request.path {
        case "/":
            return HTTPResponse(
                statusCode: .ok, headers: [.contentType: "text/html; charset=utf-8"], body: Data(Self.page.utf8))
        case "/chat":
            let name = request.query["name"] ?? ""
            guard (1...20).contains(name.count), name.allSatisfy(\.isLetter) else {
                return HTTPResponse(
                    statusCode: .badRequest, body: Data("A name has 1 to 20 letters: /chat?name=ada\n".utf8))
            }
            return try await WebSocketHTTPHandler(handler: Upgrade(name: name, accepted: accepted))
                .handleRequest(request)
        default:
            return HTTPResponse(statusCode: .notFound)
        }
    }

    private static let page = """
        <!doctype html><title>Chat</title>
        <form><input size=60 autofocus placeholder="Say something. @name notifies a member."></form><pre></pre>
        <script>
        const [form, input, lines] = ['form', 'input', 'pre'].map(name => document.querySelector(name))
        const socket = new WebSocket(`ws://${location.host}/chat?name=${prompt('Your name, of letters')}`)
        const show = text => lines.textContent += text + '\\n'
        socket.onmessage = event => show(event.data)
        socket.onclose = event => show(`closed: ${event.code}`)
        form.onsubmit = event => { event.preventDefault(); socket.send(input.value); input.value = '' }
        </script>

        """
}
#endif
