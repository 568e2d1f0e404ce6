import PictureWorker
import Synchronization

/// What the service has done. Thread-safe.
package final class ServiceMetrics: Sendable {
    private struct Label: Hashable {
        let route: Route
        let status: Int
    }

    private struct State {
        var requests: [Label: Int] = [:]
        var times: [Route: Histogram] = [:]
        var bytes = 0
        var working = 0
    }

    private let state = Mutex(State())

    package init() {}

    /// Counts the beginning of a request.
    func begin() { state.withLock { $0.working += 1 } }

    /// Counts a response.
    func end(_ route: Route, status: Int, bytes: Int, seconds: Double) {
        state.withLock {
            $0.working -= 1
            $0.requests[Label(route: route, status: status), default: 0] += 1
            $0.times[route, default: Histogram()].add(seconds)
            $0.bytes += bytes
        }
    }

    /// Returns the metrics in the text format of Prometheus.
    ///
    /// - Parameter gate: The requests that are in work or wait.
    package func text(_ gate: RequestGate) -> String {
        let state = state.withLock { $0 }
        var text = PrometheusText(prefix: "coreimage_service_")
        let requests = state.requests.sorted {
            ($0.key.route.rawValue, $0.key.status) < ($1.key.route.rawValue, $1.key.status)
        }
        text.add(
            "requests_total", .counter, "Requests, by route and status.",
            requests.map { (["route": $0.key.route.rawValue, "status": "\($0.key.status)"], Double($0.value)) })
        text.add(
            "request_seconds", "Time from a request's header to the response.",
            state.times.sorted { $0.key.rawValue < $1.key.rawValue }.map { (["route": $0.key.rawValue], $0.value) })
        text.add("response_bytes_total", .counter, "Bytes of the bodies of responses.", state.bytes)
        text.add("requests_working", .gauge, "Requests in work.", state.working)
        text.add("places_taken", .gauge, "Pictures in work or in the queue.", gate.taken)
        text.add("places", .gauge, "Pictures that may be in work or in the queue.", gate.places)
        return text.text
    }
}
