import Glibc

/// The address of a host: IPv4 or IPv6.
package struct InternetAddress: Hashable, Sendable {
    /// 4 or 16 bytes.
    private let bytes: [UInt8]
    /// The address as text.
    package let text: String

    /// Reads an address as text, such as `192.0.2.1` or `2001:db8::1`.
    package init?(_ text: String) {
        var bytes = [UInt8](repeating: 0, count: 16)
        if inet_pton(AF_INET, text, &bytes) == 1 {
            bytes = Array(bytes[..<4])
        } else if inet_pton(AF_INET6, text, &bytes) != 1 {
            return nil
        }
        (self.bytes, self.text) = (bytes, text)
    }

    /// Whether the address belongs to a host in the public Internet, by the registries of special addresses of RFC 6890
    /// and its updates.
    package var isPublic: Bool { bytes.count == 4 ? Self.isPublic(bytes[...]) : isPublic6 }

    private var isPublic6: Bool {
        // IPv4 addresses in IPv6: mapped, and translated by RFC 6052.
        if Self.hasPrefix(bytes, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff], 96)
            || Self.hasPrefix(bytes, [0, 0x64, 0xff, 0x9b, 0, 0, 0, 0, 0, 0, 0, 0], 96)
        {
            return Self.isPublic(bytes[12...])
        }
        let special: [([UInt8], Int)] = [
            ([0x20, 0x01, 0x00], 23), ([0x20, 0x01, 0x0d, 0xb8], 32), ([0x20, 0x02], 16), ([0x3f, 0xff, 0x00], 20),
        ]
        return Self.hasPrefix(bytes, [0x20], 3) && !special.contains { Self.hasPrefix(bytes, $0.0, $0.1) }
    }

    private static func isPublic(_ bytes: ArraySlice<UInt8>) -> Bool {
        let special: [([UInt8], Int)] = [
            ([0], 8), ([10], 8), ([100, 64], 10), ([127], 8), ([169, 254], 16), ([172, 16], 12), ([192, 0, 0], 24),
            ([192, 0, 2], 24), ([192, 88, 99], 24), ([192, 168], 16), ([198, 18], 15), ([198, 51, 100], 24),
            ([203, 0, 113], 24), ([224], 4), ([240], 4),
        ]
        return !special.contains { hasPrefix(Array(bytes), $0.0, $0.1) }
    }

    /// Whether the first bits of an address are those of a prefix.
    private static func hasPrefix(_ bytes: [UInt8], _ prefix: [UInt8], _ bits: Int) -> Bool {
        (0..<bits).allSatisfy { bit in
            let (index, shift) = (bit / 8, 7 - bit % 8)
            return (bytes[index] ^ (index < prefix.count ? prefix[index] : 0)) >> shift & 1 == 0
        }
    }

    /// Returns the addresses of a host, in the system's order. Blocks the thread.
    ///
    /// - Throws: `Problem` if there are none.
    package static func addresses(of host: String) throws(Problem) -> [InternetAddress] {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        let code = getaddrinfo(host, nil, &hints, &list)
        defer { if let list { freeaddrinfo(list) } }
        var found: [InternetAddress] = []
        var next = code == 0 ? list : nil
        while let entry = next?.pointee {
            var name = [CChar](repeating: 0, count: Int(NI_MAXHOST))
            let status = getnameinfo(
                entry.ai_addr, entry.ai_addrlen, &name, socklen_t(name.count), nil, 0, NI_NUMERICHOST)
            let text = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            if status == 0, let address = InternetAddress(text) { found.append(address) }
            next = entry.ai_next
        }
        guard !found.isEmpty else {
            throw Problem(
                .source, "The host of the picture has no address.", remedy: "Try again, or report it to the operator.")
        }
        return found
    }
}
