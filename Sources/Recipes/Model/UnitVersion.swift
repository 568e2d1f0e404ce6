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
