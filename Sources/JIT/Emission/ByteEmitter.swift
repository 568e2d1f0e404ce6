/// Emits the function that computes a row of pixels with a `ByteProgram`.
///
/// Even and odd bytes of the pixels are computed in separate vectors of 16-bit numbers. Numbers are unsigned. A value
/// that may be negative is the difference of two.
struct ByteEmitter {
    /// The writer, with two lanes for each pixel of a block.
    let writer: FunctionWriter
    let program: ByteProgram

    static let name = "bytes"

    /// Even or odd bytes of a block.
    private enum Half: Int, CaseIterable { case even, odd }

    /// A value as a difference of unsigned 16-bit numbers. Nil stands for 0.
    private struct Value {
        var plus: String?
        var minus: String?
        var plusLimit = 0
        var minusLimit = 0
        /// Whether `plus` is 65535 for all greater numbers. It can then only be a result, or a part of a sum.
        var isSaturated = false
    }

    private struct Key: Hashable {
        let expression: Int
        let half: Half
    }

    private var own: [Key: String] = [:]
    private var alphas: [Int: String] = [:]
    private var values: [Key: Value] = [:]

    private var words: String { writer.vector("i16") }
    private static let limit = 65535
    /// The stores that the parameter `%streams` requests; nil if there are none.
    private let stores: StreamingStores?

    init(_ program: ByteProgram, lanes: Int, stores: StreamingStores? = nil) {
        (self.program, self.stores) = (program, stores)
        writer = FunctionWriter(lanes: 2 * lanes)
    }

    /// The parameters: the first pixel of each image that is read, the first pixel of the result, the number of pixels,
    /// at least one block, and whether the result is written past the caches.
    var parameters: String {
        program.images.map { "ptr %from\($0), " }.joined() + "ptr %to, i64 %count, i1 %streams"
    }

    /// Emits the function's body. Returns false if the numbers don't fit 16 bits.
    mutating func write() -> Bool {
        let lanes = writer.lanes / 2
        let last = writer.value("sub nsw i64 %count, \(lanes)")
        let firstStep = stores?.firstStep("%to", writer) ?? "\(lanes)"
        writer.start("pixels")
        writer.line("%at = phi i64 [ 0, %entry ], [ %next, %stepped ]")
        writer.line("%step = phi i64 [ \(firstStep), %entry ], [ \(lanes), %stepped ]")
        let bytes = writer.value("shl nsw i64 %at, 2")
        for image in program.images { load(image, bytes) }
        guard let even = result(program.color, .even), let odd = result(program.color, .odd) else { return false }
        var upper = odd
        if program.alpha != program.color {
            guard let alpha = result(program.alpha, .odd) else { return false }
            let order = FunctionWriter.indices((0..<2 * lanes).map { $0 % 2 == 0 ? $0 : 2 * lanes + $0 })
            upper = writer.value(
                "shufflevector \(words) \(odd), \(words) \(alpha), <\(2 * lanes) x i32> <\(order)>")
        }
        let shifted = writer.value("shl \(words) \(upper), \(writer.literal("8", "i16"))")
        let pixels = writer.value("or \(words) \(shifted), \(even)")
        let to = writer.value("getelementptr i8, ptr %to, i64 \(bytes)")
        StreamingStores.store(words, pixels, at: to, by: stores, writer)
        writer.start("stepped")
        writer.nextBlock(step: "%step", last: last, loop: "pixels", end: "all")
        writer.start("all")
        writer.end("ret void")
        return true
    }

    private mutating func load(_ image: Int, _ bytes: String) {
        let from = writer.value("getelementptr i8, ptr %from\(image), i64 \(bytes)")
        let pixels = writer.value("load \(words), ptr \(from), align 1")
        let even = writer.value("and \(words) \(pixels), \(writer.literal("255", "i16"))")
        let odd = writer.value("lshr \(words) \(pixels), \(writer.literal("8", "i16"))")
        own[Key(expression: image, half: .even)] = even
        own[Key(expression: image, half: .odd)] = odd
        let order = FunctionWriter.indices((0..<writer.lanes).map { $0 | 1 })
        alphas[image] = writer.value(
            "shufflevector \(words) \(odd), \(words) poison, <\(writer.lanes) x i32> <\(order)>")
    }

    // MARK: Results

