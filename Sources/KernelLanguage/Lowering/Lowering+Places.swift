extension Lowering {
    /// The storage that an expression reads or writes.
    enum Place {
        case registers([Register])
        /// One of several groups of registers, selected by an int register whose value is in range.
        case selected([[Register]], Register)
        /// Scalars of an array, at the indices `offset` + each of `components`.
        case array(Int, offset: Register, components: [Int])
    }

    func imageIndex(_ id: TypedID) -> Int? {
        guard case .variable(let index) = frame.body[id].kind else { return nil }
        if case .image(let image) = frame.storage[index] { return image }
        return convertedImages[index]
    }

    mutating func wholeArray(_ array: Int, _ type: KernelType, _ place: SourceSpan) -> Place {
        .array(array, offset: constant(0, place), components: Array(0..<type.scalarCount))
    }

    /// Returns the place of an expression. An expression without a place is evaluated into registers.
    mutating func place(_ id: TypedID) -> Place {
        let node = frame.body[id]
        guard descend(node.span) else { return .registers([]) }
        defer { ascend() }
        switch node.kind {
        case .variable(let index): return place(frame.storage[index], node)
        case .global(let index): return place(globals[index], node)
        case .components(let base, let indices): return Self.components(indices, of: place(base))
        case .element(let base, let index): return element(base, index, node)
        default: return .registers(value(id))
        }
    }

    private mutating func place(_ storage: Storage, _ node: TypedExpression) -> Place {
        switch storage {
        case .registers(let registers): .registers(registers)
        case .array(let array): wholeArray(array, node.type, node.span)
        case .image, .none: .registers(zeros(node.type, node.span))
        }
    }

    private static func components(_ indices: [Int], of place: Place) -> Place {
        switch place {
        case .registers(let all): .registers(indices.compactMap { all.indices.contains($0) ? all[$0] : nil })
        case .selected(let groups, let selector):
            .selected(
                groups.map { group in indices.compactMap { group.indices.contains($0) ? group[$0] : nil } }, selector)
        case .array(let array, let offset, let all):
            .array(array, offset: offset, components: indices.compactMap { all.indices.contains($0) ? all[$0] : nil })
        }
    }

    private mutating func element(_ baseID: TypedID, _ indexID: TypedID, _ node: TypedExpression) -> Place {
        let baseType = frame.body[baseID].type
        let size = node.type.elementSize
        let base = place(baseID)
        let count = baseType.scalarCount / max(1, size)
        if let known = frame.body[indexID].constant, !frame.body[indexID].hasEffects {
            let first = min(max(Int(known), 0), count - 1) * size
            return Self.components(Array(first..<(first + size)), of: base)
        }
        guard let written = value(indexID).first else { return base }
        let low = emit(.maxInt, [written, constant(0, node.span)], .int, node.span)
        let index = emit(.minInt, [low, constant(count - 1, node.span)], .int, node.span)
        switch base {
        case .registers(let all): return .selected(Self.groups(all, size), index)
        case .selected(let outer, let selector):
            let scaled = emit(.multiplyInt, [selector, constant(count, node.span)], .int, node.span)
            let inner = emit(.addInt, [scaled, index], .int, node.span)
            return .selected(outer.flatMap { Self.groups($0, size) }, inner)
        case .array(let array, let offset, let all):
            let starts = stride(from: 0, to: all.count, by: size).map { all[$0] }
            let first = all.first ?? 0
            let isEven = all.enumerated().allSatisfy { $0.element == first + $0.offset }
            let shift =
                isEven
                ? emit(.multiplyInt, [index, constant(size, node.span)], .int, node.span)
                : choice(of: starts.map { $0 - first }, index, node.span)
            let inner = emit(.addInt, [offset, shift], .int, node.span)
            return .array(array, offset: inner, components: Array(all.prefix(size)))
        }
    }

    private static func groups(_ registers: [Register], _ size: Int) -> [[Register]] {
        stride(from: 0, to: registers.count, by: max(1, size)).map {
            Array(registers[$0..<min($0 + size, registers.count)])
        }
    }

    /// Returns the element of `numbers` at position `index`.
    private mutating func choice(of numbers: [Int], _ index: Register, _ place: SourceSpan) -> Register {
        var result = constant(numbers.last ?? 0, place)
        for (position, number) in numbers.enumerated().dropLast().reversed() {
            let isHere = emit(.equalInt, [index, constant(position, place)], .bool, place)
            result = emit(.select, [isHere, constant(number, place), result], .int, place)
        }
        return result
    }

    mutating func read(_ source: Place, _ scalar: ScalarType, _ place: SourceSpan) -> [Register] {
        switch source {
        case .registers(let registers): return registers
        case .selected(let groups, let selector):
            guard var result = groups.last else { return [] }
            for (position, group) in groups.enumerated().dropLast().reversed() {
                let isHere = emit(.equalInt, [selector, constant(position, place)], .bool, place)
                for component in result.indices where component < group.count {
                    result[component] = emit(.select, [isHere, group[component], result[component]], scalar, place)
                }
            }
            return result
        case .array(let array, let offset, let components):
            return components.map { emit(.loadElement(array: array), [address(offset, $0, place)], scalar, place) }
        }
    }

    mutating func write(_ values: [Register], to target: Place, _ place: SourceSpan) {
        switch target {
        case .registers(let registers): move(values, to: registers, place)
        case .selected(let groups, let selector):
            let sources = copy(values, place)
            for (position, group) in groups.enumerated() where !isExhausted {
                let isHere = emit(.equalInt, [selector, constant(position, place)], .bool, place)
                for (source, register) in zip(sources, group) {
                    let kept = emit(.select, [isHere, source, register], type(register), place)
                    emit(.move, [kept], to: [register], place)
                }
            }
        case .array(let array, let offset, let components):
            for (value, component) in zip(values, components) where !isExhausted {
                emit(.storeElement(array: array), [address(offset, component, place), value], to: [], place)
            }
        }
    }

    private mutating func address(_ offset: Register, _ component: Int, _ place: SourceSpan) -> Register {
        component == 0 ? offset : emit(.addInt, [offset, constant(component, place)], .int, place)
    }
}
