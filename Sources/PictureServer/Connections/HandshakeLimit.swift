import HummingbirdCore
import Logging
import NIOCore
import NIOSSL

/// Connections that are closed if TLS isn't established in time, or if they have no stream of HTTP/2 for that time.
struct HandshakeLimit<Base: ServerChildChannel>: ServerChildChannel {
    typealias Value = Base.Value

    let base: Base
    /// The time for the handshake, and without a stream.
    let seconds: Double

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        let time = TimeAmount.milliseconds(Int64(seconds * 1000))
        return base.setup(channel: channel, logger: logger).flatMapThrowing { value in
            let pipeline = channel.pipeline.syncOperations
            let security = try pipeline.handler(type: NIOSSLServerHandler.self)
            try pipeline.addHandlers(HandshakeTimer(time), StreamlessTimer(time), position: .after(security))
            return value
        }
    }

    func handle(value: Value, logger: Logger) async { await base.handle(value: value, logger: logger) }
}
