/// The accepted versions of a unit: `1.2` (from 1.2 up to, but not including, 2), `1.2..<1.5` or `1.2...1.5`.
package struct VersionRequirement: Sendable, Hashable, CustomStringConvertible {
    let lowest: UnitVersion
    let highest: UnitVersion
    /// Whether `highest` itself is accepted.
    let includesHighest: Bool

    /// Accepts a version and later ones with the same major number.
    init(compatibleWith version: UnitVersion) {
        self.init(lowest: version, highest: version.nextMajor, includesHighest: false)
    }

    private init(lowest: UnitVersion, highest: UnitVersion, includesHighest: Bool) {
        (self.lowest, self.highest, self.includesHighest) = (lowest, highest, includesHighest)
    }

    /// Parses a requirement; nil if the text is invalid.
    init?(_ text: String) {
        for (mark, includes) in [("..<", false), ("...", true)] {
            let ends = text.split(separator: mark, maxSplits: 1, omittingEmptySubsequences: false)
            guard ends.count == 2 else { continue }
            guard let low = UnitVersion(ends[0]), let high = UnitVersion(ends[1]),
                low < high || (includes && low == high)
            else { return nil }
            self.init(lowest: low, highest: high, includesHighest: includes)
            return
        }
        guard let version = UnitVersion(text) else { return nil }
        self.init(compatibleWith: version)
    }

    /// Returns whether the version is accepted.
    func accepts(_ version: UnitVersion) -> Bool {
        version >= lowest && (version < highest || (includesHighest && version == highest))
    }

    /// The text that `init(_:)` parses.
    package var description: String { "\(lowest)\(includesHighest ? "..." : "..<")\(highest)" }
}
