import NIOCore
import Workbench

/// Closes a connection that doesn't become that of a page in time, or whose client doesn't read in time. For use on one
/// event loop.
final class ConnectionGuard: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = ByteBuffer

    private let limits: WorkbenchLimits
    private let refusals: RefusalCounts
    private var requestTimer: Scheduled<Void>?
    private var writeTimer: Scheduled<Void>?
    private var unwritten = 0
    private var isPage = false

    init(_ limits: WorkbenchLimits, refusals: RefusalCounts) { (self.limits, self.refusals) = (limits, refusals) }

    func handlerAdded(context: ChannelHandlerContext) {
        requestTimer = close(context.channel, after: limits.requestTime)
    }

    func channelInactive(context: ChannelHandlerContext) {
        requestTimer?.cancel()
        writeTimer?.cancel()
        context.fireChannelInactive()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is PageConnected {
            requestTimer?.cancel()
            isPage = true
        }
        context.fireUserInboundEventTriggered(event)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let promise = promise ?? context.eventLoop.makePromise()
        unwritten += 1
        if writeTimer == nil { writeTimer = close(context.channel, after: limits.writeTime) }
        let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
        promise.futureResult.whenComplete { _ in bound.value.finishWrite() }
        context.write(data, promise: promise)
    }

    private func finishWrite() {
        unwritten -= 1
        writeTimer?.cancel()
        writeTimer = nil
    }

    private func close(_ channel: any Channel, after seconds: Double) -> Scheduled<Void> {
        let refusals = refusals
        return channel.eventLoop.scheduleTask(in: .milliseconds(Int64(seconds * 1000))) {
            refusals.add(.slow)
            channel.close(promise: nil)
        }
    }
}

/// The event of a connection that has become that of a page.
struct PageConnected: Sendable {}
