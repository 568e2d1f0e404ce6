import CoreImageEssentials

/// A version of an image unit: up to four numbers separated by points. Missing numbers are 0.
struct UnitVersion: Sendable, Hashable, Comparable, CustomStringConvertible {
    private let numbers: [Int]

    /// Parses a version such as `1.2` or `1.2.3`; nil if the text doesn't consist of numbers and points.
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

    /// The next version that may be incompatible with this one.
    var nextMajor: UnitVersion { UnitVersion(major: numbers[0] + 1) }

    var description: String { numbers.map(String.init).joined(separator: ".") }

    // Trailing zeros don't count in comparisons: `1.2` equals `1.2.0`.
    private var significant: ArraySlice<Int> {
        numbers[..<((numbers.lastIndex { $0 != 0 } ?? -1) + 1)]
    }

    static func == (a: UnitVersion, b: UnitVersion) -> Bool { a.significant == b.significant }
    static func < (a: UnitVersion, b: UnitVersion) -> Bool { a.significant.lexicographicallyPrecedes(b.significant) }
    func hash(into hasher: inout Hasher) { hasher.combine(significant) }
}

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
