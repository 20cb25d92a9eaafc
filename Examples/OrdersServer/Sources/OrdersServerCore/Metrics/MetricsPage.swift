package import Hummingbird

extension PrometheusMetrics {
    /// Answers `GET /metrics` with all series.
    package func addRoute(to router: Router<some RequestContext>) {
        router.get("metrics") { _, _ in
            Response(
                status: .ok, headers: [.contentType: "text/plain; version=0.0.4; charset=utf-8"],
                body: ResponseBody(byteBuffer: ByteBuffer(string: self.page)))
        }
    }
}
