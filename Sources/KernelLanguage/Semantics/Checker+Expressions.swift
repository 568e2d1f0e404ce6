import UntrustedInput

extension Checker {
    /// Returns the typed node of an expression, or an `.invalid` node after an error was reported.
    mutating func expression(_ id: ExpressionID) -> TypedID {
        // Long sums are left-deep trees. A loop over their left operands keeps the recursion shallow.
        var spine: [ExpressionID] = []
        var bottom = id
        while let left = leftOperand(bottom) {
            spine.append(bottom)
            bottom = left
        }
        var value = single(bottom)
        while let next = spine.popLast() {
            if sink.isFull { return invalid(context.tree[next].span) }
            let node = context.tree[next]
            switch node.kind {
            case .binary(let operation, _, let right): value = binary(operation, value, expression(right), node)
            case .comma(_, let right):
                let second = expression(right)
                value = add(.comma(value, second), type(second), node.span, children: [value, second])
            default: break
            }
        }
        return value
    }

    private func leftOperand(_ id: ExpressionID) -> ExpressionID? {
        switch context.tree[id].kind {
        case .binary(_, let left, _), .comma(let left, _): left
        default: nil
        }
    }

    private mutating func single(_ id: ExpressionID) -> TypedID {
        let node = context.tree[id]
        switch node.kind {
        case .float(let value): return add(.float(value), .float, node.span)
        case .int(let value): return add(.int(value), .int, node.span, constant: value)
        case .bool(let value): return add(.bool(value), .bool, node.span)
        case .name(let name): return named(name, node.span)
        case .unary(let operation, let operand): return unary(operation, expression(operand), node)
        case .step(let step, let isPrefix, let operand):
            let target = expression(operand)
            guard isWritable(target, node) else { return invalid(node.span) }
            guard let scalar = type(target).scalarType, scalar != .bool, !type(target).isArray else {
                return fail("'\(step.rawValue)' needs a number, not \(type(target))", node.mark)
            }
            return add(
                .step(step, isPrefix: isPrefix, target), type(target), node.span, children: [target], hasEffects: true)
        case .binary, .comma: return invalid(node.span)  // Handled by `expression`.
        case .assign(let operation, let target, let value): return assignment(operation, target, value, node)
        case .conditional(let test, let first, let second): return conditional(test, first, second, node)
        case .call(let name, let arguments): return call(name, arguments, node)
        case .construct(let type, let size, let arguments):
            let type = type.specialized(context.genericSize)
            switch size {
            case .none: return construction(of: type, arguments, node.span)
            case .counted: return arrayConstruction(of: type, count: arguments.count, arguments, node.span)
            case .given(let size):
                guard let count = arraySize(size) else { return invalid(node.span) }
                return arrayConstruction(of: type, count: count, arguments, node.span)
            }
        case .member(let base, let name): return member(expression(base), name, node)
        case .subscripted(let base, let index): return element(expression(base), expression(index), node)
        case .length(let base):
            let array = expression(base)
            if type(array).isInvalid { return array }
            guard let count = type(array).count else {
                return fail("only arrays have .length()", node.mark, help: "write length(…) for the length of a vector")
            }
            return add(.int(Int32(count)), .int, node.span, constant: Int32(count))
        case .list:
            return fail("a list in braces can only be an initial value", node.span, help: "write vec2(…), float[](…) …")
        }
    }

    private mutating func named(_ name: String, _ span: SourceSpan) -> TypedID {
        guard let symbol = lookUp(name) else { return unknownName(name, span) }
        let info = variable(symbol)
        if info.type.isInvalid { return invalid(span) }
        switch symbol {
        case .variable(let index): return add(.variable(index), info.type, span, constant: info.constant)
        case .global(let index): return add(.global(index), info.type, span, constant: info.constant)
        }
    }

    private mutating func unknownName(_ name: String, _ span: SourceSpan) -> TypedID {
        if functionsByName[name] != nil || Prelude.functions[name] != nil {
            return fail("'\(name)' is a function and needs arguments", span, help: "write \(name)(…)")
        }
        if let help = RelatedLanguageHelp.types[name] { return fail("'\(name)' is not a type", span, help: help) }
        if name.hasPrefix("gl_") {
            return fail("'\(name)' does not exist in a kernel", span, help: "the pixel's place is destCoord()")
        }
        let near = NearestName.of(name, among: visibleNames)
        return fail("'\(name)' is not declared", span, help: near.map { "did you mean '\($0)'?" })
    }

