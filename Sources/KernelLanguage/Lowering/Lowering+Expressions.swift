extension Lowering {
    /// The scalars of an expression's value. Registers of a variable may come back as they are: who keeps them over an effect copies.
    mutating func value(_ id: TypedID) -> [Register] {
        // Long sums lean to the left: they are walked in a loop.
        var spine: [TypedID] = []
        var bottom = id
        while let left = leftOperand(bottom) {
            spine.append(bottom)
            bottom = left
        }
        var result = single(bottom)
        while let next = spine.popLast(), !isExhausted {
            let node = frame.body[next]
            switch node.kind {
            case .binary(let combination, let left, let right):
                let first = frame.body[right].hasEffects ? copy(result, node.span) : result
                let second = value(right)
                result = combine(
                    combination, first, frame.body[left].type, second, frame.body[right].type, node.type, node.span)
            case .logical(let operation, _, let right): result = logical(operation, result, right, node)
            case .comma(_, let right): result = value(right)
            default: break
            }
        }
        return result
    }

    private func leftOperand(_ id: TypedID) -> TypedID? {
        switch frame.body[id].kind {
        case .binary(_, let left, _), .logical(_, let left, _), .comma(let left, _): left
        default: nil
        }
    }

    private mutating func single(_ id: TypedID) -> [Register] {
        let node = frame.body[id]
        return deeper(node.span, otherwise: []) { $0.anyValue(id, node) }
    }

    private mutating func anyValue(_ id: TypedID, _ node: TypedExpression) -> [Register] {
        let scalar = node.type.scalarType ?? .float
        switch node.kind {
        case .float(let value): return [emit(.constantFloat(value), [], .float, node.span)]
        case .int(let value): return [emit(.constantInt(value), [], .int, node.span)]
        case .bool(let value): return [emit(.constantBool(value), [], .bool, node.span)]
        case .variable, .global, .components, .element: return read(place(id), scalar, node.span)
        case .convert(let operand): return value(operand).map { convert($0, to: scalar, node.span) }
        case .unary(let operation, let operand): return value(operand).map { unary(operation, $0, node.span) }
        case .step(let step, let isPrefix, let target): return self.step(step, isPrefix, target, node)
        case .assign(let combination, let target, let source): return assign(combination, target, source, node)
        case .conditional(let test, let first, let second): return conditional(test, first, second, node)
        case .each(let opcode, let arguments):
            let values = valuesInOrder(arguments, node.span)
            return (0..<node.type.scalarCount).map { component in
                emit(opcode, values.map { $0[$0.count == 1 ? 0 : component] }, scalar, node.span)
            }
        case .call(let function, let arguments): return call(function, arguments, node)
        case .construct(let arguments): return construct(arguments, node)
        case .diagonal(let operand): return matrix(node.type, value(operand), node.span) { $0 == $1 ? 0 : nil }
        case .resize(let operand):
            let size = Self.matrixSize(frame.body[operand].type)
            return matrix(node.type, value(operand), node.span) { $0 < size && $1 < size ? $0 * size + $1 : nil }
        case .destCoord:
            let point = [newRegister(.float), newRegister(.float)]
            emit(.destCoord, [], to: point, node.span)
            return point
        case .sampleAtDestination(let sampler):
            return sample(.sampleAtDestination(image: isImage(sampler) ?? 0), [], node.span)
        case .sample(let sampler, let point):
            let point = value(point)
            freeSampling.insert(span(node.span))
            return sample(.sample(image: isImage(sampler) ?? 0), point, node.span)
        case .samplerAttribute(let sampler, let attribute):
            return [emit(.samplerAttribute(image: isImage(sampler) ?? 0, attribute), [], .float, node.span)]
        case .binary, .logical, .comma, .invalid: return zeros(node.type, node.span)  // `value` walks these.
        }
    }
}
