import PictureWorker

/// Where the service takes connections.
package struct ListenSettings: Decodable, Hashable, Sendable {
    /// The certificate and the key of TLS, in PEM files.
    package struct TLS: Decodable, Hashable, Sendable {
        /// The path of the certificates, the server's own first.
        package var certificate: String
        /// The path of the private key.
        package var key: String

        private enum Key: String, CodingKey, CaseIterable { case certificate, key }

        package init(from decoder: any Decoder) throws {
            let fields = try RequestField.container(of: decoder, Key.self, "{\"certificate\": PATH, \"key\": PATH}")
            certificate = try fields.path(.certificate)
            key = try fields.path(.key)
        }
    }

    /// The name or address of the interface.
    package var host = "127.0.0.1"
    /// The port; 0 for any free one.
    package var port = 8080
    /// TLS, with HTTP/2 for clients that want it. Nil for plain HTTP/1.1.
    package var tls: TLS?

    private enum Key: String, CodingKey, CaseIterable { case host, port, tls }

    package init() {}

    package init(from decoder: any Decoder) throws {
        let fields = try RequestField.container(of: decoder, Key.self, "{\"host\": NAME, \"port\": NUMBER, \"tls\": …}")
        host = try fields.text(.host) ?? host
        port = try fields.integer(.port, in: 0...65535) ?? port
        tls = try fields.decodeIfPresent(TLS.self, forKey: .tls)
    }
}
