import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import PictureService

/// Reads pictures of other hosts, with a connection for each.
struct PictureExchange: RemoteExchange {
    private let trust: TrustedAuthorities

    /// Creates an exchange for the sources of a configuration.
    ///
    /// - Throws: `Refusal` if a source's authorities can't be read.
    init(_ configuration: ServiceConfiguration) throws { trust = try TrustedAuthorities(configuration) }

    func response(
        to address: RemoteAddress, at host: InternetAddress, of source: RemoteSource, deadline: ContinuousClock.Instant
    ) async throws(Problem) -> RemoteResponse {
        let time = TimeAmount.nanoseconds(Int64(max(0, (deadline - .now) / .nanoseconds(1))))
        let group = MultiThreadedEventLoopGroup.singleton
        let promise = group.next().makePromise(of: RemoteResponse.self)
        let late = group.next().scheduleTask(in: time) { promise.fail(Self.late) }
        defer { late.cancel() }
        do {
            let socket = try SocketAddress(ipAddress: host.text, port: address.port)
            let encryption = try address.isSecure ? trust.context(for: source) : nil
            let channel = try await ClientBootstrap(group: group)
                .connectTimeout(time)
                .channelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try Self.prepare(channel, address, encryption, limit: source.size, promise)
                    }
                }
                .connect(to: socket).get()
            channel.closeFuture.whenComplete { _ in promise.fail(Self.broken) }
            defer { channel.close(promise: nil) }
            return try await promise.futureResult.get()
        } catch let problem as Problem {
            // The promise has to be kept or broken, also if the connection wasn't made.
            promise.fail(problem)
            throw problem
        } catch {
            promise.fail(error)
            throw ContinuousClock.now >= deadline || error is ChannelError && "\(error)".contains("connectTimeout")
                ? Self.late : Self.broken
        }
    }

    private static func prepare(
        _ channel: any Channel, _ address: RemoteAddress, _ encryption: NIOSSLContext?, limit: Int,
        _ promise: EventLoopPromise<RemoteResponse>
    ) throws {
        let pipeline = channel.pipeline.syncOperations
        if let context = encryption {
            // A name can't be an address here; those are compared with the certificate without it.
            let name = InternetAddress(address.host) == nil ? address.host : nil
            try pipeline.addHandler(NIOSSLClientHandler(context: context, serverHostname: name))
            if let name { try pipeline.addHandler(CertificateNameCheck(name)) }
        }
        try pipeline.addHTTPClientHandlers()
        try pipeline.addHandler(PictureExchangeHandler(address, limit: limit, promise))
    }

    private static var late: Problem {
        Problem(.deadline, "The host of the picture didn't answer in time.", remedy: "Try again later.")
    }

    static var broken: Problem {
        Problem(
            .source, "The host of the picture can't be reached, or its answer can't be read.",
            remedy: "Try again, or report it to the operator.")
    }
}
