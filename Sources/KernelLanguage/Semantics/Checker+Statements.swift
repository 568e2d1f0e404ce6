extension Checker {
    mutating func statements(_ ids: [StatementID]) -> [TypedStatement] {
        var result: [TypedStatement] = []
        for id in ids where !sink.isFull { result += statement(id) }
        return result
    }

    /// Checks a statement in a new scope.
    private mutating func scoped(_ id: StatementID) -> [TypedStatement] {
        context.scopes.append([:])
        defer { context.scopes.removeLast() }
        return statement(id)
    }

    private mutating func statement(_ id: StatementID) -> [TypedStatement] {
        let node = context.tree[id]
        switch node.kind {
        case .empty: return []
        case .expression(let id): return [.expression(expression(id))]
        case .variables(let variables): return variables.flatMap { declare($0) }
        case .block(let inner):
            context.scopes.append([:])
            defer { context.scopes.removeLast() }
            return [.block(statements(inner))]
        case .conditional(let arms, let otherwise):
            let typed = arms.map { (condition: condition($0.condition), body: scoped($0.body)) }
            return [.conditional(typed, otherwise: otherwise.map { scoped($0) } ?? [], span: node.span)]
        case .forLoop(let start, let test, let step, let body):
            return [loop(start: start, test: test, step: step, body: body, node.span)]
        case .whileLoop(let test, let body): return [loop(start: nil, test: test, step: nil, body: body, node.span)]
        case .doLoop(let body, let test): return [doLoop(body, test, node.span)]
        case .breakLoop, .continueLoop:
            let isLeave = if case .breakLoop = node.kind { true } else { false }
            guard context.loopDepth > 0 else {
                sink.error("'\(isLeave ? "break" : "continue")' stands outside a loop", node.span)
                return []
            }
            return [isLeave ? .breakLoop(node.span) : .continueLoop(node.span)]
        case .returnValue(let value): return [returnValue(value, node.span)]
        }
    }

    private mutating func declare(_ syntax: VariableSyntax) -> [TypedStatement] {
        // Declare the name after checking its initial value, so that `vec2 destCoord = destCoord();` calls the
        // function.
        guard let (type, value) = typeAndValue(of: syntax) else {
            _ = declareVariable(TypedVariable(name: syntax.name, type: .invalid, isReadOnly: false), syntax.nameSpan)
            return []
        }
        let constant = syntax.isConstant && type == .int ? value.flatMap { context.body[$0].constant } : nil
        let index = declareVariable(
            TypedVariable(name: syntax.name, type: type, isReadOnly: syntax.isConstant, constant: constant),
            syntax.nameSpan)
        return [.declare(variable: index, value: value, span: syntax.nameSpan)]
    }

    private mutating func condition(_ id: ExpressionID) -> TypedID {
        let value = expression(id)
        return isBool(value, "the condition") ? value : invalid(span(value))
    }

    /// Whether a value is a bool. Reports an error with a remedy if not.
    mutating func isBool(_ value: TypedID, _ role: String) -> Bool {
        let type = type(value)
        if type == .bool { return true }
        if type.isInvalid { return false }
        let help =
            if case .assign(nil, _, _) = context.body[value].kind {
                "compare with '=='"
            } else if type.isScalar {
                "compare with zero: != \(type == .int ? "0" : "0.0")"
            } else if case .vector(.bool, _) = type.base {
                "write any(…) or all(…)"
            } else {
                "compare one component"
            }
        sink.error("\(role) is \(type), not bool", span(value), help: help)
        return false
    }

    private mutating func loop(
        start: StatementID?, test: LoopCondition?, step: ExpressionID?, body: StatementID, _ span: SourceSpan
    ) -> TypedStatement {
        context.scopes.append([:])
        defer { context.scopes.removeLast() }
        let first = start.map { statement($0) } ?? []
        var before: [TypedStatement] = []
        var condition: TypedID?
        switch test {
        case nil: break
        case .expression(let id): condition = self.condition(id)
        case .variable(let variable):
            before = declare(variable)
            if case .variable(let index)? = lookUp(variable.name) {
                let value = add(.variable(index), context.body.variables[index].type, variable.nameSpan)
                condition = isBool(value, "the condition") ? value : invalid(variable.nameSpan)
            }
        }
        let typedStep = step.map { expression($0) }
        context.loopDepth += 1
        let inner = scoped(body)
        context.loopDepth -= 1
        return .loop(
            TypedLoop(
                start: first, beforeCondition: before, condition: condition, isTestedLast: false, step: typedStep,
                body: inner,
                span: span))
    }

    private mutating func doLoop(_ body: StatementID, _ test: ExpressionID, _ span: SourceSpan) -> TypedStatement {
        context.loopDepth += 1
        let inner = scoped(body)
        context.loopDepth -= 1
        let condition = condition(test)
        return .loop(
            TypedLoop(
                start: [], beforeCondition: [], condition: condition, isTestedLast: true, step: nil, body: inner,
                span: span))
    }

    private mutating func returnValue(_ id: ExpressionID?, _ span: SourceSpan) -> TypedStatement {
        context.returnsSomewhere = true
        let name = context.function.map { program.functions[$0.index].name } ?? ""
        guard let id else {
            if context.returnType != .void {
                sink.error("'\(name)' returns \(context.returnType), but nothing follows 'return'", span)
            }
            return .returnValue(nil, span: span)
        }
        let value = expression(id)
        if context.returnType == .void {
            if !type(value).isInvalid {
                sink.error(
                    "'\(name)' returns nothing, but a value follows 'return'", span,
                    help: "change void to \(type(value))")
            }
            return .returnValue(nil, span: span)
        }
        return .returnValue(convert(value, to: context.returnType, for: "the value that '\(name)' returns"), span: span)
    }
}
