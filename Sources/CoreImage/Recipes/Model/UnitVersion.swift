/// A version of an image unit: numbers with points between them, of which missing ones count as 0.
struct UnitVersion: Sendable, Hashable, Comparable, CustomStringConvertible {
    private let numbers: [Int]

    /// The version that a text states, such as `1.2` or `1.2.3`; nil where it isn't numbers and points.
    init?(_ text: some StringProtocol) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 4 else { return nil }
        var numbers: [Int] = []
        for part in parts {
            guard part.count <= 9, part.allSatisfy({ $0.isASCII && $0.isNumber }), let number = Int(part) else {
                return nil
            }
            numbers.append(number)
        }
        self.numbers = numbers
    }

    private init(major: Int) { numbers = [major] }

    /// The first version that may break what this one's users rely on.
    var nextMajor: UnitVersion { UnitVersion(major: numbers[0] + 1) }

    var description: String { numbers.map(String.init).joined(separator: ".") }

    // Versions that mean the same are written in several ways.
    private var significant: ArraySlice<Int> {
        numbers[..<((numbers.lastIndex { $0 != 0 } ?? -1) + 1)]
    }

    static func == (a: UnitVersion, b: UnitVersion) -> Bool { a.significant == b.significant }
    static func < (a: UnitVersion, b: UnitVersion) -> Bool { a.significant.lexicographicallyPrecedes(b.significant) }
    func hash(into hasher: inout Hasher) { hasher.combine(significant) }
}

/// Which versions of a unit will do: `1.2` (from 1.2 up to, but not including, 2), `1.2..<1.5` or `1.2...1.5`.
struct VersionRequirement: Sendable, Hashable, CustomStringConvertible {
    let lowest: UnitVersion
    let highest: UnitVersion
    /// Whether `highest` itself will do.
    let includesHighest: Bool

    /// The version and later ones with the same first number.
    init(compatibleWith version: UnitVersion) {
        self.init(lowest: version, highest: version.nextMajor, includesHighest: false)
    }

    private init(lowest: UnitVersion, highest: UnitVersion, includesHighest: Bool) {
        (self.lowest, self.highest, self.includesHighest) = (lowest, highest, includesHighest)
    }

    /// The requirement that a text states; nil where it states none.
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

    /// Whether the version will do.
    func accepts(_ version: UnitVersion) -> Bool {
        version >= lowest && (version < highest || (includesHighest && version == highest))
    }

    /// The form that `init(_:)` reads.
    var description: String { "\(lowest)\(includesHighest ? "..." : "..<")\(highest)" }
}
