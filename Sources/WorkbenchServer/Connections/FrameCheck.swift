import NIOCore
import NIOWebSocket

/// Refuses frames that the protocol forbids clients, and that the decoder lets pass. For use on one event loop.
final class FrameCheck: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame
    typealias InboundOut = WebSocketFrame

    /// A frame that the protocol forbids.
    struct Forbidden: Error {}

    private static let kinds: [WebSocketOpcode] = [.continuation, .text, .binary, .connectionClose, .ping, .pong]

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = unwrapInboundIn(data)
        guard frame.maskKey != nil, !frame.rsv1, !frame.rsv2, !frame.rsv3, Self.kinds.contains(frame.opcode) else {
            return context.fireErrorCaught(Forbidden())
        }
        context.fireChannelRead(data)
    }
}
