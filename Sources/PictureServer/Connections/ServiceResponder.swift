import Foundation
import HTTPTypes
import HummingbirdCore
import NIOCore
import NIOHTTPTypesHTTP2
import PictureService

/// Turns requests of HTTP into those of the service, and writes its responses.
struct ServiceResponder: Sendable {
    /// The time in which a client can read the response to a request whose body isn't read, in seconds.
    private static let lingering = TimeAmount.seconds(2)

    private let service: PictureService
    private let limits: ServiceLimits

    init(_ service: PictureService, limits: ServiceLimits) { (self.service, self.limits) = (service, limits) }

    func respond(
        to request: Request, with writer: consuming ResponseWriter, on channel: any Channel
    ) async throws {
        var fields: [String: [String]] = [:]
        for field in request.headers { fields[field.name.canonicalName, default: []].append(field.value) }
        let isStream = request.method == .post ? await Self.isStream(channel) : false
        let body = RequestBodyReader(request, isStream: isStream, seconds: limits.bodyTime)
        let expectsContinue = request.headers[.expect]?.lowercased() == "100-continue"
        if expectsContinue, body.isWithin(limits.body), request.method == .post {
            try await writer.writeInformationalHead(HTTPResponse(status: .continue))
        }
        let response = await service.response(
            to: ServiceRequest(
                method: request.method.rawValue, target: request.head.path ?? "", fields: fields,
                client: (channel.remoteAddress ?? channel.parent?.remoteAddress)?.ipAddress,
                isWanted: { channel.isActive }, body: { try await body.read(limit: $0) }))
        var head = HTTPResponse(status: .init(code: response.status))
        for (name, value) in response.fields {
            if let name = HTTPField.Name(name) { head.headerFields.append(HTTPField(name: name, value: value)) }
        }
        head.headerFields[.date] = HTTPDate.text(of: .now)
        head.headerFields[.xContentTypeOptions] = "nosniff"
        if head.headerFields[.contentLength] == nil, response.status != 304 {
            head.headerFields[.contentLength] = "\(response.body.count)"
        }
        let isUnread = body.isUnread
        // A stream of HTTP/2 is reset for a field of its connection.
        if isUnread, !isStream { head.headerFields[.connection] = "close" }
        if response.body.isEmpty {
            try await writer.writeResponse(head)
        } else {
            try await writer.write(response: head, body: ResponseBody(byteBuffer: ByteBuffer(bytes: response.body)))
        }
        guard isUnread else { return }
        // What the client still sends is dropped. Closed at once, the connection would be reset, and the client might
        // never see the response.
        channel.eventLoop.scheduleTask(in: Self.lingering) { channel.close(promise: nil) }
    }

    /// Whether a channel is one of the streams of a connection, as in HTTP/2.
    private static func isStream(_ channel: any Channel) async -> Bool {
        let codec = channel.pipeline.containsHandler(type: HTTP2FramePayloadToHTTPServerCodec.self)
        return (try? await codec.get()) != nil
    }
}
