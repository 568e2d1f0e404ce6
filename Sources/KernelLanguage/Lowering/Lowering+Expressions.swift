extension Lowering {
    /// Returns the scalars of an expression's value.
    ///
    /// The result may be the registers of a variable itself. A caller that needs the value after a later effect must
    /// copy it.
    mutating func value(_ id: TypedID) -> [Register] {
        // Long sums are left-deep trees. A loop over their left operands keeps the recursion shallow.
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
        let place = frame.body[id].span
        guard descend(place) else { return [] }
        defer { ascend() }
        // Every case is a single call, so that this recursive function's stack frame stays small.
        switch frame.body[id].kind {
        case .float(let value): return [emit(.constantFloat(value), [], .float, place)]
        case .int(let value): return [emit(.constantInt(value), [], .int, place)]
        case .bool(let value): return [emit(.constantBool(value), [], .bool, place)]
        case .variable, .global, .components, .element:
            return read(self.place(id), frame.body[id].type.scalarType ?? .float, place)
        case .convert(let operand): return converted(operand, frame.body[id])
        case .unary(let operation, let operand): return unary(operation, value(operand), place)
        case .step(let step, let isPrefix, let target): return self.step(step, isPrefix, target, frame.body[id])
        case .assign(let combination, let target, let source):
            return assign(combination, target, source, frame.body[id])
        case .conditional(let test, let first, let second): return conditional(test, first, second, frame.body[id])
        case .each(let opcode, let arguments): return each(opcode, arguments, frame.body[id])
        case .call(let function, let arguments): return call(function, arguments, frame.body[id])
        case .construct(let arguments): return construct(arguments, frame.body[id])
        case .diagonal(let operand): return diagonal(operand, frame.body[id])
        case .resize(let operand): return resized(operand, frame.body[id])
        case .destCoord: return pixelCentre(place)
        case .sampleAtDestination(let sampler):
            return sample(.sampleAtDestination(image: image(of: sampler)), [], place)
        case .sample(let sampler, let point): return freeSample(sampler, point, place)
        case .samplerAttribute(let sampler, let attribute):
            return [emit(.samplerAttribute(image: image(of: sampler), attribute), [], .float, place)]
        case .binary, .logical, .comma, .invalid: return zeros(frame.body[id].type, place)  // Handled by `value`.
        }
    }

    private mutating func converted(_ operand: TypedID, _ node: TypedExpression) -> [Register] {
        value(operand).map { convert($0, to: node.type.scalarType ?? .float, node.span) }
    }

    private mutating func unary(
        _ operation: UnaryOperator, _ operands: [Register], _ place: SourceSpan
    ) -> [Register] {
        operands.map { unary(operation, $0, place) }
    }

    private mutating func each(_ opcode: Opcode, _ arguments: [TypedID], _ node: TypedExpression) -> [Register] {
        let values = valuesInOrder(arguments, node.span)
        return (0..<node.type.scalarCount).map { component in
            let operands = values.map { $0[$0.count == 1 ? 0 : component] }
            return emit(opcode, operands, node.type.scalarType ?? .float, node.span)
        }
    }

    private mutating func diagonal(_ operand: TypedID, _ node: TypedExpression) -> [Register] {
        matrix(node.type, value(operand), node.span) { $0 == $1 ? 0 : nil }
    }

    private mutating func resized(_ operand: TypedID, _ node: TypedExpression) -> [Register] {
        let size = Self.matrixSize(frame.body[operand].type)
        return matrix(node.type, value(operand), node.span) { $0 < size && $1 < size ? $0 * size + $1 : nil }
    }

    private mutating func pixelCentre(_ place: SourceSpan) -> [Register] {
        let point = [newRegister(.float), newRegister(.float)]
        emit(.destCoord, [], to: point, place)
        return point
    }

    private mutating func freeSample(_ sampler: TypedID, _ pointID: TypedID, _ place: SourceSpan) -> [Register] {
        let point = value(pointID)
        freeSampling.insert(span(place))
        return sample(.sample(image: image(of: sampler)), point, place)
    }

    private func image(of sampler: TypedID) -> Int { imageIndex(sampler) ?? 0 }
}
