import NIOCore
import NIOHTTPTypes
import NIOHTTPTypesHTTP2
import PictureService

/// Closes connections whose client sends no request, or doesn't read a response, in time, and those whose client has
/// gone before it got a response. For use on one event loop.
final class SlowClientHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let headerTime: TimeAmount
    private let writeTime: TimeAmount
    private var headerTimer: Scheduled<Void>?
    private var writeTimer: Scheduled<Void>?
    /// The timer of the connection, if the channel is a stream of it.
    private var streamlessTimer: StreamlessTimer?
    /// The requests that have begun and have no response yet.
    private var unanswered = 0

    init(_ limits: ServiceLimits) {
        headerTime = .milliseconds(Int64(limits.headerTime * 1000))
        writeTime = .milliseconds(Int64(limits.writeTime * 1000))
    }

    func handlerAdded(context: ChannelHandlerContext) {
        if context.channel.isActive { awaitHeader(context.channel) }
        let codec = try? context.pipeline.syncOperations.handler(type: HTTP2FramePayloadToHTTPServerCodec.self)
        if codec != nil, let connection = context.channel.parent {
            streamlessTimer = try? connection.pipeline.syncOperations.handler(type: StreamlessTimer.self)
            streamlessTimer?.addStream()
        }
    }

    func handlerRemoved(context: ChannelHandlerContext) { end(context.channel) }

    func channelActive(context: ChannelHandlerContext) {
        awaitHeader(context.channel)
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        end(context.channel)
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .head = unwrapInboundIn(data) {
            unanswered += 1
            headerTimer?.cancel()
            headerTimer = nil
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(let head) where head.status.kind != .informational:
            writeTimer?.cancel()
            writeTimer = close(context.channel, after: writeTime)
            context.write(data, promise: promise)
        case .end:
            let promise = promise ?? context.eventLoop.makePromise()
            // The promise is kept when the system has taken all bytes.
            let bound = NIOLoopBound((self, context.channel), eventLoop: context.eventLoop)
            promise.futureResult.whenComplete { _ in
                let (handler, channel) = bound.value
                handler.finishResponse(channel)
            }
            context.write(data, promise: promise)
        default: context.write(data, promise: promise)
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        // A client that closes its connection looks like one that only sends no more, which is rare.
        if case ChannelEvent.inputClosed? = event as? ChannelEvent, unanswered > 0 { context.close(promise: nil) }
        context.fireUserInboundEventTriggered(event)
    }

    private func finishResponse(_ channel: any Channel) {
        writeTimer?.cancel()
        writeTimer = nil
        unanswered -= 1
        if unanswered <= 0 { awaitHeader(channel) }
    }

    private func awaitHeader(_ channel: any Channel) {
        headerTimer?.cancel()
        headerTimer = close(channel, after: headerTime)
    }

    private func close(_ channel: any Channel, after time: TimeAmount) -> Scheduled<Void> {
        channel.eventLoop.scheduleTask(in: time) { channel.close(promise: nil) }
    }

    private func end(_ channel: any Channel) {
        if let connection = channel.parent { streamlessTimer?.removeStream(of: connection) }
        streamlessTimer = nil
        headerTimer?.cancel()
        writeTimer?.cancel()
        (headerTimer, writeTimer) = (nil, nil)
    }
}