    /// Returns an expression's value as bytes.
    private mutating func result(_ expression: Int, _ half: Half) -> String? {
        let degree = max(1, program.expressions[expression].degree)
        guard let value = value(expression, half, degree: degree) else { return nil }
        let unit = ByteExpressions.unit(degree)
        var number = limited(value)
        if value.isSaturated || value.plusLimit > unit { number = call("umin", number, constant(unit)) }
        if degree == 1 { return number }
        // No value is halfway between two bytes.
        return binary("udiv", binary("add nuw", number, constant(127)), constant(255))
    }

    /// Returns the value, or 0 if it is negative.
    private func limited(_ value: Value) -> String {
        guard let plus = value.plus else { return constant(0) }
        return value.minus.map { call("usub.sat", plus, $0) } ?? plus
    }

    // MARK: Values

    /// Returns an expression's value times 255 to the power of a degree, not less than the expression's.
    private mutating func value(_ expression: Int, _ half: Half, degree: Int) -> Value? {
        let facts = program.expressions[expression]
        if facts.operation == .one {
            let unit = ByteExpressions.unit(degree)
            return Value(plus: constant(unit), plusLimit: unit)
        }
        if facts.operation == .zero { return Value() }
        let key = Key(expression: expression, half: half)
        let found = values[key] ?? computed(facts, half).map { narrowed($0, facts.range) }
        values[key] = found
        guard let found, degree > facts.degree else { return found }
        return product(found, Value(plus: constant(255), plusLimit: 255))
    }

    /// Makes a single number of a value that can't be negative, or can't be positive.
    private func narrowed(_ value: Value, _ range: ClosedRange<Int>) -> Value {
        guard let plus = value.plus, let minus = value.minus else { return value }
        if range.lowerBound >= 0 {
            return Value(plus: binary("sub nuw", plus, minus), plusLimit: range.upperBound)
        }
        if range.upperBound <= 0 {
            return Value(minus: binary("sub nuw", minus, plus), minusLimit: -range.lowerBound)
        }
        return value
    }

    private mutating func computed(_ facts: ByteExpressions.Facts, _ half: Half) -> Value? {
        let degree = facts.degree
        switch facts.operation {
        case .own(let image): return Value(plus: own[Key(expression: image, half: half)], plusLimit: 255)
        case .alpha(let image): return Value(plus: alphas[image], plusLimit: 255)
        case .zero, .one, .isPositive: return nil
        case .masked(let a, let b):
            guard let p = value(a, half, degree: program.expressions[a].degree), !p.isSaturated,
                let q = value(b, half, degree: degree)
            else { return nil }
            return masked(q, p)
        case .sum(let a, let b):
            guard let p = value(a, half, degree: degree), let q = value(b, half, degree: degree) else { return nil }
            return sum(p, q)
        case .difference(let a, let b):
            guard let p = value(a, half, degree: degree), let q = value(b, half, degree: degree) else { return nil }
            return sum(p, negated(q))
        case .product(let a, let b):
            guard let p = value(a, half, degree: program.expressions[a].degree),
                let q = value(b, half, degree: program.expressions[b].degree)
            else { return nil }
            return product(p, q)
        case .minimum(let a, let b): return extremum("umin", a, b, half, degree)
        case .maximum(let a, let b): return extremum("umax", a, b, half, degree)
        case .magnitude(let a):
            guard let p = value(a, half, degree: degree), !p.isSaturated else { return nil }
            guard let plus = p.plus, let minus = p.minus else {
                return Value(plus: p.plus ?? p.minus, plusLimit: max(p.plusLimit, p.minusLimit))
            }
            let parts = (call("usub.sat", plus, minus), call("usub.sat", minus, plus))
            return Value(plus: binary("or", parts.0, parts.1), plusLimit: facts.range.upperBound)
        case .screen(let a, let b):
            let degrees = (program.expressions[a].degree, program.expressions[b].degree)
            guard let p = value(a, half, degree: degrees.0), let q = value(b, half, degree: degrees.1),
                let first = complement(p, degrees.0), let second = complement(q, degrees.1),
                let both = product(first, second)
            else { return nil }
            return complement(both, degree)
        }
    }

    /// Returns 1 − value.
    private func complement(_ value: Value, _ degree: Int) -> Value? {
        guard value.minus == nil, !value.isSaturated else { return nil }
        let unit = ByteExpressions.unit(degree)
        guard let plus = value.plus else { return Value(plus: constant(unit), plusLimit: unit) }
        return Value(plus: binary("sub nuw", constant(unit), plus), plusLimit: unit)
    }

