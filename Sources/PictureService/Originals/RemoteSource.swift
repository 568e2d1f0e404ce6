import UntrustedInput

/// Pictures on another host.
package struct RemoteSource: Hashable, Sendable {
    /// The address below which pictures are.
    package let base: RemoteAddress
    /// Other hosts to which the host may redirect, in lower case.
    package var redirectHosts: [String] = []
    /// Whether the host may have a loopback or private address.
    package var takesPrivateAddresses = false
    /// The PEM file of the authorities whose certificates are accepted, in place of the system's; nil for those.
    package var authorities: String?
    /// The most bytes of a picture.
    package var size = 32 << 20
    /// The seconds for the whole picture, with all redirects.
    package var seconds = 10.0
    /// The most redirects.
    package var redirects = 3

    package init(base: RemoteAddress) { self.base = base }

    /// Returns the address of a picture.
    package func address(of path: SourcePath) -> RemoteAddress {
        let names = path.names.map(Self.encoded).joined(separator: "/")
        let folder = base.path.hasSuffix("/") ? base.path : base.path + "/"
        return RemoteAddress(
            isSecure: base.isSecure, host: base.host, port: base.port, path: folder + names, query: nil)
    }

    /// Returns the address to which a response redirects.
    ///
    /// - Throws: `Problem` if the source may not read it.
    package func redirected(from address: RemoteAddress, to location: String) throws(Problem) -> RemoteAddress {
        guard let target = RemoteAddress(location, from: address) else {
            throw Problem(
                .source, "The host of the picture redirects to an address that can't be read.",
                remedy: "Report it to the operator.")
        }
        let isSameHost = target.host == base.host && (target.port == base.port || target.isSecure && target.port == 443)
        guard isSameHost || redirectHosts.contains(target.host) else {
            // The host's name alone would seem to be allowed.
            let place = target.host == base.host ? "port \(target.port) of \(target.host)" : target.authority
            throw Problem(
                .source, "The host of the picture redirects to \(printable(place)), which isn't allowed.",
                remedy: "The operator can allow it with \"hosts\" of the source.")
        }
        guard target.isSecure || !address.isSecure else {
            throw Problem(
                .source,
                "The host of the picture redirects from https:// to \(printable("http://" + target.authority)).",
                remedy: "Report it to the operator.")
        }
        return target
    }

    /// Whether the host may have an address.
    package func permits(_ address: InternetAddress) -> Bool { takesPrivateAddresses || address.isPublic }

    /// Encodes all characters of a name but unreserved ones.
    private static func encoded(_ name: String) -> String {
        var text = ""
        for byte in name.utf8 {
            let character = Character(UnicodeScalar(byte))
            if byte < 0x80, character.isLetter || character.isNumber || "-._~".contains(character) {
                text.append(character)
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                text += digits.count == 1 ? "%0\(digits)" : "%\(digits)"
            }
        }
        return text
    }
}
