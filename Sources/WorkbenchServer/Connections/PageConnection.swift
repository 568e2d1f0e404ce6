import NIOCore
import NIOWebSocket
import Workbench

/// The connection of one page: connects its socket with a session.
enum PageConnection {
    /// The most messages that wait for a session.
    private static let waiting = 256
    /// The most parts of a message.
    private static let parts = 1024

    /// Adds the handlers to the channel of a socket, and starts a session. It ends when the channel is closed.
    static func start(
        on channel: any Channel, _ contents: WorkbenchContents
    ) -> EventLoopFuture<Void> {
        channel.eventLoop.makeCompletedFuture {
            let (stream, messages) = AsyncStream<SocketHandler.Incoming>
                .makeStream(bufferingPolicy: .bufferingOldest(waiting))
            let pipeline = channel.pipeline.syncOperations
            try pipeline.addHandler(FrameCheck())
            try pipeline.addHandler(
                NIOWebSocketFrameAggregator(
                    minNonFinalFragmentSize: 1, maxAccumulatedFrameCount: parts,
                    maxAccumulatedFrameSize: frameSize(contents.limits)))
            try pipeline.addHandler(SocketHandler(contents, messages: messages))
            pipeline.fireUserInboundEventTriggered(PageConnected())
            let session = WorkbenchSession(contents, outlet: SocketOutlet(channel: channel))
            Task {
                do {
                    try await session.start()
                    for await message in stream {
                        switch message {
                        case .message(let message): await session.take(message)
                        case .picture(let name, let data): await session.take(picture: data, name: name)
                        }
                    }
                } catch {
                    // The page is gone.
                }
                await session.close()
                channel.close(promise: nil)
            }
        }
    }

    /// The largest message in bytes.
    static func frameSize(_ limits: WorkbenchLimits) -> Int {
        max(limits.messageBytes, limits.pictureBytes + 1024)
    }
}
