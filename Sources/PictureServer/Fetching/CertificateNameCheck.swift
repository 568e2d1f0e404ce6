import NIOCore
import NIOSSL
import NIOTLS
import PictureService

/// Closes a connection whose certificate isn't for the host's name. For use on one event loop.
///
/// NIOSSL also accepts a certificate for the address that the connection goes to, or with the name in its subject only.
/// Whoever steers the host's name could then answer with a certificate of an address of their own.
final class CertificateNameCheck: ChannelInboundHandler, RemovableChannelHandler {
    /// The certificate has other names.
    struct OtherName: Error {}

    typealias InboundIn = NIOAny

    private let host: String

    init(_ host: String) { self.host = host }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case TLSUserEvent.handshakeCompleted? = event as? TLSUserEvent, !isForHost(context.pipeline) {
            context.fireErrorCaught(OtherName())
            context.close(promise: nil)
            return
        }
        context.fireUserInboundEventTriggered(event)
    }

    private func isForHost(_ pipeline: ChannelPipeline) -> Bool {
        guard let certificate = try? pipeline.syncOperations.nioSSL_peerCertificate() else { return false }
        return certificate._subjectAlternativeNames().contains {
            $0.nameType == .dnsName && CertificateName(String(decoding: $0.contents, as: UTF8.self)).matches(host)
        }
    }
}
