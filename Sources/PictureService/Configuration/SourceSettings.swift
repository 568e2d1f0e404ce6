import PictureWorker

/// Where pictures come from.
package enum SourceSettings: Decodable, Hashable, Sendable {
    /// The files below a folder.
    case folder(String)
    /// The pictures below an address of a host.
    case remote(RemoteSource)

    private enum Key: String, CodingKey, CaseIterable {
        case folder, address, hosts, `private`, size, time, redirects
        case authorities = "ca_file"
    }

    package init(from decoder: any Decoder) throws {
        let expected = "{\"folder\": PATH}, or {\"address\": \"https://HOST/PATH\"}"
        let fields = try RequestField.container(of: decoder, Key.self, expected)
        if fields.contains(.folder) {
            try RequestField.check(fields.allKeys.count == 1, "{\"folder\": PATH} alone", decoder.codingPath)
            self = .folder(try fields.path(.folder))
            return
        }
        try RequestField.check(fields.contains(.address), expected, decoder.codingPath)
        let text = try fields.decode(String.self, forKey: .address)
        guard let address = RemoteAddress(text), address.query == nil else {
            throw RequestField.problem(
                "an address such as \"https://pictures.example.com/originals\", without a question mark, is expected",
                decoder.codingPath + [Key.address])
        }
        var source = RemoteSource(base: address)
        source.redirectHosts = try fields.decodeIfPresent([String].self, forKey: .hosts)?.map { $0.lowercased() } ?? []
        for host in source.redirectHosts {
            let address = RemoteAddress("http://\(host.contains(":") ? "[\(host)]" : host)")
            try RequestField.check(
                address?.host == host,
                "a list of names of hosts, such as \"images.example.com\", without a scheme, a port and a path,",
                decoder.codingPath + [Key.hosts])
        }
        source.takesPrivateAddresses = try fields.decodeIfPresent(Bool.self, forKey: .private) ?? false
        if fields.contains(.authorities) {
            source.authorities = try fields.path(.authorities)
            try RequestField.check(
                address.isSecure, "an address that begins with https://", decoder.codingPath + [Key.authorities])
        }
        source.size = try fields.bytes(.size, atLeast: 1024) ?? source.size
        source.seconds = try fields.seconds(.time) ?? source.seconds
        source.redirects = try fields.integer(.redirects, in: 0...10) ?? source.redirects
        self = .remote(source)
    }
}
