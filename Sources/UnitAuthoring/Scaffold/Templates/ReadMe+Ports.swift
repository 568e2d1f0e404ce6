extension UnitScaffold {
    /// The README of a unit that was made from kernels.
    func readMe(for filters: [PortedFilter], hasNotes: Bool = false) -> String {
        let rows = filters.map { "| `\($0.name)` | \($0.inputs.map { "`\($0.key)`" }.joined(separator: ", ")) |" }
        let table = filters.isEmpty ? "" : "| filter | inputs |\n|---|---|\n" + rows.joined(separator: "\n") + "\n"
        return """
            # \(name.title)

            An image unit for Core Image.

            \(table)
                make build      # into build/\(name).plugin
                make test       # builds and validates
                make install    # for every program of this user that loads image units

            Limits and defaults of the inputs are a first guess from the kernels' parameters: `\(partsFolder)Resources/Description.plist` has
            them\(kind == .swift ? ", and the classes in `Sources/\(name)`, which have to agree" : "").
            \(hasNotes ? "\n`PORTING.md` says what is left to do.\n" : "")
            """
    }
}
