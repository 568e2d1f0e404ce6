import ImageGraph
import Pixels

/// The memory after a frame in which tables are made.
struct TableMemory {
    static let byteCount = 3 * ChannelTables.byteCount
    let start: UnsafeMutableRawPointer

    /// The tables, which the code reads.
    var tables: UnsafeMutableRawPointer { start }
    /// A row of opaque gray pixels with the values 0…255.
    var grays: UnsafeMutableRawPointer { start + ChannelTables.byteCount }
    /// The kernel's results for that row.
    var results: UnsafeMutableRawPointer { start + 2 * ChannelTables.byteCount }
}

/// The tables for some arguments.
struct KnownTables {
    /// The bits of the arguments.
    let arguments: [UInt32]
    let bytes: [UInt8]
}

extension CompiledKernel {
    /// Makes the tables for opaque pixels, or copies them if the last run had the same arguments.
    ///
    /// Changes the fields of the picture and of the output, which the caller has to fill again.
    func fillTables(_ base: UnsafeMutableRawPointer, _ memory: TableMemory, _ arguments: KernelArguments) {
        let key = tables?.dependOnArgumentsOnly == true ? arguments.components.joined().map(\.bitPattern) : nil
        let known = key.flatMap { key in lastTables.withLock { $0?.arguments == key ? $0 : nil } }
        if let known {
            known.bytes.withUnsafeBytes { memory.tables.copyMemory(from: $0.baseAddress!, byteCount: $0.count) }
        } else {
            compute(base, memory)
            if let key {
                let bytes = Array(UnsafeRawBufferPointer(start: memory.tables, count: ChannelTables.byteCount))
                lastTables.withLock { $0 = KnownTables(arguments: key, bytes: bytes) }
            }
        }
        store(Int(bitPattern: memory.tables), base, at: KernelFrame.Field.tables.offset)
    }

    /// Computes the tables with the kernel itself.
    private func compute(_ base: UnsafeMutableRawPointer, _ memory: TableMemory) {
        guard let picture = tables?.picture else { return }
        let count = ChannelTables.entryCount
        for gray in 0..<count {
            memory.grays.storeBytes(
                of: 0xff00_0000 | UInt32(gray) * 0x01_0101, toByteOffset: 4 * gray, as: UInt32.self)
        }
        for (field, value) in [
            (KernelFrame.Field.x, 0), (.y, 0), (.width, count), (.height, 1),
            (.output, Int(bitPattern: memory.results)), (.outputBytesPerRow, 4 * count), (.tables, 0),
        ] { store(value, base, at: field.offset) }
        let image = base + frame.offset(ofImage: picture)
        for (field, value) in [
            (KernelFrame.ImageField.base, Int(bitPattern: memory.grays)), (.bytesPerRow, 4 * count), (.columns, count),
            (.rows, 1), (.columnOffset, 0), (.rowOffset, 0),
        ] { store(value, image, at: field.offset) }
        // A kernel with tables has no loops, so it can't fail.
        _ = function(base)
        for byte in 0..<4 {
            for entry in 0..<count {
                let value = memory.results.load(fromByteOffset: 4 * entry + byte, as: UInt8.self)
                memory.tables.storeBytes(of: value, toByteOffset: count * byte + entry, as: UInt8.self)
            }
        }
    }
}
