import CommandOutput
import Foundation
import Logging
import PictureWorker
import Synchronization

/// Answers requests for pictures, whatever version of HTTP they come with. Thread-safe.
///
/// A request goes through `Requests` and `Signatures`, finds its picture in `Originals` and its format in
/// `Negotiation`, waits in `Admission`, is done by the worker, and is answered with `Responses`.
package final class PictureService: Sendable {
    let configuration: ServiceConfiguration
    let worker: PictureWorker
    let exchange: any RemoteExchange
    let folders: [String: PictureFolder]
    let gate: RequestGate
    /// The requests whose bodies arrive. They have places of their own, so that clients that send slowly keep nobody
    /// from results of pictures that are here.
    let uploads: RequestGate
    let hashes = ContentHashes()
    private let metrics = ServiceMetrics()
    private let logger: Logger

    /// Creates a service.
    ///
    /// - Parameter exchange: Reads pictures of other hosts.
    /// - Throws: `Refusal` if a folder of the configuration can't be opened, or the worker can't be started.
    package init(
        _ configuration: ServiceConfiguration, isolation: Isolation?, exchange: any RemoteExchange,
        logger: Logger = Logger(label: "serve")
    ) throws {
        (self.configuration, self.exchange, self.logger) = (configuration, exchange, logger)
        var folders: [String: PictureFolder] = [:]
        for (name, source) in configuration.sources {
            guard case .folder(let path) = source else { continue }
            do { folders[name] = try PictureFolder(path: path) } catch { throw Refusal("sources.\(name): \(error)") }
        }
        self.folders = folders
        let settings = configuration.worker.settings(configuration.limits)
        worker = try PictureWorker(settings, isolation: isolation)
        gate = RequestGate(places: settings.slots + configuration.limits.queue)
        uploads = RequestGate(places: gate.places)
    }

    /// Answers a request.
    package func response(to request: ServiceRequest) async -> ServiceResponse {
        let start = ContinuousClock.now
        metrics.begin()
        var route = Route.unknown
        var response: ServiceResponse
        var failure: Problem?
        do throws(Problem) {
            let target: RequestTarget
            do { target = try RequestTarget(request.target) } catch {
                throw Problem(.malformed, error.problem, remedy: "Correct the address.")
            }
            route = Route(target.path)
            response = try await self.response(to: request, at: target, route)
        } catch {
            failure = error
            response = ServiceResponse(error, retryAfter: configuration.limits.retryAfter)
        }
        if request.method == "HEAD" {
            response.fields.append(("content-length", "\(response.body.count)"))
            response.body = Data()
        }
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        metrics.end(route, status: response.status, bytes: response.body.count, seconds: seconds)
        log(request, route, response, failure, seconds)
        return response
    }

    private func response(
        to request: ServiceRequest, at target: RequestTarget, _ route: Route
    ) async throws(Problem) -> ServiceResponse {
        guard route != .unknown else {
            throw Problem(.missing, "There is nothing at this address.", remedy: "Correct the path.")
        }
        guard route.methods.contains(request.method) else {
            let allowed = route.methods.joined(separator: ", ")
            var problem = Problem(.method, "The method isn't allowed here.", remedy: "Use one of \(allowed).")
            problem.allowed = allowed
            throw problem
        }
        switch route {
        case .health: return health
        case .metrics:
            let text = metrics.text(gate) + worker.metricsText
            let fields = [("content-type", "text/plain; version=0.0.4; charset=utf-8"), ("cache-control", "no-store")]
            return ServiceResponse(status: 200, fields: fields, body: Data(text.utf8))
        case .render: return try await rendered(request, target)
        case .recipe: return try await recipeResult(request, target)
        case .image: return try await imageResult(request, target)
        case .unknown: throw Problem(.missing, "There is nothing at this address.", remedy: "Correct the path.")
        }
    }

    /// How the service is. The status is 503 when it ends, so that a load balancer sends it no more requests.
    private var health: ServiceResponse {
        let health = worker.health
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        var response = ServiceResponse(
            status: isDraining.load(ordering: .relaxed) ? 503 : 200,
            fields: [("content-type", "application/json"), ("cache-control", "no-store")],
            body: (try? encoder.encode(health)) ?? Data())
        if response.status == 503 { response.fields.append(("retry-after", "\(configuration.limits.retryAfter)")) }
        return response
    }

    private let isDraining = Atomic(false)

    /// Refuses further pictures. Those that were accepted are finished.
    package func drain() {
        isDraining.store(true, ordering: .relaxed)
        gate.close()
    }

    private func log(
        _ request: ServiceRequest, _ route: Route, _ response: ServiceResponse, _ problem: Problem?, _ seconds: Double
    ) {
        // The query isn't logged, because it has signatures.
        var metadata: Logger.Metadata = [
            "method": "\(request.method)", "route": "\(route.rawValue)",
            "path": "\(request.target.prefix { $0 != "?" }.prefix(512))", "status": .stringConvertible(response.status),
            "bytes": .stringConvertible(response.body.count),
            "ms": .stringConvertible((seconds * 1e6).rounded() / 1000),
        ]
        if let client = request.client { metadata["client"] = "\(client)" }
        // What proxies say isn't known to be true.
        if let text = request.value("x-forwarded-for") { metadata["forwarded_for"] = "\(text.prefix(256))" }
        if let problem {
            metadata["kind"] = "\(problem.kind.rawValue)"
            metadata["problem"] = "\(problem.message)"
        }
        if let trace = request.value("traceparent").flatMap(TraceParent.init) {
            metadata["trace_id"] = "\(trace.trace)"
            metadata["parent_id"] = "\(trace.parent)"
        }
        logger.log(level: response.status >= 500 ? .warning : .info, "request", metadata: metadata)
    }
}
