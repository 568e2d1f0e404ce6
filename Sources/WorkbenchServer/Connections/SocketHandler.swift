import Foundation
import NIOCore
import NIOWebSocket
import UntrustedInput
import Workbench

/// Passes the messages of a page to its session. For use on one event loop.
///
/// A text message is JSON. A binary message is a picture: a line with the name of the file, in UTF-8, and the bytes of
/// the file.
final class SocketHandler: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame
    typealias OutboundOut = WebSocketFrame

    /// What a page sends.
    enum Incoming: Sendable {
        case message(ClientMessage)
        case picture(name: String, Data)
    }

    private let contents: WorkbenchContents
    private let messages: AsyncStream<Incoming>.Continuation

    /// Creates a handler.
    ///
    /// - Parameter messages: Takes what the page sends.
    init(_ contents: WorkbenchContents, messages: AsyncStream<Incoming>.Continuation) {
        (self.contents, self.messages) = (contents, messages)
    }

    func channelInactive(context: ChannelHandlerContext) {
        messages.finish()
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = unwrapInboundIn(data)
        switch frame.opcode {
        case .text: takeText(frame.unmaskedData, context)
        case .binary: takePicture(frame.unmaskedData, context)
        case .ping:
            let pong = WebSocketFrame(fin: true, opcode: .pong, data: frame.unmaskedData)
            context.writeAndFlush(wrapOutboundOut(pong), promise: nil)
        case .connectionClose: close(context, .normalClosure)
        default: break
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        let isTooLong: Bool =
            switch error as? NIOWebSocketError {
            case .invalidFrameLength: true
            default: error is NIOWebSocketFrameAggregator.Error
            }
        contents.refusals.add(isTooLong ? .tooLong : .malformedMessage)
        close(context, isTooLong ? .messageTooLarge : .protocolError)
    }

    private func takeText(_ buffer: ByteBuffer, _ context: ChannelHandlerContext) {
        guard buffer.readableBytes <= contents.limits.messageBytes else {
            contents.refusals.add(.tooLong)
            return close(context, .messageTooLarge)
        }
        do throws(WorkbenchRefusal) {
            pass(.message(try ClientMessage(Data(buffer.readableBytesView))), context)
        } catch {
            contents.refusals.add(.malformedMessage)
            let answer = ServerMessage.refused(.init(message: error.description))
            guard let json = try? answer.json else { return }
            let frame = WebSocketFrame(fin: true, opcode: .text, data: ByteBuffer(bytes: json))
            context.writeAndFlush(wrapOutboundOut(frame), promise: nil)
        }
    }

    private func takePicture(_ buffer: ByteBuffer, _ context: ChannelHandlerContext) {
        let view = buffer.readableBytesView
        guard let end = view.prefix(1024).firstIndex(of: UInt8(ascii: "\n")) else {
            contents.refusals.add(.malformedMessage)
            return close(context, .dataInconsistentWithMessage)
        }
        let name = printable(String(decoding: view[..<end], as: UTF8.self), limit: 100)
        pass(.picture(name: name, Data(view[(end + 1)...])), context)
    }

    private func pass(_ message: Incoming, _ context: ChannelHandlerContext) {
        guard case .dropped = messages.yield(message) else { return }
        // The page sends faster than its messages can be followed.
        contents.refusals.add(.tooMany)
        close(context, .policyViolation)
    }

    private func close(_ context: ChannelHandlerContext, _ code: WebSocketErrorCode) {
        var data = ByteBuffer()
        data.write(webSocketErrorCode: code)
        let channel = context.channel
        let done = context.eventLoop.makePromise(of: Void.self)
        done.futureResult.whenComplete { _ in channel.close(promise: nil) }
        context.writeAndFlush(
            wrapOutboundOut(WebSocketFrame(fin: true, opcode: .connectionClose, data: data)), promise: done)
    }
}
