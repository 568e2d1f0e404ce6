import CommandOutput
import NIOSSL
import PictureService

/// Reads certificates and keys for TLS.
enum ServerCertificate {
    /// Returns the configuration of TLS.
    ///
    /// - Throws: `Refusal` that names the file.
    static func configuration(_ files: ListenSettings.TLS) throws -> TLSConfiguration {
        let certificates: [NIOSSLCertificate]
        do { certificates = try NIOSSLCertificate.fromPEMFile(files.certificate) } catch {
            throw Refusal("listen.tls.certificate: \(files.certificate) has no certificate; write PEM, its own first")
        }
        let key: NIOSSLPrivateKey
        do { key = try NIOSSLPrivateKey(file: files.key, format: .pem) } catch {
            throw Refusal("listen.tls.key: \(files.key) has no private key; write PEM without a passphrase")
        }
        let configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: certificates.map { .certificate($0) }, privateKey: .privateKey(key))
        do { _ = try NIOSSLContext(configuration: configuration) } catch {
            throw Refusal(
                "listen.tls: the key in \(files.key) isn't that of the first certificate in \(files.certificate), or one of "
                    + "them can't be used; write the server's own certificate first")
        }
        return configuration
    }
}
