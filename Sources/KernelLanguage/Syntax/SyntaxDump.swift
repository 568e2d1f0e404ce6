import UntrustedInput

/// Formats syntax trees for people: one node per line, children indented.
struct SyntaxDump {
    private let tree: SyntaxTree
    private var lines: [String] = []

    /// Maximum indentation, in levels. Nodes that are deeper, as in long sums, are indented by this.
    private static let maximumIndent = 60

    static func text(of tree: SyntaxTree) -> String {
        var dump = SyntaxDump(tree: tree)
        for declaration in tree.declarations {
            switch declaration {
            case .variable(let variable): dump.variable(variable, "global", 0)
            case .function(let function): dump.function(function)
            }
        }
        return dump.lines.map { printable($0, limit: .max) }.joined(separator: "\n") + "\n"
    }

    private init(tree: SyntaxTree) { self.tree = tree }

    private mutating func line(_ depth: Int, _ text: String) {
        lines.append(String(repeating: "  ", count: min(depth, Self.maximumIndent)) + text)
    }

    private mutating func function(_ function: FunctionSyntax) {
        line(0, "\(function.isKernel ? "kernel" : "function") \(function.name): \(function.returnType)")
        for parameter in function.parameters {
            let direction = parameter.direction == .in ? "" : " \(parameter.direction.rawValue)"
            line(1, "parameter \(parameter.name): \(parameter.spelling)\(direction)")
            if case .given(let size) = parameter.size { expression(size, 2) }
        }
        if let body = function.body { statement(body, 1) }
    }

    private mutating func variable(_ variable: VariableSyntax, _ word: String, _ depth: Int) {
        let constant = variable.isConstant ? " const" : variable.isUniform ? " uniform" : ""
        line(depth, "\(word) \(variable.name): \(variable.type)\(constant)")
        if case .given(let size) = variable.size { expression(size, depth + 1) }
        if let value = variable.value { expression(value, depth + 1) }
    }

    private mutating func statement(_ id: StatementID, _ depth: Int) {
        switch tree[id].kind {
        case .empty: line(depth, "empty")
        case .expression(let value): expression(value, depth)
        case .variables(let variables): for variable in variables { self.variable(variable, "variable", depth) }
        case .block(let inner):
            line(depth, "block")
            for statement in inner { self.statement(statement, depth + 1) }
        case .conditional(let arms, let otherwise):
            for (index, arm) in arms.enumerated() {
                line(depth, index == 0 ? "if" : "else if")
                expression(arm.condition, depth + 1)
                statement(arm.body, depth + 1)
            }
            if let otherwise {
                line(depth, "else")
                statement(otherwise, depth + 1)
            }
        case .forLoop(let start, let condition, let step, let body):
            line(depth, "for")
            statement(start, depth + 1)
            if let condition { self.condition(condition, depth + 1) }
            if let step { expression(step, depth + 1) }
            statement(body, depth + 1)
        case .whileLoop(let condition, let body):
            line(depth, "while")
            self.condition(condition, depth + 1)
            statement(body, depth + 1)
        case .doLoop(let body, let condition):
            line(depth, "do")
            statement(body, depth + 1)
            expression(condition, depth + 1)
        case .breakLoop: line(depth, "break")
        case .continueLoop: line(depth, "continue")
        case .returnValue(let value):
            line(depth, "return")
            if let value { expression(value, depth + 1) }
        }
    }

    private mutating func condition(_ condition: LoopCondition, _ depth: Int) {
        switch condition {
        case .expression(let value): expression(value, depth)
        case .variable(let variable): self.variable(variable, "variable", depth)
        }
    }

    /// Uses a list instead of recursion, because a long sum is a deep tree.
    private mutating func expression(_ root: ExpressionID, _ depth: Int) {
        var pending = [(root, depth)]
        while let (id, depth) = pending.popLast() {
            let (text, children) = describe(tree[id].kind)
            line(depth, text)
            for child in children.reversed() { pending.append((child, depth + 1)) }
        }
    }

    private func describe(_ kind: ExpressionNode.Kind) -> (String, [ExpressionID]) {
        switch kind {
        case .float(let value): ("float \(value)", [])
        case .int(let value): ("int \(value)", [])
        case .bool(let value): ("bool \(value)", [])
        case .name(let name): ("name \(name)", [])
        case .unary(let operation, let operand): ("unary \(operation.rawValue)", [operand])
        case .step(let step, let isPrefix, let operand):
            ("\(isPrefix ? "prefix" : "postfix") \(step.rawValue)", [operand])
        case .binary(let operation, let left, let right): ("binary \(operation.rawValue)", [left, right])
        case .assign(let operation, let target, let value): ("assign \(operation?.rawValue ?? "")=", [target, value])
        case .conditional(let test, let first, let second): ("choice ?:", [test, first, second])
        case .comma(let left, let right): ("comma", [left, right])
        case .call(let name, let arguments): ("call \(name)", arguments)
        case .construct(let type, .given(let size), let arguments): ("make \(type)[]", [size] + arguments)
        case .construct(let type, let size, let arguments): ("make \(type)\(size == .counted ? "[]" : "")", arguments)
        case .member(let base, let name): ("member \(name)", [base])
        case .subscripted(let base, let index): ("element", [base, index])
        case .length(let base): ("length", [base])
        case .list(let values): ("list", values)
        }
    }
}
