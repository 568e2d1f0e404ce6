import CoreImage
import Foundation
import PictureWorker
import UntrustedInput

extension PictureService {
    /// `POST /render`: a picture with a recipe or a chain, both of the client.
    func rendered(_ request: ServiceRequest, _ target: RequestTarget) async throws(Problem) -> ServiceResponse {
        guard configuration.takesPictures else {
            throw Problem(.forbidden, "This service takes no pictures from clients.", remedy: "Use a source of it.")
        }
        let parameters = try ImageParameters(target.query, takesChain: true, images: nil)
        let type = request.value("content-type") ?? ""
        let mediaType = type.prefix { $0 != ";" }.lowercased().filter { $0 != " " }
        let isForm = mediaType == "multipart/form-data"
        guard isForm || mediaType.hasPrefix("image/") || mediaType == "application/octet-stream" else {
            throw Problem(
                .type, "The body's type isn't one that is read.",
                remedy: "Send multipart/form-data, or a picture as image/… or application/octet-stream.")
        }
        try Self.checkCodings(request)
        // Before the body is read, because it takes memory.
        try gate.check()
        let upload = try uploads.enter()
        var (job, original) = try await received(request, formType: isForm ? type : nil, parameters)
        let place = try gate.enter(hasBegun: true)
        withExtendedLifetime(upload) {}
        defer { withExtendedLifetime(place) {} }
        let options = ResultOptions(formats: configuration.formats, format: parameters.format)
        let format = try format(for: request, options, of: original)
        job.output = .memory(format: format.fileExtension)
        let result = try await bytes(of: job, files: [original.file], isWanted: request.isWanted)
        let fields = [("content-type", format.mediaType), ("vary", "Accept"), ("cache-control", "no-store")]
        return ServiceResponse(status: 200, fields: fields, body: result)
    }

    /// Checks that the body is sent as it is, but for chunks.
    private static func checkCodings(_ request: ServiceRequest) throws(Problem) {
        func names(_ field: String) -> [String] {
            request.values(field).flatMap { $0.lowercased().split(separator: ",") }
                .map { $0.filter { $0 != " " && $0 != "\t" } }.filter { !$0.isEmpty }
        }
        guard names("transfer-encoding").allSatisfy({ $0 == "chunked" }) else {
            throw Problem(
                .coding, "The body has a transfer coding other than chunked.", remedy: "Send it without that coding.")
        }
        guard names("content-encoding").allSatisfy({ $0 == "identity" }) else {
            throw Problem(
                .type, "The body has a content coding, and bodies are read without one.",
                remedy: "Send it as it is, without Content-Encoding.")
        }
    }

    /// Reads the body. What was read isn't kept; its picture is in memory that the worker can read.
    ///
    /// - Parameter formType: The type of the body with its boundary, if it is a form.
    private func received(
        _ request: ServiceRequest, formType: String?, _ parameters: ImageParameters
    ) async throws(Problem) -> (JobRequest, OriginalPicture) {
        let body = try await body(of: request)
        var job = JobRequest(id: "serve", input: .memory(0), output: .memory(format: "png"))
        (job.size, job.quality, job.strip) = (parameters.size, parameters.quality, true)
        job.chain = parameters.chain.map(Self.chain)
        let picture = try formType.map { type throws(Problem) in
            try Self.picture(in: Self.form(body, type), &job)
        }
        return (job, OriginalPicture(file: try Self.memory(picture ?? body), hash: nil, version: nil))
    }

    private func body(of request: ServiceRequest) async throws(Problem) -> Data {
        do {
            return try await request.body(configuration.limits.body)
        } catch ServiceRequest.BodyFailure.tooLong {
            throw Problem(
                .oversized, "The body has more than \(configuration.limits.body) bytes.",
                remedy: "Send a smaller picture.")
        } catch ServiceRequest.BodyFailure.late {
            throw Problem(
                .slow, "The body didn't arrive within \(configuration.limits.bodyTime) seconds.",
                remedy: "Send it faster.")
        } catch {
            throw Problem(.malformed, "The body ended too early.", remedy: "Send all of it.")
        }
    }

    private static func form(_ body: Data, _ type: String) throws(Problem) -> MultipartForm {
        do throws(MultipartForm.Malformed) {
            return try MultipartForm(body, boundary: HeaderParameters(type)["boundary"] ?? "")
        } catch {
            throw Problem(.malformed, error.problem, remedy: "Send multipart/form-data as browsers and curl -F do.")
        }
    }

    /// Returns the picture of a form, and sets what its other parts say.
    private static func picture(in form: MultipartForm, _ job: inout JobRequest) throws(Problem) -> Data {
        let known = ["picture", "recipe", "chain"]
        if let other = form.parts.keys.sorted().first(where: { !known.contains($0) }) {
            throw Problem(
                .malformed, "The form has a part \(printable(other, limit: 100)), which isn't known.",
                remedy: "Send the parts picture and recipe or chain. The size and the format go into the address, "
                    + "as in ?w=400&format=webp.")
        }
        guard let picture = form.parts["picture"] else {
            throw Problem(
                .malformed, "The form has no part picture.", remedy: "Send the parts picture and recipe or chain.")
        }
        let chain = form.parts["chain"]
        let recipe = form.parts["recipe"]
        guard [chain != nil, recipe != nil, job.chain != nil].count(where: { $0 }) <= 1 else {
            throw Problem(.malformed, "There are several chains or recipes.", remedy: "Send one of them.")
        }
        if let chain { job.chain = Self.chain(String(decoding: chain, as: UTF8.self)) }
        if let recipe {
            do {
                job.recipe = .inline(try ServiceConfiguration.value(of: CIRecipe(data: recipe)))
            } catch {
                throw Problem(
                    .recipe, "The recipe can't be read: \(error)", remedy: "Write it with CIRecipe or coreimage.")
            }
        }
        return picture
    }

    /// Returns a chain in the words of `coreimage apply`.
    private static func chain(_ text: String) -> FilterChainText {
        FilterChainText(words: text.split(whereSeparator: \.isWhitespace).map(String.init))
    }
}
