import CoreImage
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket
import Workbench

/// What a page of the workbench may ask for.
public typealias WorkbenchLimits = Workbench.WorkbenchLimits

/// Shows a page in browsers of this machine, with filters, their controls, and what they make of pictures.
///
/// ```swift
/// let server = try WorkbenchServer(pictures: [URL(fileURLWithPath: "photo.jpg")])
/// try await server.run { address in print(address) }
/// ```
///
/// All filters that are registered when the server is made can be chosen. The server listens on the address 127.0.0.1
/// only. The address of the page has a random token; requests without it, and requests of other pages, are refused.
public struct WorkbenchServer: Sendable {
    private let contents: WorkbenchContents
    private let port: Int

    /// Creates a server, which doesn't listen yet.
    ///
    /// - Parameters:
    ///   - pictures: Files, and folders whose pictures are listed. Samples can always be chosen.
    ///   - units: The reports of image units that were loaded, of which the page lists the refused ones.
    ///   - port: The port, or 0 for any free one.
    ///   - limits: What a page may ask for.
    /// - Throws: An error that names a file or folder that isn't there.
    public init(
        pictures: [URL] = [], units: [CIPlugInReport] = [], port: Int = 0, limits: WorkbenchLimits = WorkbenchLimits()
    ) throws {
        contents = try WorkbenchContents(pictures: pictures, units: units, limits: limits)
        self.port = port
    }

    /// The numbers of requests and messages that were refused, by reason, such as `token` or `origin`.
    public var refusalCounts: [String: Int] { contents.refusals.all }

    /// Takes connections until the task is cancelled. Then all connections are closed.
    ///
    /// - Parameter onListening: Called once with the address of the page.
    /// - Throws: An error if the port is in use.
    public func run(onListening: @Sendable (URL) -> Void) async throws {
        let token = AccessToken.make()
        let site = PageSite()
        let connections = ConnectionCounter(limit: contents.limits.connections)
        let pages = ConnectionCounter(limit: contents.limits.pages)
        let group = MultiThreadedEventLoopGroup.singleton
        let bootstrap = ServerBootstrap(group: group)
            .serverChannelOption(.backlog, value: 64)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.socketOption(.tcp_nodelay), value: 1)
            .childChannelInitializer { [contents] channel in
                let refusals = contents.refusals
                guard connections.enter() else {
                    refusals.add(.tooMany)
                    return channel.close()
                }
                channel.closeFuture.whenComplete { _ in connections.leave() }
                let check = RequestCheck(
                    token: token, interfaceToken: contents.interfaces.token, port: channel.localAddress?.port ?? 0)
                return Self.prepare(channel, check, site, pages, contents)
            }
        let server: any Channel
        do { server = try await bootstrap.bind(host: "127.0.0.1", port: port).get() } catch let error as IOError {
            throw WorkbenchRefusal(
                "Port \(port) can't be used: \(String(cString: strerror(error.errnoCode))). "
                    + "Choose another one, or none for any free port.")
        }
        let used = server.localAddress?.port ?? port
        guard let address = URL(string: "http://127.0.0.1:\(used)/\(token)/") else { return }
        onListening(address)
        try await withTaskCancellationHandler {
            try await server.closeFuture.get()
        } onCancel: {
            server.close(promise: nil)
        }
    }

    private static func prepare(
        _ channel: any Channel, _ check: RequestCheck, _ site: PageSite, _ pages: ConnectionCounter,
        _ contents: WorkbenchContents
    ) -> EventLoopFuture<Void> {
        let refusals = contents.refusals
        let upgrader = NIOWebSocketServerUpgrader(
            maxFrameSize: PageConnection.frameSize(contents.limits), automaticErrorHandling: false,
            shouldUpgrade: { channel, head in
                guard check.allowsSocket(head) else { return channel.eventLoop.makeSucceededFuture(nil) }
                guard pages.enter() else {
                    refusals.add(.tooMany)
                    return channel.eventLoop.makeSucceededFuture(nil)
                }
                channel.closeFuture.whenComplete { _ in pages.leave() }
                return channel.eventLoop.makeSucceededFuture(HTTPHeaders())
            },
            upgradePipelineHandler: { channel, _ in PageConnection.start(on: channel, contents) })
        return channel.eventLoop.makeCompletedFuture {
            let pipeline = channel.pipeline.syncOperations
            try pipeline.addHandler(ConnectionGuard(contents.limits, refusals: refusals))
            let handler = PageHandler(check, site: site, interfaces: contents.interfaces, refusals: refusals)
            let bound = NIOLoopBound(handler, eventLoop: channel.eventLoop)
            try pipeline.configureHTTPServerPipeline(
                withServerUpgrade: (
                    upgraders: [upgrader],
                    completionHandler: { context in
                        context.pipeline.syncOperations.removeHandler(bound.value, promise: nil)
                    }
                ))
            try pipeline.addHandler(handler)
        }
    }
}
