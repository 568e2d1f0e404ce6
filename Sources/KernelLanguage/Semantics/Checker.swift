/// Resolves every name and type of a syntax tree.
///
/// This file has the state and the top level. The extensions check declarations, statements, expressions and calls.
struct Checker {
    /// What a name of a value refers to.
    enum Symbol {
        case variable(Int)
        case global(Int)
    }

    /// The state of checking one function, or the global variables.
    struct Context {
        var tree: SyntaxTree
        var body = TypedBody()
        var scopes: [[String: Symbol]] = [[:]]
        var function: FunctionID?
        var returnType = KernelType.void
        /// The size of the generic types, if the function is a generic one of the prelude.
        var genericSize: Int?
        var isPrelude = false
        var loopDepth = 0
        var returnsSomewhere = false
    }

    /// An instance of a prelude function: the function and the size of its generic types.
    struct PreludeKey: Hashable {
        var name: String
        var index: Int
        var size: Int?
    }

    let options: KernelOptions
    let limits: KernelLimits
    var sink: DiagnosticSink
    var program = TypedProgram()
    var functionsByName: [String: [FunctionID]] = [:]
    var globalsByName: [String: Symbol] = [:]
    var context: Context
    var preludeInstances: [PreludeKey: FunctionID] = [:]
    /// Prelude functions whose bodies still have to be checked.
    var pending: [(key: PreludeKey, function: FunctionID)] = []
    /// The indices of the `__sample` parameters that become samplers by the compatibility option, by kernel.
    var convertedSamples: [FunctionID: Set<Int>] = [:]

    /// Returns the typed program of `tree`. Errors are added to `sink`.
    static func check(
        _ tree: SyntaxTree, options: KernelOptions, limits: KernelLimits, sink: inout DiagnosticSink
    ) -> TypedProgram {
        var checker = Checker(options: options, limits: limits, sink: sink, context: Context(tree: tree))
        checker.run()
        sink = checker.sink
        return checker.program
    }

    private mutating func run() {
        let tree = context.tree
        var bodies: [(FunctionID, FunctionSyntax)] = []
        for declaration in tree.declarations where !sink.isFull {
            switch declaration {
            case .variable(let variable): declareGlobal(variable)
            case .function(let function):
                if let id = declare(function), function.body != nil { bodies.append((id, function)) }
            }
        }
        program.globalBody = context.body
        for (id, function) in bodies where !sink.isFull { checkBody(of: id, function, tree: tree) }
        while let next = pending.popLast() { checkPrelude(next.key, next.function) }
        if program.kernels.isEmpty, !sink.hasErrors { reportMissingKernel(bodies.map(\.1)) }
        RecursionCheck.run(program, limits: limits, sink: &sink)
    }

    private mutating func reportMissingKernel(_ functions: [FunctionSyntax]) {
        guard let last = functions.last else {
            return sink.error(
                "no kernel in this source", SourceSpan(start: 0, end: 0),
                help: "write kernel vec4 name(__sample s) { … }")
        }
        sink.error(
            "no kernel in this source", last.nameSpan,
            help: "did you forget 'kernel' before '\(last.returnType) \(last.name)(…)'?")
    }

    // MARK: Nodes

    /// Adds a node. `children` are the nodes that it evaluates, from which it inherits effects and cost.
    mutating func add(
        _ kind: TypedExpression.Kind, _ type: KernelType, _ span: SourceSpan, children: [TypedID] = [],
        constant: Int32? = nil,
        hasEffects: Bool = false, isCostly: Bool = false
    ) -> TypedID {
        let inherits = children.contains { context.body[$0].hasEffects }
        let inheritsCost = children.contains { context.body[$0].isCostly }
        let effects = hasEffects || inherits
        context.body.expressions.append(
            TypedExpression(
                kind: kind, type: type, span: span, constant: constant, hasEffects: effects,
                isCostly: effects || isCostly || inheritsCost))
        return TypedID(index: Int32(context.body.expressions.count - 1))
    }

    /// Adds a node in place of an expression for which an error was reported.
    mutating func invalid(_ span: SourceSpan) -> TypedID { add(.invalid, .invalid, span) }

    mutating func fail(_ message: String, _ span: SourceSpan, help: String? = nil) -> TypedID {
        sink.error(message, span, help: help)
        return invalid(span)
    }

    func type(_ id: TypedID) -> KernelType { context.body[id].type }
    func span(_ id: TypedID) -> SourceSpan { context.body[id].span }

    // MARK: Names

    func lookUp(_ name: String) -> Symbol? {
        for scope in context.scopes.reversed() { if let symbol = scope[name] { return symbol } }
        return context.isPrelude ? nil : globalsByName[name]
    }

    func variable(_ symbol: Symbol) -> TypedVariable {
        switch symbol {
        case .variable(let index): context.body.variables[index]
        case .global(let index): program.globals[index]
        }
    }

    /// Names of values that are visible in the current scope.
    var visibleNames: Set<String> {
        context.scopes.reduce(into: Set(globalsByName.keys)) { names, scope in names.formUnion(scope.keys) }
    }

    mutating func declareVariable(_ variable: TypedVariable, _ span: SourceSpan) -> Int {
        let last = context.scopes.count - 1
        if context.scopes[last][variable.name] != nil {
            sink.error(
                "'\(variable.name)' is declared twice in this block", span, help: "choose another name, or assign to it"
            )
        }
        context.body.variables.append(variable)
        let index = context.body.variables.count - 1
        if !variable.name.isEmpty { context.scopes[last][variable.name] = .variable(index) }
        return index
    }
}
