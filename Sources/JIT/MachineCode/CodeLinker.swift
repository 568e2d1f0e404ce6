/// Copies the sections of an object file to their places in memory and applies the relocations.
struct CodeLinker {
    let file: ObjectFile
    let layout: CodeLayout
    /// `layout.size` writable bytes.
    let memory: UnsafeMutableRawPointer
    /// The address at which the code will run, a multiple of the page size: that of `memory`, unless another process
    /// runs the code.
    let base: UInt64
    /// Returns the address of an external function, or nil if calling it isn't allowed.
    let externalAddress: (String) -> UInt64?

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
            let stub = file.architecture.stub(to: try address(of: symbol))
            memory.advanced(by: offset).copyMemory(from: stub, byteCount: stub.count)
        }
        for (symbol, offset) in layout.slots {
            memory.storeBytes(of: try address(of: symbol), toByteOffset: offset, as: UInt64.self)
        }
        for relocation in file.relocations { try apply(relocation) }
    }

    private func apply(_ relocation: ObjectFile.Relocation) throws(ObjectFileError) {
        guard let kind = file.architecture.relocation(relocation.kind) else {
            throw .unsupported(what: "relocation \(relocation.kind)")
        }
        guard let start = layout.offsets[relocation.section], let section = file.sections[relocation.section],
            relocation.offset <= section.contents.count - kind.width
        else { throw .malformed(what: "a relocation at \(relocation.offset)") }
        let offset = start + relocation.offset
        try kind.store(
            target: try target(of: kind, relocation.symbol), addend: UInt64(bitPattern: relocation.addend),
            place: base &+ UInt64(offset), to: memory + offset)
    }

    private func target(of kind: any Relocation, _ symbol: Int) throws(ObjectFileError) -> UInt64 {
        switch kind.target {
        case .symbol: return try address(of: symbol)
        case .function:
            if let stub = layout.stubs[symbol] { return base &+ UInt64(stub) }
            return try address(of: symbol)
        case .slot:
            guard let slot = layout.slots[symbol] else { throw .malformed(what: "a slot") }
            return base &+ UInt64(slot)
        }
    }

    private func address(of symbol: Int) throws(ObjectFileError) -> UInt64 {
        let symbol = file.symbols[symbol]
        switch symbol.place {
        case .absolute(let value): return value
        case .section(let index, let offset):
            guard let start = layout.offsets[index] else { throw .malformed(what: "symbol '\(symbol.name)'") }
            return base &+ UInt64(start + offset)
        case .external:
            guard let address = externalAddress(symbol.name) else { throw .unresolvedSymbol(symbol.name) }
            return address
        case .unloaded: throw .malformed(what: "a use of '\(symbol.name)', which is not loaded")
        }
    }
}
