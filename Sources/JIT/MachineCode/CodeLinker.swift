/// Copies the sections of an object file to their places in memory and applies the relocations.
struct CodeLinker {
    let file: ObjectFile
    let layout: CodeLayout
    /// `layout.size` writable bytes.
    let memory: UnsafeMutableRawPointer

    /// Fills the memory. Throws `ObjectFileError`, and leaves the memory unusable then.
    func link() throws(ObjectFileError) {
        for (index, section) in file.sections {
            guard let offset = layout.offsets[index] else { continue }
            file.reader.bytes.withUnsafeBytes { bytes in
                UnsafeMutableRawBufferPointer(start: memory + offset, count: section.contents.count)
                    .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[section.contents]))
            }
        }
        for (symbol, offset) in layout.stubs {
            let jump: [UInt8] = [0xff, 0x25, 0, 0, 0, 0]
            memory.advanced(by: offset).copyMemory(from: jump, byteCount: jump.count)
            memory.storeBytes(of: try address(of: symbol), toByteOffset: offset + jump.count, as: UInt64.self)
        }
        for (symbol, offset) in layout.slots {
            memory.storeBytes(of: try address(of: symbol), toByteOffset: offset, as: UInt64.self)
        }
        for relocation in file.relocations { try apply(relocation) }
    }

    private func apply(_ relocation: ObjectFile.Relocation) throws(ObjectFileError) {
        guard let kind = RelocationKind(rawValue: relocation.kind) else {
            throw .unsupported(what: "relocation \(relocation.kind)")
        }
        guard let start = layout.offsets[relocation.section], let section = file.sections[relocation.section],
            relocation.offset <= section.contents.count - kind.width
        else { throw .malformed(what: "a relocation at \(relocation.offset)") }
        let offset = start + relocation.offset
        let place = base &+ UInt64(offset)
        let addend = UInt64(bitPattern: relocation.addend)
        switch kind {
        case .absolute64:
            memory.storeBytes(of: try address(of: relocation.symbol) &+ addend, toByteOffset: offset, as: UInt64.self)
        case .relative64:
            let value = try address(of: relocation.symbol) &+ addend &- place
            memory.storeBytes(of: value, toByteOffset: offset, as: UInt64.self)
        case .absolute32:
            guard let value = UInt32(exactly: try address(of: relocation.symbol) &+ addend) else {
                throw Self.outOfReach
            }
            memory.storeBytes(of: value, toByteOffset: offset, as: UInt32.self)
        case .absolute32Signed: try store(try address(of: relocation.symbol) &+ addend, at: offset)
        case .relative32, .call32:
            let target: UInt64
            if let stub = layout.stubs[relocation.symbol] {
                target = base &+ UInt64(stub)
            } else {
                target = try address(of: relocation.symbol)
            }
            try store(target &+ addend &- place, at: offset)
        case .slot32, .slot32Relaxable, .slot32RelaxableWide:
            guard let slot = layout.slots[relocation.symbol] else { throw .malformed(what: "a slot") }
            try store(base &+ UInt64(slot) &+ addend &- place, at: offset)
        }
    }

    private static let outOfReach = ObjectFileError.malformed(what: "an address out of reach")

    private var base: UInt64 { UInt64(UInt(bitPattern: memory)) }

    private func store(_ value: UInt64, at offset: Int) throws(ObjectFileError) {
        guard let value = Int32(exactly: Int64(bitPattern: value)) else { throw Self.outOfReach }
        memory.storeBytes(of: value, toByteOffset: offset, as: Int32.self)
    }

    private func address(of symbol: Int) throws(ObjectFileError) -> UInt64 {
        let symbol = file.symbols[symbol]
        switch symbol.place {
        case .absolute(let value): return value
        case .section(let index, let offset):
            guard let start = layout.offsets[index] else { throw .malformed(what: "symbol '\(symbol.name)'") }
            return base &+ UInt64(start + offset)
        case .external:
            guard let address = ExternalSymbol.address(of: symbol.name) else { throw .unresolvedSymbol(symbol.name) }
            return UInt64(UInt(bitPattern: address))
        case .unloaded: throw .malformed(what: "a use of '\(symbol.name)', which is not loaded")
        }
    }
}
