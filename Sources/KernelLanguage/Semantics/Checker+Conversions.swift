extension Checker {
    /// Returns the cost of an implicit conversion: 0 for none needed, 1 for int to float, nil if there is no
    /// conversion.
    static func conversionCost(from source: KernelType, to target: KernelType) -> Int? {
        if source == target { return 0 }
        if source.isSampler, target.isSampler { return 0 }
        guard !source.isArray, !target.isArray else { return nil }
        switch (source.base, target.base) {
        case (.scalar(.int), .scalar(.float)): return 1
        case (.vector(.int, let a), .vector(.float, let b)) where a == b: return 1
        default: return nil
        }
    }

    /// Returns `value` implicitly converted to `target`, or reports an error if there is no such conversion.
    mutating func convert(_ value: TypedID, to target: KernelType, for role: @autoclosure () -> String) -> TypedID {
        let source = type(value)
        if source == target { return value }
        if source.isInvalid || target.isInvalid { return invalid(span(value)) }
        if Self.conversionCost(from: source, to: target) != nil { return converted(value, to: target) }
        return fail(
            "\(role()) must be \(target), not \(source)", span(value), help: Self.conversionHelp(source, target))
    }

    private static func conversionHelp(_ source: KernelType, _ target: KernelType) -> String? {
        if source == .void { return "the function returns nothing" }
        guard source.isNumeric, target.isNumeric else { return nil }
        if source.isScalar, target.isScalar, target == .bool { return "compare: != \(source == .int ? "0" : "0.0")" }
        if source.isScalar, target.isScalar || target.isVector { return "write \(target)(…) around it" }
        guard let from = source.vectorSize, let to = target.vectorSize else { return nil }
        if from > to {
            let swizzle = ["x", "xy", "xyz"][to - 1]
            return "take the components you need, such as .\(swizzle)"
        }
        if from == to { return "write \(target)(…) around it" }
        return to == 4 && from == 3
            ? "write vec4(rgb, 1.0), or another alpha" : "write \(target)(…) with the missing components"
    }

    /// Returns `value` with its components converted. Its shape must equal that of `target`.
    mutating func converted(_ value: TypedID, to target: KernelType) -> TypedID {
        if type(value) == target { return value }
        let node = context.body[value]
        // An int literal becomes a float literal here, without a conversion node.
        if case .int(let number) = node.kind, target == .float { return add(.float(Float(number)), target, node.span) }
        return add(.convert(value), target, node.span, children: [value])
    }

    /// Returns both values converted to the scalar type of arithmetic between them, or nil if there is no such type.
    mutating func balanced(_ a: TypedID, _ b: TypedID) -> (TypedID, TypedID, ScalarType)? {
        guard let left = type(a).scalarType, let right = type(b).scalarType else { return nil }
        if left == right { return (a, b, left) }
        guard left != .bool, right != .bool else { return nil }
        return (converted(a, to: type(a).with(.float)), converted(b, to: type(b).with(.float)), .float)
    }
}
