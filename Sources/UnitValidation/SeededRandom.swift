/// Random numbers that can be had again: SplitMix64, whose whole state is one number.
struct SeededRandom: RandomNumberGenerator {
    private var state: UInt64

    /// The numbers that belong to a seed and a place, so that checks don't share a sequence.
    init(seed: UInt64, context: String = "") {
        // FNV-1a, as Swift's own hashes change from run to run.
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
