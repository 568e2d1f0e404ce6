/// A name of a host in a certificate, a `dNSName` of its alternative names.
package struct CertificateName: Sendable, Hashable {
    private let labels: [Substring]

    /// Creates a name from the certificate's text.
    package init(_ text: String) { labels = Self.labels(of: text) }

    /// Returns whether the certificate is for a host, by RFC 9525: all labels are equal, or all but the first are, and
    /// that is an asterisk. An asterisk doesn't stand for a part of a label, and not before a single label.
    package func matches(_ host: String) -> Bool {
        let wanted = Self.labels(of: host)
        guard wanted.count == labels.count, !wanted.contains("") else { return false }
        if labels.first == "*" { return labels.count > 2 && labels.dropFirst() == wanted.dropFirst() }
        return labels == wanted
    }

    private static func labels(of text: String) -> [Substring] {
        let name = text.lowercased()
        return (name.hasSuffix(".") ? name.dropLast() : name[...]).split(
            separator: ".", omittingEmptySubsequences: false)
    }
}
