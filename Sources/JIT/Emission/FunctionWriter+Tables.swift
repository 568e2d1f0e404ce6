import KernelLanguage

/// Look-ups in tables of constants.
extension FunctionWriter {
    /// Emits a look-up in memory, by an int.
    func lookup(_ table: LookupTable, _ index: String) -> String {
        let place = value("and i32 \(index), \(LookupTable.count - 1)")
        let memory = Self.devicePointer
        let address = value("getelementptr float, \(memory) \(name(of: table)), i32 \(place)")
        return value("load float, \(memory) \(address), align 4, !invariant.load !0")
    }

    /// The definitions of the tables in memory, which belong to the module.
    var tableDefinitions: String {
        tables.sorted { $0.value < $1.value }.map { table, number in
            let type = "[\(LookupTable.count) x float]"
            return "\(Self.name(number)) = internal addrspace(1) constant \(type) [\(Self.elements(table.values))]\n"
        }.joined()
    }

    private func name(of table: LookupTable) -> String {
        let number = tables[table] ?? tables.count
        tables[table] = number
        return Self.name(number)
    }

    private static func name(_ number: Int) -> String { "@table\(number)" }

    /// Returns floats as the elements of a constant.
    static func elements(_ values: some Sequence<Float>) -> String {
        values.map { "float \(float($0))" }.joined(separator: ", ")
    }
}
