import CommandOutput
import NIOSSL
import PictureService
import UntrustedInput

/// The authorities whose certificates are accepted from other hosts. They are read once, because the system's file has
/// more than a hundred.
struct TrustedAuthorities: Sendable {
    private let contexts: [String?: NIOSSLContext]

    /// Reads the authorities of all sources on other hosts. One without HTTPS may be redirected to it.
    ///
    /// - Throws: `Refusal` that names the source and the file.
    init(_ configuration: ServiceConfiguration) throws {
        var contexts: [String?: NIOSSLContext] = [:]
        for (name, source) in configuration.sources.sorted(by: { $0.key < $1.key }) {
            guard case .remote(let remote) = source, contexts[remote.authorities] == nil else { continue }
            contexts[remote.authorities] = try Self.context(remote.authorities, source: name)
        }
        self.contexts = contexts
    }

    /// Returns the settings of TLS for a source. Those of the configuration's sources were made before.
    func context(for source: RemoteSource) throws -> NIOSSLContext {
        if let known = contexts[source.authorities] { return known }
        return try Self.context(source.authorities, source: source.base.host)
    }

    private static func context(_ authorities: String?, source: String) throws -> NIOSSLContext {
        var configuration = TLSConfiguration.makeClientConfiguration()
        if let authorities {
            let certificates: [NIOSSLCertificate]
            do { certificates = try NIOSSLCertificate.fromPEMFile(authorities) } catch {
                throw Refusal(
                    "sources.\(source).ca_file: \(printable(authorities)) has no certificate; write those of the "
                        + "authorities as PEM")
            }
            configuration.trustRoots = .certificates(certificates)
        }
        return try NIOSSLContext(configuration: configuration)
    }
}
