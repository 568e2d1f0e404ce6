/// An entry of an object file's section table.
struct SectionHeader: Sendable {
    /// The section types that are relevant here.
    enum Kind: UInt32, Sendable {
        /// Bytes of the program.
        case programBits = 1
        /// The symbol table.
        case symbolTable = 2
        /// Relocations, each with its addend.
        case relocations = 4
        /// Relocations whose addends are in the relocated fields. The supported architectures have none.
        case relocationsWithoutAddends = 9
    }

    private(set) var name: String
    let rawKind: UInt32
    let flags: UInt64
    let offset: Int
    let size: Int
    let link: Int
    let information: Int
    let alignment: Int

    var kind: Kind? { Kind(rawValue: rawKind) }
    var isWritable: Bool { flags & 1 != 0 }
    var isAllocated: Bool { flags & 2 != 0 }
    var isExecutable: Bool { flags & 4 != 0 }
    var isThreadLocal: Bool { flags & 0x400 != 0 }

    private static let size = 64

    private init(_ reader: ObjectFileBytes, at place: Int) throws(ObjectFileError) {
        name = ""
        rawKind = try reader.number(at: place + 4)
        flags = try reader.number(at: place + 8)
        (offset, size) = (try reader.offset(at: place + 24), try reader.offset(at: place + 32))
        link = Int(try reader.number(at: place + 40, UInt32.self))
        information = Int(try reader.number(at: place + 44, UInt32.self))
        alignment = try reader.offset(at: place + 48)
    }

    /// Returns the range of the section's bytes. Throws if they aren't inside the file.
    func contents(in reader: ObjectFileBytes) throws(ObjectFileError) -> Range<Int> {
        guard reader.contains(offset: offset, count: size) else { throw .malformed(what: "section \(name)") }
        return offset..<(offset + size)
    }

    /// Returns every section of a relocatable file for an architecture. Throws `ObjectFileError`.
    static func all(
        in reader: ObjectFileBytes, for architecture: Architecture
    ) throws(ObjectFileError) -> [SectionHeader] {
        // ELF magic number, 64 bits, little endian, version 1; then a relocatable file for the architecture.
        guard reader.bytes.count >= 64, reader.bytes.starts(with: [0x7f, 0x45, 0x4c, 0x46, 2, 1, 1]),
            try reader.number(at: 16, UInt16.self) == 1,
            try reader.number(at: 18, UInt16.self) == architecture.machine
        else { throw .wrongKind }
        let table = try reader.offset(at: 40)
        let count = Int(try reader.number(at: 60, UInt16.self))
        let namesIndex = Int(try reader.number(at: 62, UInt16.self))
        guard try reader.number(at: 58, UInt16.self) == UInt16(size), namesIndex < count,
            reader.contains(offset: table, count: count * size)
        else { throw .malformed(what: "the table of sections") }
        var headers: [SectionHeader] = []
        for index in 0..<count { headers.append(try SectionHeader(reader, at: table + index * size)) }
        let names = try headers[namesIndex].contents(in: reader)
        for index in 0..<count {
            let place = Int(try reader.number(at: table + index * size, UInt32.self))
            headers[index].name = try reader.name(at: place, in: names)
        }
        return headers
    }
}