    // MARK: Operators

    private mutating func unary(_ operation: UnaryOperator, _ operand: TypedID, _ node: ExpressionNode) -> TypedID {
        let type = type(operand)
        if type.isInvalid { return operand }
        let constant = context.body[operand].constant
        switch operation {
        case .not:
            guard isBool(operand, "the operand of '!'") else { return invalid(node.span) }
            return add(.unary(.not, operand), .bool, node.span, children: [operand])
        case .complement:
            guard type.scalarType == .int, type.isNumeric else {
                return fail("'~' needs whole numbers, not \(type)", node.mark, help: "write !a for a bool")
            }
            return add(
                .unary(.complement, operand), type, node.span, children: [operand], constant: constant.map { ~$0 })
        case .plus, .minus:
            guard type.isNumeric, type.scalarType != .bool else {
                return fail("'\(operation.rawValue)' needs a number, not \(type)", node.mark)
            }
            if operation == .plus { return operand }
            if case .float(let value) = context.body[operand].kind { return add(.float(-value), .float, node.span) }
            return add(
                .unary(.minus, operand), type, node.span, children: [operand], constant: constant.map { 0 &- $0 })
        }
    }

    private mutating func binary(
        _ operation: BinaryOperator, _ left: TypedID, _ right: TypedID, _ node: ExpressionNode
    ) -> TypedID {
        if type(left).isInvalid || type(right).isInvalid { return invalid(node.span) }
        switch operation {
        case .and, .or, .xor:
            let first = isBool(left, "the left side of '\(operation.rawValue)'")
            guard isBool(right, "the right side of '\(operation.rawValue)'"), first else { return invalid(node.span) }
            return add(.logical(operation, left, right), .bool, node.span, children: [left, right])
        default: break
        }
        guard let result = combine(operation, left, right, node) else { return invalid(node.span) }
        let (combination, a, b, type) = result
        var constant: Int32?
        if type == .int, let first = context.body[a].constant, let second = context.body[b].constant {
            constant = ConstantArithmetic.int(operation, first, second)
            warnOfDivision(operation, first, second, a, b, node)
        }
        return add(.binary(combination, a, b), type, node.span, children: [a, b], constant: constant)
    }

    /// Warns of a constant integer division by zero, or one with a remainder, such as `1 / 3`, which is rarely
    /// intended.
    private mutating func warnOfDivision(
        _ operation: BinaryOperator, _ first: Int32, _ second: Int32, _ a: TypedID, _ b: TypedID, _ node: ExpressionNode
    ) {
        guard operation == .divide, !context.isPrelude, case .int = context.body[a].kind,
            case .int = context.body[b].kind
        else { return }
        if second == 0 {
            sink.warning("division by zero", node.mark, help: "whole numbers divided by zero give 0")
        } else if !first.isMultiple(of: second) {
            sink.warning(
                "\(first) / \(second) divides whole numbers and gives \(first / second)", node.span,
                help: "write \(first).0 / \(second).0")
        }
    }

