import KernelLanguage

/// What emitters need to know about a processor's instructions, and the operations for which they use instructions of
/// one architecture.
///
/// All other operations are LLVM's generic instructions and intrinsics, from which LLVM selects the processor's:
/// rounding to the nearest even number, conversions that saturate, minima and maxima with the NaN that `Opcode` states
/// (a comparison and a selection), sums and saturating arithmetic of bytes. They are exactly defined, so results don't
/// depend on the architecture.
protocol ProcessorInstructions: Sendable {
    /// Number of pixels that kernels compute at a time.
    var lanes: Int { get }
    /// Number of floats in a vector register.
    var registerLanes: Int { get }
    /// Number of sums of floats that operators keep in registers.
    var accumulators: Int { get }
    /// Number of vector registers.
    var registerCount: Int { get }
    /// Whether floats are multiplied and added with one rounding. If not, LLVM would call the C library for it.
    var hasFusedMultiply: Bool { get }
    /// Whether the processor's minimum and maximum order −0 before 0. LLVM makes them of a comparison and a selection
    /// between a number and a constant, whose result then has other bits. So floats are selected as integers.
    var ordersZeros: Bool { get }
    /// Whether half floats are converted in hardware. If not, code that reads or writes them can't be loaded.
    var hasHalfConversion: Bool { get }
    /// Whether `permutedBytes` is available.
    var hasByteTables: Bool { get }
    /// Whether stores can write whole cache lines to memory, past the caches, and save time where results are large.
    var hasStreamingStores: Bool { get }
    /// The attributes of every generated function, as in LLVM text: `attributes #0 = { … }`.
    var functionAttributes: String { get }

    /// Emits a look-up of 64 bytes, whose lower seven bits are indices, in a table of 128 bytes: two vectors of 64.
    func permutedBytes(_ indices: String, low: String, high: String, _ writer: FunctionWriter) -> String

    /// Emits look-ups by a vector of ints, as `Opcode.lookup` specifies them. Returns nil if the processor has no
    /// instructions for them.
    func lookup(_ table: LookupTable, _ indices: String, _ writer: FunctionWriter) -> String?
}

extension ProcessorInstructions {
    /// Number of a block's values that fit into registers, with room for constants.
    var valuesInRegisters: Int { registerCount * registerLanes / lanes - 2 }

    /// The attributes that every architecture needs. They prevent LLVM from replacing loops by calls of the C library.
    var commonAttributes: String { "nounwind \"no-builtins\"" }
}
