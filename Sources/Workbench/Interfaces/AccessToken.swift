/// Random parts of addresses, which other programs and pages can't guess.
package enum AccessToken {
    /// Returns 128 random bits in hexadecimal digits.
    package static func make() -> String {
        var random = SystemRandomNumberGenerator()
        return (0..<2).map { _ in
            let digits = String(random.next() as UInt64, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }
}