    private func sum(_ a: Value?, _ b: Value?) -> Value? {
        guard let a, let b else { return nil }
        if a.minus == nil, b.minus == nil, let p = a.plus, let q = b.plus, a.plusLimit + b.plusLimit > Self.limit {
            return Value(plus: call("uadd.sat", p, q), plusLimit: Self.limit, isSaturated: true)
        }
        guard !a.isSaturated, !b.isSaturated, a.plusLimit + b.plusLimit <= Self.limit,
            a.minusLimit + b.minusLimit <= Self.limit
        else { return nil }
        func sum(_ p: String?, _ q: String?) -> String? {
            guard let p, let q else { return p ?? q }
            return binary("add nuw", p, q)
        }
        return Value(
            plus: sum(a.plus, b.plus), minus: sum(a.minus, b.minus), plusLimit: a.plusLimit + b.plusLimit,
            minusLimit: a.minusLimit + b.minusLimit)
    }

    private func negated(_ value: Value) -> Value? {
        value.isSaturated
            ? nil
            : Value(
                plus: value.minus, minus: value.plus, plusLimit: value.minusLimit, minusLimit: value.plusLimit)
    }

    private func product(_ a: Value, _ b: Value) -> Value? {
        guard !a.isSaturated, !b.isSaturated else { return nil }
        func part(_ p: String?, _ pLimit: Int, _ q: String?, _ qLimit: Int) -> Value? {
            guard let p, let q else { return Value() }
            guard pLimit * qLimit <= Self.limit else { return nil }
            return Value(plus: binary("mul nuw", p, q), plusLimit: pLimit * qLimit)
        }
        let same = sum(
            part(a.plus, a.plusLimit, b.plus, b.plusLimit), part(a.minus, a.minusLimit, b.minus, b.minusLimit))
        let mixed = sum(
            part(a.plus, a.plusLimit, b.minus, b.minusLimit), part(a.minus, a.minusLimit, b.plus, b.plusLimit))
        guard let same, let mixed, !same.isSaturated, !mixed.isSaturated else { return nil }
        return sum(same, negated(mixed))
    }

    /// Returns a value where another is positive, and 0 elsewhere.
    private func masked(_ value: Value, _ condition: Value) -> Value {
        let mask = writer.vector("i1")
        let isPositive = writer.value("icmp ne \(words) \(limited(condition)), \(constant(0))")
        func part(_ number: String?) -> String? {
            number.map { writer.value("select \(mask) \(isPositive), \(words) \($0), \(words) \(constant(0))") }
        }
        var result = value
        (result.plus, result.minus) = (part(value.plus), part(value.minus))
        return result
    }

    /// Returns the smaller or larger value: p − q and r − s are compared like p + s and r + q.
    private mutating func extremum(_ name: String, _ a: Int, _ b: Int, _ half: Half, _ degree: Int) -> Value? {
        guard let p = value(a, half, degree: degree), let q = value(b, half, degree: degree) else { return nil }
        let (first, second) = (
            Value(plus: p.minus, plusLimit: p.minusLimit), Value(plus: q.minus, plusLimit: q.minusLimit)
        )
        if name == "umax", q.plus == nil, q.minus == nil, !p.isSaturated {
            return Value(plus: limited(p), plusLimit: p.plusLimit)
        }
        if name == "umax", p.plus == nil, p.minus == nil, !q.isSaturated {
            return Value(plus: limited(q), plusLimit: q.plusLimit)
        }
        guard let low = sum(Value(plus: p.plus, plusLimit: p.plusLimit), second),
            let high = sum(Value(plus: q.plus, plusLimit: q.plusLimit), first), let both = sum(first, second),
            ![p, q, low, high, both].contains(where: \.isSaturated)
        else { return nil }
        let result = call(name, low.plus ?? constant(0), high.plus ?? constant(0))
        return Value(
            plus: result, minus: both.plus, plusLimit: max(low.plusLimit, high.plusLimit), minusLimit: both.plusLimit)
    }

    // MARK: Instructions

    private func constant(_ number: Int) -> String {
        writer.literal("\(Int16(truncatingIfNeeded: number))", "i16")
    }

    private func binary(_ operation: String, _ a: String, _ b: String) -> String {
        writer.value("\(operation) \(words) \(a), \(b)")
    }

    private func call(_ name: String, _ a: String, _ b: String) -> String {
        writer.call("llvm.\(name).v\(writer.lanes)i16", words, [(words, a), (words, b)])
    }
}
