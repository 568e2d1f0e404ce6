extension Lowering {
    /// Returns the values of arguments. A value is copied if a later argument has effects.
    mutating func valuesInOrder(_ ids: [TypedID], _ place: SourceSpan) -> [[Register]] {
        var values: [[Register]] = []
        for (index, id) in ids.enumerated() {
            let value = value(id)
            let isDisturbed = ids[(index + 1)...].contains { frame.body[$0].hasEffects }
            values.append(isDisturbed ? copy(value, place) : value)
        }
        // Once a limit is exceeded, values are missing. Return zeros, so that callers' indices stay valid.
        if isExhausted {
            return ids.map { zeros(frame.body[$0].type.element.isNumeric ? frame.body[$0].type : .float, place) }
        }
        return values
    }

    // MARK: Conversions

    mutating func convert(_ register: Register, to target: ScalarType, _ place: SourceSpan) -> Register {
        let opcode: Opcode
        switch (type(register), target) {
        case (.int, .float): opcode = .intToFloat
        case (.float, .int): opcode = .floatToInt
        case (.bool, .float): opcode = .boolToFloat
        case (.bool, .int): opcode = .boolToInt
        case (.float, .bool): opcode = .floatToBool
        case (.int, .bool): opcode = .intToBool
        default: return register
        }
        return emit(opcode, [register], target, place)
    }

    mutating func construct(_ arguments: [TypedID], _ node: TypedExpression) -> [Register] {
        let scalar = node.type.scalarType ?? .float
        let values = valuesInOrder(arguments, node.span).flatMap { $0 }.prefix(node.type.scalarCount)
        let converted = values.map { convert($0, to: scalar, node.span) }
        guard converted.count == 1 else { return converted }
        return Array(repeating: converted[0], count: node.type.scalarCount)
    }

    static func matrixSize(_ type: KernelType) -> Int { if case .matrix(let size) = type.base { size } else { 0 } }

    /// Returns a matrix with the scalars of `values` at the indices that `source` returns. Where `source` returns nil,
    /// the matrix has the identity matrix's scalar, or zero if `values` is a single scalar.
    mutating func matrix(
        _ type: KernelType, _ values: [Register], _ place: SourceSpan, source: (_ column: Int, _ row: Int) -> Int?
    ) -> [Register] {
        let size = Self.matrixSize(type)
        let zero = zero(.float, place)
        let one = emit(.constantFloat(1), [], .float, place)
        let isDiagonal = values.count == 1
        return (0..<size * size).map { index in
            let (column, row) = (index / size, index % size)
            if let known = source(column, row), known < values.count { return values[known] }
            return column == row && !isDiagonal ? one : zero
        }
    }

    // MARK: Operators

    mutating func unary(_ operation: UnaryOperator, _ operand: Register, _ place: SourceSpan) -> Register {
        let type = type(operand)
        switch operation {
        case .plus: return operand
        case .minus: return emit(type == .int ? .negateInt : .negateFloat, [operand], type, place)
        case .not: return emit(.notBool, [operand], .bool, place)
        case .complement: return emit(.notInt, [operand], .int, place)
        }
    }

    mutating func combine(
        _ combination: Combination, _ a: [Register], _ aType: KernelType, _ b: [Register], _ bType: KernelType,
        _ result: KernelType, _ place: SourceSpan
    ) -> [Register] {
        if isExhausted || a.isEmpty || b.isEmpty { return zeros(result, place) }
        switch combination {
        case .each(let operation):
            return (0..<result.scalarCount).map {
                scalar(operation, a[a.count == 1 ? 0 : $0], b[b.count == 1 ? 0 : $0], place)
            }
        case .product: return product(a, aType, b, bType, place)
        case .equality(let isEqual):
            var agrees: Register?
            for (x, y) in zip(a, b) {
                let same = scalar(.equal, x, y, place)
                agrees = agrees.map { emit(.andBool, [$0, same], .bool, place) } ?? same
            }
            guard let agrees else { return zeros(result, place) }
            return [isEqual ? agrees : emit(.notBool, [agrees], .bool, place)]
        }
    }

    private mutating func scalar(_ operation: BinaryOperator, _ a: Register, _ b: Register, _ place: SourceSpan)
        -> Register
    {
        let type = type(a)
        if operation == .equal, type == .bool {
            return emit(.notBool, [emit(.xorBool, [a, b], .bool, place)], .bool, place)
        }
        let (opcode, isReversed) = operation.opcode(for: type)
        return emit(opcode, isReversed ? [b, a] : [a, b], opcode.traits.resultType ?? type, place)
    }

    private mutating func product(
        _ a: [Register], _ aType: KernelType, _ b: [Register], _ bType: KernelType, _ place: SourceSpan
    ) -> [Register] {
        let size = max(Self.matrixSize(aType), Self.matrixSize(bType))
        guard aType.isMatrix else {
            // A row vector times a matrix: the dot product with each column.
            return (0..<size).map { column in sum((0..<size).map { (a[$0], b[column * size + $0]) }, place) }
        }
        let columns = bType.isMatrix ? size : 1
        return (0..<columns * size).map { index in
            let (column, row) = (index / size, index % size)
            return sum((0..<size).map { (a[$0 * size + row], b[column * size + $0]) }, place)
        }
    }

    /// Returns the sum of the products, added from left to right.
    private mutating func sum(_ pairs: [(Register, Register)], _ place: SourceSpan) -> Register {
        var total: Register?
        for (a, b) in pairs {
            let term = emit(.multiplyFloat, [a, b], .float, place)
            total = total.map { emit(.addFloat, [$0, term], .float, place) } ?? term
        }
        return total ?? zero(.float, place)
    }

    mutating func logical(
        _ operation: BinaryOperator, _ left: [Register], _ rightID: TypedID, _ node: TypedExpression
    ) -> [Register] {
        guard let first = left.first else { return zeros(.bool, node.span) }
        let right = frame.body[rightID]
        if operation == .xor || !right.isCostly {
            let kept = right.hasEffects ? copy([first], node.span)[0] : first
            guard let second = value(rightID).first else { return [kept] }
            return [scalar(operation, kept, second, node.span)]
        }
        // Evaluate the right side in a branch, only for the pixels that need it.
        let result = newVariable(.bool, name: operation.rawValue)
        emit(.move, [first], to: result, node.span)
        let decided = copy(result, node.span)[0]
        let more = collect(node.span) { lowering in
            lowering.move(lowering.value(rightID), to: result, node.span)
        }
        append(
            .branch(
                condition: decided, then: operation == .and ? more : [], otherwise: operation == .and ? [] : more,
                span: span(node.span)), node.span)
        return copy(result, node.span)
    }

    mutating func conditional(_ test: TypedID, _ first: TypedID, _ second: TypedID, _ node: TypedExpression)
        -> [Register]
    {
        guard let condition = value(test).first else { return zeros(node.type, node.span) }
        if !frame.body[first].isCostly, !frame.body[second].isCostly {
            let (a, b) = (value(first), value(second))
            let scalar = node.type.scalarType ?? .float
            return zip(a, b).map { emit(.select, [condition, $0, $1], scalar, node.span) }
        }
        let result = newVariable(node.type, name: "?:")
        let then = collect(node.span) { lowering in lowering.move(lowering.value(first), to: result, node.span) }
        let otherwise = collect(node.span) { lowering in lowering.move(lowering.value(second), to: result, node.span) }
        append(.branch(condition: condition, then: then, otherwise: otherwise, span: span(node.span)), node.span)
        return copy(result, node.span)
    }

    // MARK: Writing

    mutating func assign(
        _ combination: Combination?, _ targetID: TypedID, _ sourceID: TypedID, _ node: TypedExpression
    ) -> [Register] {
        let target = place(targetID)
        let source = value(sourceID)
        guard let combination else {
            let kept = copyIfOverlapping(source, target, node.span)
            write(kept, to: target, node.span)
            return kept
        }
        let scalar = node.type.scalarType ?? .float
        let old = read(target, scalar, node.span)
        let result = combine(
            combination, old, frame.body[targetID].type, source, frame.body[sourceID].type, node.type, node.span)
        write(result, to: target, node.span)
        return result
    }

    /// Copies `values` if they overlap `target`, since the value of `a = b` must not change with `a`.
    private mutating func copyIfOverlapping(_ values: [Register], _ target: Place, _ place: SourceSpan) -> [Register] {
        let targets: [Register] =
            switch target {
            case .registers(let registers): registers
            case .selected(let groups, _): groups.flatMap { $0 }
            case .array: []
            }
        return values.contains(where: targets.contains) ? copy(values, place) : values
    }

    mutating func step(
        _ step: StepOperator, _ isPrefix: Bool, _ targetID: TypedID, _ node: TypedExpression
    ) -> [Register] {
        let target = place(targetID)
        let scalar = node.type.scalarType ?? .float
        let now = read(target, scalar, node.span)
        let old = isPrefix ? now : copy(now, node.span)
        let one = scalar == .int ? constant(1, node.span) : emit(.constantFloat(1), [], .float, node.span)
        let new = old.map { self.scalar(step == .increment ? .add : .subtract, $0, one, node.span) }
        write(new, to: target, node.span)
        return isPrefix ? new : old
    }

    // MARK: Images

    mutating func sample(_ opcode: Opcode, _ point: [Register], _ place: SourceSpan) -> [Register] {
        let color = (0..<4).map { _ in newRegister(.float) }
        emit(opcode, point, to: color, place)
        return color
    }

    // MARK: Calls

    mutating func call(_ id: FunctionID, _ arguments: [TypedID], _ node: TypedExpression) -> [Register] {
        let function = typed.functions[id.index]
        let result = function.returnType
        let nothing = result.scalarType == nil ? [] : zeros(result, node.span)
        guard let body = function.body else { return nothing }
        // Count every call, so that calls of empty functions can't multiply without reaching a limit.
        countInstruction(node.span)
        if isExhausted { return nothing }
        var targets: [Int: Place] = [:]
        var values: [[Register]] = []
        for (index, argument) in arguments.enumerated() {
            let parameter = function.parameters[index]
            if parameter.type.isSampler {
                values.append([])
                continue
            }
            if parameter.direction == .in {
                let isDisturbed = arguments[(index + 1)...].contains { frame.body[$0].hasEffects }
                let value = value(argument)
                values.append(isDisturbed ? copy(value, node.span) : value)
            } else {
                let target = place(argument)
                targets[index] = target
                values.append(
                    parameter.direction == .out
                        ? zeros(parameter.type, node.span)
                        : copy(read(target, parameter.type.scalarType ?? .float, node.span), node.span))
            }
        }
        if isExhausted { return nothing }
        var inner = Frame(
            body: body, storage: Array(repeating: .none, count: body.variables.count),
            written: Self.writtenVariables(of: body, typed), returnLabel: newLabel())
        inner.callSpan = function.isPrelude ? span(node.span) : frame.callSpan
        let images = arguments.indices.map { function.parameters[$0].type.isSampler ? imageIndex(arguments[$0]) : nil }
        let outer = frame
        frame = inner
        for (index, parameter) in function.parameters.enumerated() {
            if parameter.type.isSampler {
                frame.storage[index] = .image(images[index] ?? 0)
            } else {
                frame.storage[index] = variable(parameter.type, index, values[index], node.span)
            }
        }
        let outcome = inlinedBody(function, node.span)
        let returned = targets.isEmpty ? outcome : copy(outcome, node.span)
        var results: [(Place, [Register])] = []
        for (index, target) in targets.sorted(by: { $0.key < $1.key }) {
            let type = function.parameters[index].type
            let value = finalValue(frame.storage[index], type, node.span)
            results.append((target, value))
        }
        frame = outer
        for (target, value) in results { write(value, to: target, node.span) }
        return isExhausted ? nothing : returned
    }

    /// Returns the value of an `out` or `inout` parameter at the end of its function.
    private mutating func finalValue(_ storage: Storage, _ type: KernelType, _ place: SourceSpan) -> [Register] {
        switch storage {
        case .registers(let registers): copy(registers, place)
        case .array(let array): read(wholeArray(array, type, place), type.scalarType ?? .float, place)
        case .image, .none: zeros(type, place)
        }
    }
}
