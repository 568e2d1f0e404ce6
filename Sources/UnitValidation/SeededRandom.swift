/// A reproducible random number generator: SplitMix64, whose state is a single number.
struct SeededRandom: RandomNumberGenerator {
    private var state: UInt64

    /// Creates a generator for a seed and a context. Different contexts give different sequences.
    init(seed: UInt64, context: String = "") {
        // FNV-1a is used because Swift's own hashes differ between runs.
        state = context.utf8.reduce(seed ^ 0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
