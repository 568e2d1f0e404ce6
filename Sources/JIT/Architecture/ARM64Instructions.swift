/// The instructions of a 64-bit ARM processor with Advanced SIMD, which every one that runs Linux has.
///
/// Its vectors have 128 bits. They are used on processors with wider vectors (SVE) too.
struct ARM64Instructions: ProcessorInstructions {
    var lanes: Int { 4 }
    var registerLanes: Int { 4 }
    /// There are 32 registers.
    var accumulators: Int { 8 }
    /// Part of Advanced SIMD, as are conversions of half floats. Only arithmetic on them is an extension.
    var hasFusedMultiply: Bool { true }
    var hasHalfConversion: Bool { true }
    var ordersZeros: Bool { true }
    /// An instruction looks up 16 bytes in a table of 64. Sixteen of them, and as many loads, would replace the twelve
    /// loads of a block's bytes.
    var hasByteTables: Bool { false }
    /// Processors of this architecture write whole lines without reading them when they notice a long run of stores.
    var hasStreamingStores: Bool { false }
    var functionAttributes: String { commonAttributes }

    func permutedBytes(_ indices: String, low: String, high: String, _ writer: FunctionWriter) -> String {
        preconditionFailure("the caller checks hasByteTables")
    }
}
