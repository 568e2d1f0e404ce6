import CGLib

/// A key for signatures: HMAC with SHA-256, by RFC 2104.
package struct SigningKey: Hashable, Sendable, CustomStringConvertible {
    /// The fewest bytes of a key.
    package static let leastBytes = 16

    private let bytes: [UInt8]

    /// Creates a key.
    package init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

    /// The key isn't shown.
    package var description: String { "a signing key" }

    /// Returns the 32 bytes of a message's code.
    package func code(of message: some Sequence<UInt8>) -> [UInt8] {
        let message = Array(message)
        let state = g_hmac_new(G_CHECKSUM_SHA256, bytes, gsize(bytes.count))
        defer { g_hmac_unref(state) }
        g_hmac_update(state, message, gssize(message.count))
        var code = [UInt8](repeating: 0, count: 32)
        var count = gsize(code.count)
        g_hmac_get_digest(state, &code, &count)
        return code
    }
}