    /// Returns the operation on two values, both converted as it requires, and its result type, or nil after an error
    /// was reported.
    private mutating func combine(
        _ operation: BinaryOperator, _ left: TypedID, _ right: TypedID, _ node: ExpressionNode
    ) -> (Combination, TypedID, TypedID, KernelType)? {
        let (leftType, rightType) = (type(left), type(right))
        func mismatch(_ help: String? = nil) -> (Combination, TypedID, TypedID, KernelType)? {
            sink.error("'\(operation.rawValue)' cannot join \(leftType) and \(rightType)", node.mark, help: help)
            return nil
        }
        guard leftType.isNumeric, rightType.isNumeric else {
            if leftType == rightType, leftType.isArray, leftType.scalarType != nil,
                operation == .equal || operation == .notEqual
            {
                return (.equality(operation == .equal), left, right, .bool)
            }
            return mismatch(
                leftType.isSampler || rightType.isSampler ? "sample the image first: sample(s, samplerCoord(s))" : nil)
        }
        guard let (a, b, scalar) = balanced(left, right) else { return mismatch("convert the bool: float(…)") }
        let (first, second) = (type(a), type(b))
        switch operation {
        case .equal, .notEqual:
            guard first == second else { return mismatch(Self.sizeHelp(first, second)) }
            return (first.isScalar ? .each(operation) : .equality(operation == .equal), a, b, .bool)
        case .less, .greater, .lessEqual, .greaterEqual:
            guard first.isScalar, second.isScalar, scalar != .bool else {
                let name =
                    ["<": "lessThan", ">": "greaterThan", "<=": "lessThanEqual"][operation.rawValue]
                    ?? "greaterThanEqual"
                return mismatch(scalar == .bool ? nil : "compare one component, or write all(\(name)(a, b))")
            }
            return (.each(operation), a, b, .bool)
        case .remainder, .shiftLeft, .shiftRight, .bitAnd, .bitOr, .bitXor:
            guard scalar == .int else {
                let help = operation == .remainder ? "write mod(a, b) for floats" : "write int(…) around the float"
                return mismatch(scalar == .bool ? "write && or ||" : help)
            }
        default:
            guard scalar != .bool else { return mismatch("convert the bool: float(…)") }
        }
        if operation == .multiply, first.isMatrix || second.isMatrix, !first.isScalar, !second.isScalar {
            guard let type = Self.productType(first, second) else { return mismatch(Self.sizeHelp(first, second)) }
            return (.product, a, b, type)
        }
        if first == second || second.isScalar { return (.each(operation), a, b, first) }
        if first.isScalar { return (.each(operation), a, b, second) }
        return mismatch(Self.sizeHelp(first, second))
    }

    private static func productType(_ a: KernelType, _ b: KernelType) -> KernelType? {
        switch (a.base, b.base) {
        case (.matrix(let n), .matrix(let m)) where n == m: a
        case (.matrix(let n), .vector(.float, let m)) where n == m: b
        case (.vector(.float, let n), .matrix(let m)) where n == m: a
        default: nil
        }
    }

    private static func sizeHelp(_ a: KernelType, _ b: KernelType) -> String? {
        guard let first = a.vectorSize, let second = b.vectorSize, first != second, first > 1, second > 1 else {
            return nil
        }
        return
            "both sides need the same number of components; take .\("xyz".prefix(min(first, second))) of the longer one"
    }

    private mutating func assignment(
        _ operation: BinaryOperator?, _ targetID: ExpressionID, _ valueID: ExpressionID, _ node: ExpressionNode
    ) -> TypedID {
        let target = expression(targetID)
        let value = expression(valueID)
        guard isWritable(target, node) else { return invalid(node.span) }
        let type = type(target)
        guard let operation else {
            let converted = convert(value, to: type, for: "the assigned value")
            return add(
                .assign(nil, target, converted), type, node.span, children: [target, converted], hasEffects: true)
        }
        if self.type(value).isInvalid { return value }
        guard let (combination, a, b, result) = combine(operation, target, value, node) else {
            return invalid(node.span)
        }
        guard result == type, a == target else {
            return fail(
                "'\(operation.rawValue)=' would make \(self.type(value)) and \(type) a \(result), which does not fit the variable",
                node.mark,
                help: type.scalarType == .int
                    ? "declare the variable as float, or write int(…)" : "use a wider variable")
        }
        return add(.assign(combination, target, b), type, node.span, children: [target, b], hasEffects: true)
    }

    private mutating func conditional(
        _ testID: ExpressionID, _ firstID: ExpressionID, _ secondID: ExpressionID, _ node: ExpressionNode
    ) -> TypedID {
        let test = expression(testID)
        var first = expression(firstID)
        var second = expression(secondID)
        guard isBool(test, "the condition of '?'") else { return invalid(node.span) }
        let (a, b) = (type(first), type(second))
        if a.isInvalid || b.isInvalid { return invalid(node.span) }
        if a != b {
            guard a.vectorSize == b.vectorSize, a.vectorSize != nil, let (x, y, _) = balanced(first, second) else {
                return fail("the choices of '?' are \(a) and \(b)", node.mark, help: "both need one type")
            }
            (first, second) = (x, y)
        }
        if a.isSampler {
            return fail(
                "a sampler cannot be chosen at run time", node.mark,
                help: "sample both and choose a colour: c ? sample(…) : sample(…)")
        }
        return add(.conditional(test, first, second), type(first), node.span, children: [test, first, second])
    }

