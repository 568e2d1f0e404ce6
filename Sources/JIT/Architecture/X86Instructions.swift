import KernelLanguage

/// The instructions of an x86-64 processor.
struct X86Instructions: ProcessorInstructions {
    /// 16 with AVX-512, 8 with AVX2, 4 otherwise.
    let registerLanes: Int
    let hasHalfConversion: Bool
    /// Whether one instruction looks up 64 bytes in a table of 128 (AVX-512 VBMI).
    let hasByteTables: Bool

    /// From AVX2 on, a block is two vectors. Most instructions of a kernel wait for the result of the one before; those
    /// of the other vector run meanwhile. With AVX2, that takes a third less time than one vector; with AVX-512, warps
    /// take a fifth to a quarter less.
    var lanes: Int { registerLanes == 4 ? 4 : 2 * registerLanes }
    /// With AVX-512 there are 32 registers, otherwise 16.
    var registerCount: Int { registerLanes == 16 ? 32 : 16 }
    var accumulators: Int { registerCount / 4 }
    /// Part of AVX2's generation of processors.
    var hasFusedMultiply: Bool { registerLanes > 4 }

    /// They return the second operand of two zeros, as the selection does.
    var ordersZeros: Bool { false }

    /// Without them, lines are read before they are written: an inversion of 24 megapixels takes 1.6 times as long.
    var hasStreamingStores: Bool { true }

    /// These request the widest registers of the processor, since LLVM's default for several models is half that width.
    var functionAttributes: String {
        let bits = String(registerLanes * 32)
        return commonAttributes + " \"prefer-vector-width\"=\"\(bits)\" \"min-legal-vector-width\"=\"\(bits)\""
    }

    func permutedBytes(_ indices: String, low: String, high: String, _ writer: FunctionWriter) -> String {
        let type = "<64 x i8>"
        return writer.call(
            "llvm.x86.avx512.vpermi2var.qi.512", type, [(type, low), (type, indices), (type, high)])
    }

    func lookup(_ table: LookupTable, _ indices: String, _ writer: FunctionWriter) -> String? {
        let count = min(registerLanes, writer.lanes)
        guard count > 4 else { return nil }
        return writer.byParts(indices, of: "i32", to: "float", lanes: count) { indices in
            count == LookupTable.count
                ? permuted(table.values, indices, writer) : selected(table, indices, count, writer)
        }
    }

    /// Emits the look-up in the two halves of a table, of which bit 3 of the index selects one.
    private func selected(
        _ table: LookupTable, _ indices: String, _ count: Int, _ writer: FunctionWriter
    ) -> String {
        let (floats, ints) = ("<\(count) x float>", "<\(count) x i32>")
        let (low, high) = (
            permuted(table.values.prefix(count), indices, writer),
            permuted(table.values.suffix(count), indices, writer)
        )
        // A selection by signs is one instruction.
        let distance = Array(repeating: "i32 28", count: count).joined(separator: ", ")
        let signs = writer.value("shl \(ints) \(indices), <\(distance)>")
        let isHigh = writer.value("icmp slt \(ints) \(signs), zeroinitializer")
        return writer.value("select <\(count) x i1> \(isHigh), \(floats) \(high), \(floats) \(low)")
    }

    /// Emits the look-up in a register. Only the bits of the index that number its elements count.
    private func permuted(_ values: some Collection<Float>, _ indices: String, _ writer: FunctionWriter) -> String {
        let (floats, ints) = ("<\(values.count) x float>", "<\(values.count) x i32>")
        let name = values.count == 16 ? "llvm.x86.avx512.permvar.sf.512" : "llvm.x86.avx2.permps"
        return writer.call(name, floats, [(floats, "<\(FunctionWriter.elements(values))>"), (ints, indices)])
    }

    /// Creates the instructions that the flags of /proc/cpuinfo list.
    init(flags: Set<Substring>) {
        let hasAVX2 = flags.isSuperset(of: ["avx2", "fma", "f16c"])
        let hasAVX512 = hasAVX2 && flags.isSuperset(of: ["avx512f", "avx512bw", "avx512dq", "avx512vl"])
        registerLanes = hasAVX512 ? 16 : hasAVX2 ? 8 : 4
        hasHalfConversion = flags.contains("f16c")
        hasByteTables = hasAVX512 && flags.contains("avx512vbmi")
    }

    /// Creates the instructions of a level of the x86-64 psABI, from 2 to 4.
    init(level: Int) {
        registerLanes = [4, 8, 16][level - 2]
        (hasHalfConversion, hasByteTables) = (level > 2, false)
    }
}
