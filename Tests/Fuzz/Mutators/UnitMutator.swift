/// Mutates the files of a unit by their structure: property lists as trees, kernels as tokens, the folder as names and
/// links.
package enum UnitMutator {
    /// Returns the unit with one change.
    package static func changed(_ unit: UnitFiles, _ random: inout SplitMix) -> UnitFiles {
        var unit = unit
        let paths = unit.entries.keys.sorted()
        guard !paths.isEmpty else { return unit }
        // Description.plist has the most structure.
        let path = random.once(in: 2) ? UnitFiles.descriptionPath : random.element(paths)
        guard case .file(let bytes)? = unit.entries[path], !random.once(in: 12) else {
            return changedFolder(unit, random.element(paths), &random)
        }
        unit.entries[path] = .file(changed(bytes, at: path, &random))
        return unit
    }

    private static func changed(_ bytes: [UInt8], at path: String, _ random: inout SplitMix) -> [UInt8] {
        if path.hasSuffix(".cikernel") {
            return Array(KernelMutator.changed(String(decoding: bytes, as: UTF8.self), &random).utf8)
        }
        if random.once(in: 25) { return MarkupMutator.changed(bytes, &random) }
        guard !random.once(in: 25), let tree = PropertyTree(propertyList: bytes) else {
            return ByteMutator.changed(bytes, &random)
        }
        let changed = TreeMutator.changed(tree, &random)
        return random.once(in: 8) ? changed.binary ?? changed.xml : changed.xml
    }

    /// Removes, empties or moves a file, or replaces it by a folder, a pipe or a link.
    private static func changedFolder(_ unit: UnitFiles, _ path: String, _ random: inout SplitMix) -> UnitFiles {
        var unit = unit
        let content = unit.entries[path] ?? .folder
        switch random.below(8) {
        case 0: unit.entries[path] = nil
        case 1: unit.entries[path] = .file([])
        case 2: unit.entries[path] = .folder
        case 3: unit.entries[path] = .pipe
        case 4:
            unit.entries[path] = .link(
                random.element([
                    "/etc/passwd", "/dev/zero", "..", "../..", ".", path, "../../../../../etc/passwd",
                    "/proc/self/maps", "", "a", "/",
                ]))
        case 5:
            unit.entries[path] = nil
            unit.entries[path + random.element(["~", ".txt", ".cikernel", " ", "\u{301}", "\u{202E}"])] = content
        case 6: unit.entries["Contents/Linux/" + random.element(["KernelSampler", "a", "WindowRank"])] = content
        default:
            unit.entries["Contents/Resources/" + random.element(["de.lproj", "en.lproj", "a.lproj", "x"])] = .link(".")
        }
        return unit
    }

    // MARK: Substitutions of one value

    /// The number of substitutions: every valid unit with every short text in place of every value of its property
    /// lists.
    package static let substitutionCount: Int = places.count * HostileValues.shortTexts.count

    /// The units, paths and tree indices at which a text can be substituted.
    private static let places: [(unit: Int, path: String, place: Int)] = UnitFiles.valid.indices.flatMap { index in
        [UnitFiles.infoPath, UnitFiles.descriptionPath].flatMap { path -> [(Int, String, Int)] in
            guard let tree = tree(index, path) else { return [] }
            return (0..<tree.count).map { (index, path, $0) }
        }
    }

    private static func tree(_ unit: Int, _ path: String) -> PropertyTree? {
        guard case .file(let bytes)? = UnitFiles.valid[unit].entries[path] else { return nil }
        return PropertyTree(propertyList: bytes)
    }

    /// Returns one of `substitutionCount` units. Consecutive numbers are far apart, so that a few numbers are a
    /// representative sample.
    package static func substitution(_ number: Int) -> UnitFiles {
        // Multiplying by a prime that doesn't divide the count visits every substitution.
        let spread = Int((UInt64(number) &* 1_000_003) % UInt64(substitutionCount))
        let (unit, path, place) = places[spread / HostileValues.shortTexts.count]
        let text = HostileValues.shortTexts[spread % HostileValues.shortTexts.count]
        var files = UnitFiles.valid[unit]
        if let tree = tree(unit, path) { files.entries[path] = .file(tree.replacing(place, with: .text(text)).xml) }
        return files
    }
}
