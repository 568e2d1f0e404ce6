import NIOCore
import NIOTLS

/// Closes a connection of HTTP/2 that has no stream for some time. The library only asks the client to close it. For
/// use on one event loop.
final class StreamlessTimer: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = NIOAny

    private let time: TimeAmount
    private var timer: Scheduled<Void>?
    private var streams = 0

    init(_ time: TimeAmount) { self.time = time }

    func handlerRemoved(context: ChannelHandlerContext) { timer?.cancel() }

    func channelInactive(context: ChannelHandlerContext) {
        timer?.cancel()
        context.fireChannelInactive()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case TLSUserEvent.handshakeCompleted("h2")? = event as? TLSUserEvent { start(context.channel) }
        context.fireUserInboundEventTriggered(event)
    }

    /// Notes that a stream has begun.
    func addStream() {
        streams += 1
        timer?.cancel()
    }

    /// Notes that a stream of a connection has ended.
    func removeStream(of connection: any Channel) {
        streams -= 1
        if streams == 0 { start(connection) }
    }

    private func start(_ connection: any Channel) {
        timer?.cancel()
        timer = connection.eventLoop.scheduleTask(in: time) { connection.close(promise: nil) }
    }
}
