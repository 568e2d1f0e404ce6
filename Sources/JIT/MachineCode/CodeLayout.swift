import Foundation

/// Where the sections of an object file lie in one piece of memory: what is executed first, then on pages of its own what is only read.
///
/// A call of a function outside goes through a stub behind the code, as it may lie further away than a call reaches; addresses that the
/// code loads from memory lie behind the constants.
struct CodeLayout {
    /// Offset of each section, by its index in the file.
    private(set) var offsets: [Int: Int] = [:]
    /// Offset of the stub for each external symbol called, by the symbol's index.
    private(set) var stubs: [Int: Int] = [:]
    /// Offset of the slot that holds the address of each symbol, by the symbol's index.
    private(set) var slots: [Int: Int] = [:]
    /// Bytes of executable pages, from the start.
    private(set) var executableSize = 0
    /// Bytes in all, whole pages.
    private(set) var size = 0

    /// Bytes of a stub: `jmp *0(%rip)` and the address.
    static let stubSize = 16
    /// More than any kernel needs; a larger file is damaged.
    static let sizeLimit = 64 << 20

    init(_ file: ObjectFile, pageSize: Int) throws(ObjectFileError) {
        var end = 0
        try place(file, executable: true, end: &end)
        for relocation in file.relocations where file.symbols[relocation.symbol].place == .external {
            guard RelocationKind(rawValue: relocation.kind)?.usesSlot != true, stubs[relocation.symbol] == nil else {
                continue
            }
            end = Self.aligned(end, to: Self.stubSize)
            stubs[relocation.symbol] = end
            end += Self.stubSize
        }
        end = Self.aligned(end, to: pageSize)
        executableSize = end
        try place(file, executable: false, end: &end)
        for relocation in file.relocations
        where RelocationKind(rawValue: relocation.kind)?.usesSlot == true && slots[relocation.symbol] == nil {
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
            // Many sections may name the same bytes of a damaged file, so the sum is not bounded by the file's size.
            guard end <= Self.sizeLimit else { throw .malformed(what: "\(end) bytes of code") }
        }
    }

    private static func aligned(_ offset: Int, to alignment: Int) -> Int { (offset + alignment - 1) & -alignment }
}
