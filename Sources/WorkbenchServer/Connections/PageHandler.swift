import Foundation
import NIOCore
import NIOHTTP1
import Workbench

/// Answers requests with files of the page. For use on one event loop.
final class PageHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let check: RequestCheck
    private let site: PageSite
    private let interfaces: InterfaceShelf
    private let refusals: RefusalCounts
    private var head: HTTPRequestHead?

    init(_ check: RequestCheck, site: PageSite, interfaces: InterfaceShelf, refusals: RefusalCounts) {
        (self.check, self.site, self.interfaces, self.refusals) = (check, site, interfaces, refusals)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head): self.head = head
        // No request of the page has a body.
        case .body:
            refusals.add(.malformedRequest)
            context.close(promise: nil)
        case .end:
            guard let head else { return }
            self.head = nil
            answer(head, context)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        refusals.add(.malformedRequest)
        context.close(promise: nil)
    }

    private func answer(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
        do throws(RequestCheck.Refused) {
            switch try check.target(head) {
            case .file(let name):
                guard let file = site.file(name) else {
                    // The socket is here, too, if it was refused.
                    throw RequestCheck.Refused(reason: .path, status: .notFound)
                }
                respond(.ok, file.bytes, type: file.type, to: head, context)
            case .interface(let name):
                guard let page = interfaces.page(name) else {
                    throw RequestCheck.Refused(reason: .path, status: .notFound)
                }
                respond(.ok, page, type: "text/html", fields: PageSite.interfaceFields, to: head, context)
            }
        } catch {
            refusals.add(error.reason)
            respond(error.status, Array("\(error.status.code)\n".utf8), type: "text/plain", to: head, context)
        }
    }

    private func respond(
        _ status: HTTPResponseStatus, _ body: [UInt8], type: String, fields: HTTPHeaders = PageSite.fields,
        to head: HTTPRequestHead, _ context: ChannelHandlerContext
    ) {
        let keeps = status == .ok && head.isKeepAlive
        var fields = fields
        fields.add(name: "content-type", value: type + "; charset=utf-8")
        fields.add(name: "content-length", value: "\(body.count)")
        fields.add(name: "connection", value: keeps ? "keep-alive" : "close")
        if status == .methodNotAllowed { fields.add(name: "allow", value: "GET, HEAD") }
        let response = HTTPResponseHead(version: .http1_1, status: status, headers: fields)
        context.write(wrapOutboundOut(.head(response)), promise: nil)
        if head.method != .HEAD {
            context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: body)))), promise: nil)
        }
        let done = context.eventLoop.makePromise(of: Void.self)
        if !keeps {
            let channel = context.channel
            done.futureResult.whenComplete { _ in channel.close(promise: nil) }
        }
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: done)
    }
}
