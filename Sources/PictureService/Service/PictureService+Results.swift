import ChildProcesses
import Foundation
import PictureWorker
import Synchronization

extension PictureService {
    /// How a result is negotiated and kept.
    struct ResultOptions {
        /// The formats in order of preference.
        var formats: [ResultFormat]
        /// The format that the request names.
        var format: ResultFormat?
        /// Nil if the result isn't kept and has no tag.
        var cacheControl: String?
    }

    /// `/r/NAME/SOURCE/PATH`
    func recipeResult(_ request: ServiceRequest, _ target: RequestTarget) async throws(Problem) -> ServiceResponse {
        guard let recipe = configuration.recipes[target.path[1]] else {
            throw Problem(.missing, "There is no recipe of this name.", remedy: "Name one of the configuration.")
        }
        guard target.query.isEmpty else {
            throw Problem(
                .malformed, "A recipe has no parameters.", remedy: "Leave out the question mark and the rest.")
        }
        let options = ResultOptions(
            formats: recipe.formats ?? configuration.formats,
            cacheControl: recipe.cacheControl ?? configuration.cacheControl)
        return try await result(request, target.path[2...], options) { job in
            (job.recipe, job.chain, job.size) = (recipe.recipe, recipe.chain, recipe.size)
            (job.quality, job.strip) = (recipe.quality, recipe.strips)
        }
    }

    /// `/i/SOURCE/PATH?w=…&h=…&s=…`
    func imageResult(_ request: ServiceRequest, _ target: RequestTarget) async throws(Problem) -> ServiceResponse {
        guard let images = configuration.images else {
            throw Problem(.missing, "There is nothing at this address.", remedy: "Correct the path.")
        }
        guard images.acceptsUnsigned || AddressSignature.isValid(target.text, keys: images.keys) else {
            throw Problem(
                .signature, "The address has no valid signature.",
                remedy: "Sign the path and the query with a key of the service.")
        }
        let parameters = try ImageParameters(target.query, takesChain: false, images: images)
        if let expiry = parameters.expiry, Date.now.timeIntervalSince1970 >= Double(expiry) {
            throw Problem(.signature, "The address isn't valid any more.", remedy: "Ask for a new one.")
        }
        // A result isn't kept longer than its address is valid.
        var cacheControl = configuration.cacheControl
        if let expiry = parameters.expiry {
            let rest = max(0, expiry - Int(Date.now.timeIntervalSince1970))
            cacheControl = CacheControl.limited(cacheControl, to: rest)
        }
        let options = ResultOptions(
            formats: configuration.formats, format: parameters.format, cacheControl: cacheControl)
        return try await result(request, target.path[1...], options) { job in
            (job.size, job.quality, job.strip, job.upright) = (parameters.size, parameters.quality, true, true)
        }
    }

    /// Makes a result of a picture of a source, unless the client has it already.
    private func result(
        _ request: ServiceRequest, _ parts: ArraySlice<String>, _ options: ResultOptions,
        _ change: (inout JobRequest) -> Void
    ) async throws(Problem) -> ServiceResponse {
        // Before a picture is fetched, because its bytes take memory.
        var place: RequestGate.Place?
        if case .remote? = configuration.sources[parts.first ?? ""] { place = try gate.enter() }
        let original = try await original(at: parts)
        let format = try format(for: request, options, of: original)
        var job = JobRequest(id: "serve", input: .memory(0), output: .memory(format: format.fileExtension))
        change(&job)
        job.contentKey = original.hash
        let finished = job
        let key = try await BlockingWork.run { [worker] () throws(Problem) in
            do throws(JobFailure) {
                return try worker.contentKey(of: finished, files: [original.file])
            } catch {
                throw Problem(error)
            }
        }
        let tag = EntityTag(key: key)
        var fields = [("vary", "Accept"), ("cache-control", options.cacheControl ?? "no-store"), ("etag", tag.text)]
        if tag.isNamed(in: request.values("if-none-match")) {
            return ServiceResponse(status: 304, fields: fields)
        }
        if place == nil { place = try gate.enter() }
        let body = try await withExtendedPlace(place) { () throws(Problem) in
            try await self.bytes(of: finished, files: [original.file], isWanted: request.isWanted)
        }
        // A file that was changed meanwhile may have another result than its tag says.
        if !original.isUnchanged { fields.removeAll { $0.0 != "vary" } }
        if EntityTag.isAny(in: request.values("if-none-match")) { return ServiceResponse(status: 304, fields: fields) }
        return ServiceResponse(status: 200, fields: fields + [("content-type", format.mediaType)], body: body)
    }

    private func withExtendedPlace<Value: Sendable>(
        _ place: RequestGate.Place?, _ body: () async throws(Problem) -> Value
    ) async throws(Problem) -> Value {
        defer { withExtendedLifetime(place) {} }
        return try await body()
    }

    /// Returns the format of a result.
    ///
    /// - Throws: `Problem` if the client accepts none.
    func format(
        for request: ServiceRequest, _ options: ResultOptions, of original: OriginalPicture
    ) throws(Problem) -> ResultFormat {
        let names = options.formats.map(\.rawValue).joined(separator: ", ")
        if let format = options.format {
            guard options.formats.contains(format) else {
                throw Problem(.malformed, "The format \(format.rawValue) isn't made here.", remedy: "Use \(names).")
            }
            return format
        }
        let accepted = AcceptHeader(request.values("accept"))
        guard let format = accepted.best(of: options.formats, prefersAlpha: original.mayHaveAlpha) else {
            throw Problem(.unacceptable, "The client accepts none of the formats.", remedy: "Accept one of \(names).")
        }
        return format
    }

    /// Does a job, and returns the bytes of its result.
    func bytes(
        of job: JobRequest, files: [FileDescriptor], isWanted: @escaping @Sendable () -> Bool
    ) async throws(Problem) -> Data {
        let isCancelled = CancellationMark()
        let done: SubmittedJob? = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isAccepted = worker.submit(job, files: files, isWanted: { isWanted() && !isCancelled.isSet }) {
                    continuation.resume(returning: $0)
                }
                if !isAccepted { continuation.resume(returning: nil) }
            }
        } onCancel: {
            isCancelled.set()
        }
        guard let done else {
            throw Problem(.busy, "The service has as many pictures to process as it may.", remedy: "Try again later.")
        }
        switch done.result {
        case .failure(let failure): throw Problem(failure)
        case .success:
            guard let memory = done.memory else {
                throw Problem(.internal, "The worker made no result.", remedy: "Try again.")
            }
            return try await BlockingWork.run { () throws(Problem) in try Self.bytes(of: memory) }
        }
    }
}