    // MARK: Places

    /// Whether a value can be assigned to. Reports an error if not.
    mutating func isWritable(_ target: TypedID, _ node: ExpressionNode) -> Bool {
        if type(target).isInvalid { return false }
        switch context.body[target].kind {
        case .variable(let index): return isWritable(context.body.variables[index], span(target))
        case .global(let index): return isWritable(program.globals[index], span(target))
        case .element(let base, _): return isWritable(base, node)
        case .components(let base, let indices):
            if Set(indices).count < indices.count {
                sink.error(
                    "a component is assigned twice", span(target), help: "name each component once on the left side")
                return false
            }
            return isWritable(base, node)
        default:
            sink.error(
                "this cannot be assigned to", span(target), help: "the left side must be a variable, or parts of one")
            return false
        }
    }

    private mutating func isWritable(_ variable: TypedVariable, _ span: SourceSpan) -> Bool {
        guard variable.isReadOnly else { return true }
        let help =
            variable.type.isSampler ? "a sampler is read with sample(…)" : "remove 'const', or use another variable"
        sink.error("'\(variable.name)' cannot be changed", span, help: help)
        return false
    }

    private mutating func member(_ base: TypedID, _ name: String, _ node: ExpressionNode) -> TypedID {
        let type = type(base)
        if type.isInvalid { return base }
        guard let size = type.vectorSize, let scalar = type.scalarType, !type.isArray else {
            let help =
                type.isSampler
                ? "sample the image first: sample(s, samplerCoord(s)).\(name)"
                : type.isMatrix ? "take a column: m[0]" : nil
            return fail("\(type) has no components such as '.\(name)'", node.mark, help: help)
        }
        if size == 1, !["x", "r", "s"].contains(name) {
            return fail("\(type) has no component '.\(name)': it is one number", node.mark, help: "remove '.\(name)'")
        }
        guard name.utf8.count <= 4, let set = Self.componentNames.first(where: { set in name.allSatisfy(set.contains) })
        else {
            let isMixed = name.allSatisfy { letter in Self.componentNames.contains { $0.contains(letter) } }
            return fail(
                "'.\(name)' does not name components of \(type)", node.mark,
                help: isMixed && name.utf8.count <= 4
                    ? "take all letters from one set: xyzw, rgba or stpq" : "up to four letters of xyzw, rgba or stpq")
        }
        let indices = name.compactMap { letter in Array(set).firstIndex(of: letter) }
        if let highest = indices.max(), highest >= size {
            return fail(
                "\(type) has no component '\(Array(set)[highest])'", node.mark,
                help: "its components are \(set.prefix(size))")
        }
        return add(.components(base, indices), .vector(scalar, indices.count), node.span, children: [base])
    }

    private static let componentNames = ["xyzw", "rgba", "stpq"]

    private mutating func element(_ base: TypedID, _ index: TypedID, _ node: ExpressionNode) -> TypedID {
        let type = type(base)
        if type.isInvalid || self.type(index).isInvalid { return invalid(node.span) }
        let count: Int
        let element: KernelType
        if let length = type.count {
            (count, element) = (length, type.element)
        } else if case .vector(let scalar, let size) = type.base {
            (count, element) = (size, KernelType(.scalar(scalar)))
        } else if case .matrix(let size) = type.base {
            (count, element) = (size, .vector(.float, size))
        } else {
            return fail("\(type) has no elements", node.mark, help: type.isSampler ? "write sample(image, point)" : nil)
        }
        guard self.type(index) == .int else {
            return fail("an index must be int, not \(self.type(index))", span(index), help: "write int(…) around it")
        }
        if let known = context.body[index].constant, known < 0 || known >= count {
            return fail("index \(known) is outside of \(type)", span(index), help: "indices run from 0 to \(count - 1)")
        }
        return add(.element(base, index), element, node.span, children: [base, index])
    }
}
