import Foundation
import NIOCore
import NIOHTTP1
import PictureService

/// Sends a request when the connection is there, and collects the response. For use on one event loop.
final class PictureExchangeHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias OutboundOut = HTTPClientRequestPart

    private let address: RemoteAddress
    private let limit: Int
    private let promise: EventLoopPromise<RemoteResponse>
    private var response = RemoteResponse(status: 0)

    init(_ address: RemoteAddress, limit: Int, _ promise: EventLoopPromise<RemoteResponse>) {
        (self.address, self.limit, self.promise) = (address, limit, promise)
    }

    func channelActive(context: ChannelHandlerContext) {
        let fields: HTTPHeaders = [
            "host": address.authority, "accept": "image/*", "accept-encoding": "identity", "user-agent": "coreimage",
            "connection": "close",
        ]
        let head = HTTPRequestHead(version: .http1_1, method: .GET, uri: address.target, headers: fields)
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        context.fireChannelActive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            response = RemoteResponse(status: Int(head.status.code), location: head.headers.first(name: "location"))
            guard head.status == .ok else { return finish(context) }
            let length = head.headers.first(name: "content-length").flatMap { Int($0) } ?? 0
            if length > limit { refuse(context) }
        case .body(let part):
            guard response.body.count + part.readableBytes <= limit else { return refuse(context) }
            response.body.append(contentsOf: part.readableBytesView)
        case .end: finish(context)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        promise.fail(PictureExchange.broken)
        context.close(promise: nil)
    }

    private func finish(_ context: ChannelHandlerContext) {
        promise.succeed(response)
        context.close(promise: nil)
    }

    private func refuse(_ context: ChannelHandlerContext) {
        promise.fail(
            Problem(.limit, "The picture of the other host has more than \(limit) bytes.", remedy: "Use a smaller one.")
        )
        context.close(promise: nil)
    }
}
