import Foundation
import NIOCore
import NIOWebSocket
import Workbench

/// Sends messages of a session to its page. Thread-safe.
struct SocketOutlet: PageOutlet {
    let channel: any Channel

    func send(_ message: ServerMessage) async throws { try await write(message).get() }

    func begin(_ message: ServerMessage) throws -> @Sendable () async -> Void {
        let written = try write(message)
        return { try? await written.get() }
    }

    private func write(_ message: ServerMessage) throws -> EventLoopFuture<Void> {
        let json = try message.json
        return channel.writeAndFlush(
            WebSocketFrame(fin: true, opcode: .text, data: channel.allocator.buffer(bytes: json)))
    }

    func send(_ frame: PreviewFrame) async throws {
        var data = channel.allocator.buffer(capacity: PreviewFrame.headerSize + frame.pixels.count)
        data.writeBytes(frame.header)
        data.writeBytes(frame.pixels)
        try await channel.writeAndFlush(WebSocketFrame(fin: true, opcode: .binary, data: data))
    }
}
