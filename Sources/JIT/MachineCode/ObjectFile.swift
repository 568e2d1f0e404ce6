/// A relocatable object file (ELF64, little endian) before it is loaded.
///
/// Reading checks every offset, index and size, so that a damaged file only causes an error.
struct ObjectFile: Sendable {
    /// A section that the code needs at run time.
    struct Section: Sendable {
        let name: String
        let isExecutable: Bool
        /// The range of its bytes in the file.
        let contents: Range<Int>
        let alignment: Int
    }

    /// A symbol of the symbol table.
    struct Symbol: Sendable {
        enum Place: Sendable, Hashable {
            /// Not defined in this file.
            case external
            /// A constant value instead of an address.
            case absolute(UInt64)
            /// An offset in the section with this index. It may be the section's end.
            case section(Int, offset: Int)
            /// In a section that isn't loaded.
            case unloaded
        }
        let name: String
        let place: Place
        let isFunction: Bool
        let size: Int
    }

    /// A field whose contents depend on addresses in memory.
    struct Relocation: Sendable {
        let section: Int
        let offset: Int
        let kind: UInt32
        let symbol: Int
        let addend: Int64
    }

    let architecture: Architecture
    let reader: ObjectFileBytes
    /// The sections to load, by their index in the file.
    let sections: [Int: Section]
    let symbols: [Symbol]
    let relocations: [Relocation]

    /// Reads an object file for an architecture. Throws `ObjectFileError`.
    init(_ bytes: [UInt8], for architecture: Architecture) throws(ObjectFileError) {
        self.architecture = architecture
        reader = ObjectFileBytes(bytes: bytes)
        let headers = try SectionHeader.all(in: reader, for: architecture)
        sections = try Self.sections(of: headers, reader)
        symbols = try Self.symbols(of: headers, reader, loaded: sections)
        relocations = try Self.relocations(of: headers, reader, loaded: sections, symbolCount: symbols.count)
    }

    /// Returns what a relocation depends on, or nil if its type is unknown.
    func target(of relocation: Relocation) -> RelocationTarget? { architecture.relocation(relocation.kind)?.target }

    private static func sections(
        of headers: [SectionHeader], _ reader: ObjectFileBytes
    ) throws(ObjectFileError) -> [Int: Section] {
        var sections: [Int: Section] = [:]
        for (index, header) in headers.enumerated() {
            // Skip unwinding tables. Generated code throws nothing and calls no function that throws.
            guard header.isAllocated, header.name != ".eh_frame", header.size > 0 else { continue }
            guard header.kind == .programBits else {
                throw .unsupported(what: "section \(header.name) of kind \(header.rawKind)")
            }
            guard !header.isWritable || header.name.hasPrefix(".data.rel.ro"), !header.isThreadLocal else {
                throw .unsupported(what: "writable section \(header.name)")
            }
            let alignment = max(1, header.alignment)
            guard alignment <= 4096, alignment & (alignment - 1) == 0 else {
                throw .malformed(what: "an alignment of \(alignment)")
            }
            sections[index] = Section(
                name: header.name, isExecutable: header.isExecutable, contents: try header.contents(in: reader),
                alignment: alignment)
        }
        return sections
    }

    private static func symbols(
        of headers: [SectionHeader], _ reader: ObjectFileBytes, loaded: [Int: Section]
    ) throws(ObjectFileError) -> [Symbol] {
        guard let table = headers.first(where: { $0.kind == .symbolTable }) else { return [] }
        guard headers.indices.contains(table.link) else { throw .malformed(what: "the symbols' names") }
        let (range, names) = (try table.contents(in: reader), try headers[table.link].contents(in: reader))
        var symbols: [Symbol] = []
        symbols.reserveCapacity(range.count / 24)
        for place in stride(from: range.lowerBound, to: range.upperBound - 23, by: 24) {
            let name = try reader.name(at: Int(reader.number(at: place, UInt32.self)), in: names)
            let information: UInt8 = try reader.number(at: place + 4)
            let index = Int(try reader.number(at: place + 6, UInt16.self))
            let value: UInt64 = try reader.number(at: place + 8)
            let size = Int(clamping: try reader.number(at: place + 16, UInt64.self))
            let isFunction = information & 15 == 2
            let location: Symbol.Place
            switch index {
            case 0: location = .external
            case 0xfff1: location = .absolute(value)
            case 0xff00...: throw .unsupported(what: "symbol '\(name)' in special section \(index)")
            default:
                if let section = loaded[index] {
                    guard let offset = Int(exactly: value), offset <= section.contents.count else {
                        throw .malformed(what: "symbol '\(name)' outside its section")
                    }
                    location = .section(index, offset: offset)
                } else {
                    location = .unloaded
                }
            }
            symbols.append(Symbol(name: name, place: location, isFunction: isFunction, size: size))
        }
        return symbols
    }

    private static func relocations(
        of headers: [SectionHeader], _ reader: ObjectFileBytes, loaded: [Int: Section], symbolCount: Int
    ) throws(ObjectFileError) -> [Relocation] {
        var relocations: [Relocation] = []
        for header in headers {
            if header.kind == .relocationsWithoutAddends { throw .unsupported(what: "section \(header.name)") }
            guard header.kind == .relocations, let section = loaded[header.information] else { continue }
            let range = try header.contents(in: reader)
            for place in stride(from: range.lowerBound, to: range.upperBound - 23, by: 24) {
                let offset = try reader.offset(at: place)
                let information: UInt64 = try reader.number(at: place + 8)
                let symbol = Int(information >> 32)
                guard symbol < symbolCount else { throw .malformed(what: "a relocation of symbol \(symbol)") }
                guard offset < section.contents.count else { throw .malformed(what: "a relocation at \(offset)") }
                relocations.append(
                    Relocation(
                        section: header.information, offset: offset, kind: UInt32(truncatingIfNeeded: information),
                        symbol: symbol, addend: try reader.number(at: place + 16)))
            }
        }
        return relocations
    }
}
