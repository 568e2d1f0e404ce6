import ChildProcesses
import CommandOutput
import Foundation
import HummingbirdCore
import HummingbirdHTTP2
import Logging
import NIOCore
import NIOPosix
import PictureBatches
import PictureService
import PictureWorker
import UntrustedInput

/// Takes connections for a picture service.
package struct PictureServer: Sendable {
    private let configuration: ServiceConfiguration
    private let service: PictureService
    /// Where the service listens is written here, as one line.
    private let logger: Logger

    /// Creates a server, which doesn't listen yet.
    ///
    /// - Throws: An error if a folder, a certificate or the worker isn't usable.
    package init(_ configuration: ServiceConfiguration) throws {
        self.configuration = configuration
        logger = Logger(label: "serve")
        for problem in configuration.unitProblems {
            logger.warning("a filter of an image unit can't be used", metadata: ["problem": "\(problem)"])
        }
        let isolation = configuration.worker.isIsolated ? Isolation(program: "/proc/self/exe") : nil
        service = try PictureService(
            configuration, isolation: isolation, exchange: PictureExchange(configuration), logger: logger)
    }

    /// Takes connections until SIGTERM or SIGINT. Requests that have begun are finished within the configured time.
    ///
    /// - Throws: An error if the address is in use or the certificate can't be used.
    package func run() async throws {
        let responder = ServiceResponder(service, limits: configuration.limits)
        let limits = configuration.limits
        var decoder = HTTP1Channel.Configuration.DecoderConfiguration()
        decoder.maxHeaderFieldSize = limits.header
        decoder.maxHeaderListSize = limits.header
        decoder.maxHeaderFieldCount = 100
        let stream = HTTP1Channel.Configuration(
            additionalChannelHandlers: [SlowClientHandler(limits)], httpDecoderConfiguration: decoder)
        let respond: HTTPChannelHandler.Responder = { try await responder.respond(to: $0, with: $1, on: $2) }
        if let tls = configuration.listen.tls {
            let channel = try HTTP2UpgradeChannel(
                tlsConfiguration: ServerCertificate.configuration(tls),
                configuration: .init(idleTimeout: .seconds(limits.headerTime), streamConfiguration: stream),
                responder: respond)
            try await serve(HandshakeLimit(base: channel, seconds: limits.headerTime))
        } else {
            try await serve(HTTP1Channel(responder: respond, configuration: stream))
        }
    }

    private func serve(_ channel: some ServerChildChannel) async throws {
        var quiet = logger
        quiet.logLevel = .warning
        let listen = configuration.listen
        let scheme = listen.tls == nil ? "http" : "https"
        let server = Server(
            childChannelSetup: channel,
            configuration: .init(
                address: .hostname(listen.host, port: listen.port),
                availableConnectionsDelegate: .maximum(configuration.limits.connections, logger: quiet)),
            onServerRunning: { [logger] channel in
                let port = channel.localAddress?.port ?? listen.port
                let host = listen.host.contains(":") ? "[\(listen.host)]" : listen.host
                // Nobody may read standard output.
                try? StandardOutput.print("Listening on \(scheme)://\(host):\(port)")
                logger.info("listening", metadata: ["address": "\(scheme)://\(host):\(port)"])
            },
            eventLoopGroup: MultiThreadedEventLoopGroup.singleton, logger: quiet)
        let (signals, signalled) = AsyncStream<Void>.makeStream()
        let observer = SignalObserver.ending { signalled.yield() }
        defer { observer.cancel() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await server.run() }
            group.addTask { [self] in
                for await _ in signals {
                    try await drain(server)
                    return
                }
            }
            // Ends with an error if the server can't listen, and otherwise when one of them has ended.
            do { try await group.next() } catch let error as IOError {
                throw Refusal(
                    "\(listen.host), port \(listen.port), can't be used: \(String(cString: strerror(error.errnoCode))); "
                        + "choose another one with listen.port or --port")
            } catch let error as SocketAddressError.UnknownHost {
                throw Refusal(
                    "listen.host: \(printable(listen.host)) isn't an address of this machine, or a name of one (\(error)); "
                        + "write one such as 127.0.0.1")
            }
            group.cancelAll()
            try? await group.waitForAll()
        }
    }

    /// Finishes the requests that have begun. After the configured time, the rest is given up.
    private func drain(_ server: Server<some ServerChildChannel>) async throws {
        logger.info("draining")
        service.drain()
        let (logger, seconds) = (logger, configuration.limits.drainTime)
        // A thread, which no other work can keep from running. The time holds until the process has ended.
        Thread.detachNewThread {
            Thread.sleep(forTimeInterval: seconds)
            logger.warning("requests were given up", metadata: ["seconds": "\(seconds)"])
            ExitActions.shared.endAll()
            _exit(0)
        }
        try? await server.shutdownGracefully()
        logger.info("ended")
    }
}
