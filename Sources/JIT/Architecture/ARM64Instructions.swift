import KernelLanguage

/// The instructions of a 64-bit ARM processor with Advanced SIMD, which every one that runs Linux has.
///
/// Its vectors have 128 bits. They are used on processors with wider vectors (SVE) too.
struct ARM64Instructions: ProcessorInstructions {
    var lanes: Int { 4 }
    var registerLanes: Int { 4 }
    var registerCount: Int { 32 }
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

    /// An instruction looks up the bytes of four floats in a table of 64 bytes. Bytes 4i to 4i + 3 are number i.
    func lookup(_ table: LookupTable, _ indices: String, _ writer: FunctionWriter) -> String? {
        let (ints, bytes) = ("<4 x i32>", "<16 x i8>")
        func all(_ value: Int) -> String {
            "<" + Array(repeating: "i32 \(value)", count: 4).joined(separator: ", ") + ">"
        }
        return writer.byParts(indices, of: "i32", to: "float", lanes: registerLanes) { indices in
            let places = writer.value("and \(ints) \(indices), \(all(LookupTable.count - 1))")
            let repeated = writer.value("mul \(ints) \(places), \(all(0x0404_0404))")
            let numbers = writer.value("add \(ints) \(repeated), \(all(0x0302_0100))")
            let parts = (0..<4).map { part in
                let values = FunctionWriter.elements(table.values[4 * part..<4 * part + 4])
                return (bytes, writer.value("bitcast <4 x float> <\(values)> to \(bytes)"))
            }
            let found = writer.call(
                "llvm.aarch64.neon.tbl4.v16i8", bytes,
                parts + [(bytes, writer.value("bitcast \(ints) \(numbers) to \(bytes)"))])
            return writer.value("bitcast \(bytes) \(found) to <4 x float>")
        }
    }

    func permutedBytes(_ indices: String, low: String, high: String, _ writer: FunctionWriter) -> String {
        preconditionFailure("the caller checks hasByteTables")
    }
}
