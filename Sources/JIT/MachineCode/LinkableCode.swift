/// The contents of an object file, laid out in one block of memory for any address.
struct LinkableCode {
    let file: ObjectFile
    let layout: CodeLayout
    /// The offset of each function, by its name.
    let functions: [String: Int]

    /// Reads an object file. Throws `ObjectFileError`.
    ///
    /// - Parameters:
    ///   - architecture: The architecture that the file must be for.
    ///   - pageSize: The page size of the process that runs the code.
    init(object: [UInt8], architecture: Architecture, pageSize: Int) throws(ObjectFileError) {
        file = try ObjectFile(object, for: architecture)
        layout = try CodeLayout(file, pageSize: pageSize)
        guard layout.executableSize > 0 else { throw .malformed(what: "no code") }
        var functions: [String: Int] = [:]
        for symbol in file.symbols where symbol.isFunction {
            // Skip symbols at the end of a section, which leave no room for an instruction.
            guard case .section(let section, let offset) = symbol.place, let code = file.sections[section],
                code.isExecutable, offset < code.contents.count, let start = layout.offsets[section]
            else { continue }
            functions[symbol.name] = start + offset
        }
        self.functions = functions
    }

    /// Fills `layout.size` bytes of memory with the code as it must be at an address. Throws `ObjectFileError`.
    ///
    /// - Parameter externalAddress: Returns the address of an external function, or nil if calling it isn't allowed.
    func link(
        into memory: UnsafeMutableRawPointer, at address: UInt64, externalAddress: @escaping (String) -> UInt64?
    ) throws(ObjectFileError) {
        try CodeLinker(
            file: file, layout: layout, memory: memory, base: address, externalAddress: externalAddress
        ).link()
    }
}
