/// Arithmetic on the bytes of 8-bit pixels that gives the same bytes as the arithmetic on floats.
///
/// A byte k stands for k/255. Sums, differences, products, minima, maxima and absolute values of such numbers are whole
/// numbers divided by 255ᵈ, where d is the expression's *degree*. For d ≤ 2, no result lies halfway between two bytes:
/// for d = 2, it is at least 0.5/255 away from there. The float code's error is smaller, so it rounds to the same byte
/// as exact arithmetic.
///
/// Equal expressions have equal indices.
struct ByteExpressions {
    /// An operation on expressions, which are indices.
    enum Operation: Hashable {
        /// The byte of an image that has the same place in the pixel as the result.
        case own(image: Int)
        /// The alpha byte of an image.
        case alpha(image: Int)
        case zero, one
        case sum(Int, Int), difference(Int, Int), product(Int, Int), minimum(Int, Int), maximum(Int, Int)
        case magnitude(Int)
        /// a + b − a·b
        case screen(Int, Int)
        /// Whether the value is greater than 0.
        case isPositive(Int)
        /// The second value where the first is greater than 0, and 0 elsewhere.
        case masked(Int, Int)
    }

    /// What is known about an expression.
    struct Facts {
        let operation: Operation
        let degree: Int
        /// Bounds of the value times 255ᵈ.
        let range: ClosedRange<Int>
        /// Bound of the float code's absolute error.
        let error: Double

        /// Bound of the absolute value.
        var size: Double {
            Double(max(abs(range.lowerBound), abs(range.upperBound))) / Double(ByteExpressions.unit(degree))
        }
        /// Whether the float code's result rounds to the same byte as the exact value.
        var isExact: Bool { 255 * (error + 2 * ByteExpressions.roundoff * (1 + size)) < 0.4 / 255 }
    }

    static let maximumDegree = 2
    /// Relative error of one rounding.
    private static let roundoff = 0x1p-24
    /// Limit of ranges, far above what 16 bits hold.
    private static let maximumSize = 1 << 24
    /// Maximum number of expressions.
    private static let maximumCount = 200

    private(set) var facts: [Facts] = []
    private var indices: [Operation: Int] = [:]

    /// Returns 255ᵈ.
    static func unit(_ degree: Int) -> Int { degree == 0 ? 1 : degree == 1 ? 255 : 255 * 255 }

    subscript(index: Int) -> Facts { facts[index] }

    // MARK: Making expressions

    mutating func own(_ image: Int) -> Int? { add(.own(image: image), 1, 0...255, 0x1p-25) }
    mutating func alpha(_ image: Int) -> Int? { add(.alpha(image: image), 1, 0...255, 0x1p-25) }
    mutating func zero() -> Int? { add(.zero, 0, 0...0, 0) }
    mutating func one() -> Int? { add(.one, 0, 1...1, 0) }

    mutating func sum(_ a: Int, _ b: Int) -> Int? {
        let (degree, p, q) = common(a, b)
        return add(
            .sum(min(a, b), max(a, b)), degree, (p.lowerBound + q.lowerBound)...(p.upperBound + q.upperBound),
            rounded(facts[a].error + facts[b].error, facts[a].size + facts[b].size))
    }

    mutating func difference(_ a: Int, _ b: Int) -> Int? {
        let (degree, p, q) = common(a, b)
        let error = rounded(facts[a].error + facts[b].error, facts[a].size + facts[b].size)
        if case .sum(let first, let second) = facts[a].operation, facts[b].operation == .product(first, second),
            isShare(first), isShare(second)
        {
            return add(.screen(first, second), degree, 0...Self.unit(degree), error)
        }
        return add(
            .difference(a, b), degree, (p.lowerBound - q.upperBound)...(p.upperBound - q.lowerBound), error)
    }

    /// Whether a value is always from 0 to 1.
    private func isShare(_ index: Int) -> Bool {
        facts[index].range.lowerBound >= 0 && facts[index].range.upperBound <= Self.unit(facts[index].degree)
    }

    mutating func product(_ a: Int, _ b: Int) -> Int? {
        let (p, q) = (facts[a].range, facts[b].range)
        let corners = [p.lowerBound, p.upperBound].flatMap { [$0 * q.lowerBound, $0 * q.upperBound] }
        let (s, t) = (facts[a], facts[b])
        let error = s.size * t.error + t.size * s.error + s.error * t.error
        return add(
            .product(min(a, b), max(a, b)), s.degree + t.degree, corners.min()!...corners.max()!,
            rounded(error, s.size * t.size))
    }

    mutating func minimum(_ a: Int, _ b: Int) -> Int? {
        let (degree, p, q) = common(a, b)
        let range = min(p.lowerBound, q.lowerBound)...min(p.upperBound, q.upperBound)
        return add(.minimum(min(a, b), max(a, b)), degree, range, max(facts[a].error, facts[b].error))
    }

    mutating func maximum(_ a: Int, _ b: Int) -> Int? {
        let (degree, p, q) = common(a, b)
        let range = max(p.lowerBound, q.lowerBound)...max(p.upperBound, q.upperBound)
        return add(.maximum(min(a, b), max(a, b)), degree, range, max(facts[a].error, facts[b].error))
    }

    mutating func magnitude(_ a: Int) -> Int? {
        let range = facts[a].range
        let bounds = [abs(range.lowerBound), abs(range.upperBound)]
        let least = range.contains(0) ? 0 : bounds.min()!
        return add(.magnitude(a), facts[a].degree, least...bounds.max()!, facts[a].error)
    }

    /// Returns nil if rounding could change the sign.
    mutating func isPositive(_ a: Int) -> Int? { hasExactSign(a) ? add(.isPositive(a), 0, 0...1, 0) : nil }

    private func hasExactSign(_ index: Int) -> Bool {
        switch facts[index].operation {
        case .own, .alpha, .zero, .one: true
        case .product(let a, let b): hasExactSign(a) && hasExactSign(b)
        default: false
        }
    }

    /// Returns nil unless `condition` is `isPositive`.
    mutating func masked(_ condition: Int, _ a: Int) -> Int? {
        guard case .isPositive(let value) = facts[condition].operation else { return nil }
        let range = facts[a].range
        return add(
            .masked(value, a), facts[a].degree, min(range.lowerBound, 0)...max(range.upperBound, 0), facts[a].error)
    }

    /// Returns the larger degree of two expressions, and their ranges at that degree.
    private func common(_ a: Int, _ b: Int) -> (degree: Int, ClosedRange<Int>, ClosedRange<Int>) {
        let degree = max(facts[a].degree, facts[b].degree)
        func range(_ index: Int) -> ClosedRange<Int> {
            let (range, factor) = (facts[index].range, Self.unit(degree - facts[index].degree))
            return (range.lowerBound * factor)...(range.upperBound * factor)
        }
        return (degree, range(a), range(b))
    }

    /// Adds the error of rounding a result of at most `size`.
    private func rounded(_ error: Double, _ size: Double) -> Double { error + (size + error) * Self.roundoff }

    /// Returns nil for expressions outside the limits.
    private mutating func add(
        _ operation: Operation, _ degree: Int, _ range: ClosedRange<Int>, _ error: Double
    ) -> Int? {
        if let index = indices[operation] { return index }
        guard degree <= Self.maximumDegree, facts.count < Self.maximumCount,
            max(abs(range.lowerBound), abs(range.upperBound)) <= Self.maximumSize
        else { return nil }
        indices[operation] = facts.count
        facts.append(Facts(operation: operation, degree: degree, range: range, error: error))
        return facts.count - 1
    }
}
