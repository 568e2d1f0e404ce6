/// The generator SplitMix64. Equal seeds give equal numbers on every machine, so that a number identifies a variant.
package struct SplitMix: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Creates a generator.
    package init(seed: UInt64) { state = seed }

    /// Returns the next 64 bits.
    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var bits = state
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return bits ^ (bits >> 31)
    }

    /// Returns a number from 0 up to, but not including, `bound`; 0 if `bound` isn't positive.
    package mutating func below(_ bound: Int) -> Int { bound > 0 ? Int(next() >> 1) % bound : 0 }

    /// Returns true with a probability of 1 in `count`.
    package mutating func once(in count: Int) -> Bool { below(count) == 0 }

    /// Returns an element of a nonempty list.
    package mutating func element<Element>(_ list: [Element]) -> Element { list[below(list.count)] }
}
