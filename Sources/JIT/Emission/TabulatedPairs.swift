/// The results of a kernel with `PairTables`, for some arguments and for a pair of alphas, in memory that the code
/// reads.
///
/// Immutable once made, so threads can share it.
final class TabulatedPairs: Sendable {
    /// What the results depend on, beside the colours.
    struct Key: Hashable {
        /// The bits of the arguments.
        var arguments: [UInt32]
        /// The alphas of the first and of the second picture.
        var alphas: [UInt8]
    }

    /// Offsets of what the code reads, from the start of the memory: multiples of 8.
    enum Field {
        /// The addresses of the tables, in the order of a pixel's bytes.
        static let tables = [0, 8, 16]
        /// The alphas of the pictures, in the highest byte of a word.
        static let alphas = [24, 32]
        /// The alpha of the result, likewise.
        static let resultAlpha = 40
        /// The end of the fields, and the start of the tables.
        static let end = 64
    }

    /// Memory with the fields and the tables.
    private nonisolated(unsafe) let memory: UnsafeMutableRawPointer
    let key: Key

    /// The address that the code gets.
    var address: Int { Int(bitPattern: memory) }

    /// Makes tables of the results for all pairs of values.
    ///
    /// - Parameters:
    ///   - key: What the results depend on.
    ///   - results: Pixels with the results for gray colours: a row for each value of the second picture.
    init(_ key: Key, results: UnsafeRawBufferPointer) {
        self.key = key
        let isGray = stride(from: 0, to: results.count, by: 4).allSatisfy { place in
            results[place] == results[place + 1] && results[place] == results[place + 2]
        }
        let tableCount = isGray ? 1 : 3
        memory = .allocate(byteCount: Field.end + tableCount * PairTables.byteCount, alignment: 64)
        for (byte, offset) in Field.tables.enumerated() {
            let table = memory + Field.end + (isGray ? 0 : byte) * PairTables.byteCount
            memory.storeBytes(of: UInt(bitPattern: table), toByteOffset: offset, as: UInt.self)
            guard byte < tableCount else { continue }
            for entry in 0..<PairTables.byteCount {
                table.storeBytes(of: results[4 * entry + byte], toByteOffset: entry, as: UInt8.self)
            }
        }
        for (alpha, offset) in zip(key.alphas + [results[3]], Field.alphas + [Field.resultAlpha]) {
            memory.storeBytes(of: UInt32(alpha) << 24, toByteOffset: offset, as: UInt32.self)
        }
    }

    deinit { memory.deallocate() }
}
