import Foundation

/// The layout of an object file's sections in one block of memory: first the executable sections, then, starting on a
/// new page, the read-only ones.
///
/// A call of an external function goes through a stub (a veneer) after the code, since the function may be out of the
/// call's reach. Slots with the addresses that the code loads from memory are after the read-only sections.
struct CodeLayout {
    /// Offset of each section, by its index in the file.
    private(set) var offsets: [Int: Int] = [:]
    /// Offset of the stub of each external symbol that is called, by the symbol's index.
    private(set) var stubs: [Int: Int] = [:]
    /// Offset of the slot with the address of each symbol, by the symbol's index.
    private(set) var slots: [Int: Int] = [:]
    /// Size of the executable pages in bytes. They are at the start.
    private(set) var executableSize = 0
    /// Total size in bytes, a multiple of the page size.
    private(set) var size = 0

    /// Size of a stub in bytes: a jump and the address.
    static let stubSize = 16
    /// Maximum size in bytes, more than any kernel needs. A larger file is damaged. Jumps and calls reach twice as far
    /// on all architectures, so every stub is within reach.
    static let sizeLimit = 64 << 20

    init(_ file: ObjectFile, pageSize: Int) throws(ObjectFileError) {
        var end = 0
        try place(file, executable: true, end: &end)
        for relocation in file.relocations where file.symbols[relocation.symbol].place == .external {
            guard file.target(of: relocation) == .function, stubs[relocation.symbol] == nil else { continue }
            end = Self.aligned(end, to: Self.stubSize)
            stubs[relocation.symbol] = end
            end += Self.stubSize
        }
        end = Self.aligned(end, to: pageSize)
        executableSize = end
        try place(file, executable: false, end: &end)
        for relocation in file.relocations
        where file.target(of: relocation) == .slot && slots[relocation.symbol] == nil {
            end = Self.aligned(end, to: 8)
            slots[relocation.symbol] = end
            end += 8
        }
        size = Self.aligned(end, to: pageSize)
        guard size <= Self.sizeLimit else { throw .malformed(what: "\(size) bytes of code") }
    }

    private mutating func place(_ file: ObjectFile, executable: Bool, end: inout Int) throws(ObjectFileError) {
        for (index, section) in file.sections.sorted(by: { $0.key < $1.key }) where section.isExecutable == executable {
            end = Self.aligned(end, to: section.alignment)
            offsets[index] = end
            end += section.contents.count
            // In a damaged file, many sections may refer to the same bytes, so the file's size doesn't bound the sum.
            guard end <= Self.sizeLimit else { throw .malformed(what: "\(end) bytes of code") }
        }
    }

    private static func aligned(_ offset: Int, to alignment: Int) -> Int { (offset + alignment - 1) & -alignment }
}
