extension Lowering {
    /// Emits the body of a function whose frame is set up. Returns the registers of its result.
    mutating func inlinedBody(_ function: TypedFunction, _ place: SourceSpan) -> [Register] {
        let statements = frame.body.statements
        // A single `return` at the end needs neither a result variable nor an exit.
        if case .returnValue(let result?, _)? = statements.last, !Self.returns(statements.dropLast()) {
            lower(Array(statements.dropLast()), isTail: false)
            return value(result)
        }
        if function.returnType != .void {
            frame.results = newVariable(function.returnType, name: function.name + "()")
            move(zeros(function.returnType, place), to: frame.results, place)
        }
        let inner = collect(place) { $0.lower(statements, isTail: true) }
        if frame.usesReturnLabel {
            append(.block(label: frame.returnLabel, body: inner, span: span(place)), place)
        } else {
            output += inner
        }
        return frame.results
    }

    private static func returns(_ statements: ArraySlice<TypedStatement>) -> Bool {
        statements.contains { statement in
            switch statement {
            case .returnValue: true
            case .block(let inner): returns(inner[...])
            case .conditional(let arms, let otherwise, _):
                returns(otherwise[...]) || arms.contains { returns($0.body[...]) }
            case .loop(let loop): returns(loop.body[...])
            default: false
            }
        }
    }

    /// Lowers statements. If `isTail` is true, the function ends after them, so a final `return` needs no exit.
    mutating func lower(_ statements: [TypedStatement], isTail: Bool) {
        for (index, statement) in statements.enumerated() where !isExhausted {
            let isLast = index == statements.count - 1
            if isTail, !isLast, case .conditional(let arms, let otherwise, let place) = statement, arms.count == 1,
                otherwise.isEmpty,
                Checker.alwaysReturns(arms[0].body), statements.count - index < 64
            {
                // `if (c) return a; rest` equals `if (c) return a; else rest`, which needs no exit.
                let rest = Array(statements[(index + 1)...])
                return conditional(arms, otherwise: rest, from: 0, isTail: true, place)
            }
            lower(statement, isTail: isTail && isLast)
            switch statement {
            case .returnValue, .breakLoop, .continueLoop: return  // The statements after it are unreachable.
            default: break
            }
        }
    }

    private mutating func lower(_ statement: TypedStatement, isTail: Bool) {
        switch statement {
        case .expression(let id): effects(of: id)
        case .declare(let variable, let value, let place): declare(variable, value, place)
        case .block(let inner): lower(inner, isTail: isTail)
        case .conditional(let arms, let otherwise, let place):
            conditional(arms, otherwise: otherwise, from: 0, isTail: isTail, place)
        case .loop(let loop): lower(loop)
        case .breakLoop(let place):
            if let loop = frame.loops.last { append(.exit(label: loop.leave, span: span(place)), place) }
        case .continueLoop(let place):
            guard !frame.loops.isEmpty else { return }
            frame.loops[frame.loops.count - 1].usesNext = true
            append(.exit(label: frame.loops[frame.loops.count - 1].next, span: span(place)), place)
        case .returnValue(let result, let place):
            if let result { move(value(result), to: frame.results, place) }
            if !isTail {
                frame.usesReturnLabel = true
                append(.exit(label: frame.returnLabel, span: span(place)), place)
            }
        }
    }

    /// Evaluates an expression whose value is unused. `i++` becomes `++i`, which needs no copy of the old value.
    private mutating func effects(of id: TypedID) {
        let node = frame.body[id]
        if case .step(let step, _, let target) = node.kind {
            _ = self.step(step, true, target, node)
        } else {
            _ = value(id)
        }
    }

    private mutating func declare(_ index: Int, _ initial: TypedID?, _ place: SourceSpan) {
        let type = frame.body.variables[index].type
        if let initial {
            let values = value(initial)
            frame.storage[index] = variable(type, index, values, place)
        } else if type.isArray {
            let array = newArray(type, name: frame.body.variables[index].name, place)
            frame.storage[index] = .array(array)
            // Arrays are zero at the start of a pixel. In a loop, every iteration must clear them again.
            if loopDepth > 0 { write(zeros(type, place), to: wholeArray(array, type, place), place) }
        } else {
            frame.storage[index] = variable(type, index, zeros(type, place), place)
        }
    }

    private mutating func conditional(
        _ arms: [(condition: TypedID, body: [TypedStatement])], otherwise: [TypedStatement], from index: Int,
        isTail: Bool,
        _ place: SourceSpan
    ) {
        guard index < arms.count else { return lower(otherwise, isTail: isTail) }
        guard descend(place) else { return }
        defer { ascend() }
        let condition = value(arms[index].condition)
        let then = collect(place) { $0.lower(arms[index].body, isTail: isTail) }
        let rest = collect(place) { $0.conditional(arms, otherwise: otherwise, from: index + 1, isTail: isTail, place) }
        guard let condition = condition.first else { return }
        append(.branch(condition: condition, then: then, otherwise: rest, span: span(place)), place)
    }

    private mutating func lower(_ loop: TypedLoop) {
        let place = loop.span
        guard descend(place) else { return }
        defer { ascend() }
        lower(loop.start, isTail: false)
        let labels = LoopLabels(leave: newLabel(), next: newLabel())
        loopDepth += 1
        let round = collect(place) { $0.round(of: loop, labels) }
        loopDepth -= 1
        let repeated = Statement.loop(body: round, span: span(place))
        append(.block(label: labels.leave, body: [repeated], span: span(place)), place)
    }

    /// Emits one iteration.
    private mutating func round(of loop: TypedLoop, _ labels: LoopLabels) {
        let place = loop.span
        lower(loop.beforeCondition, isTail: false)
        if !loop.isTestedLast { test(loop, labels) }
        frame.loops.append(labels)
        let body = collect(place) { $0.lower(loop.body, isTail: false) }
        if frame.loops.removeLast().usesNext {
            append(.block(label: labels.next, body: body, span: span(place)), place)
        } else {
            output += body
        }
        if loop.isTestedLast { test(loop, labels) }
        if let step = loop.step { effects(of: step) }
    }

    private mutating func test(_ loop: TypedLoop, _ labels: LoopLabels) {
        guard let condition = loop.condition, let register = value(condition).first else { return }
        let exit = Statement.exit(label: labels.leave, span: span(loop.span))
        append(.branch(condition: register, then: [], otherwise: [exit], span: span(loop.span)), loop.span)
    }
}
