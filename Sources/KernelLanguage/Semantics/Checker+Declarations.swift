extension Checker {
    // MARK: Globals

    mutating func declareGlobal(_ syntax: VariableSyntax) {
        guard let (type, value) = typeAndValue(of: syntax) else { return }
        if value == nil, syntax.isUniform || syntax.isConstant {
            sink.error(
                "the global '\(syntax.name)' has no value", syntax.nameSpan,
                help: "give it one, or make it a parameter of the kernel")
        }
        if let value, !isConstantExpression(value) {
            sink.error(
                "the value of the global '\(syntax.name)' is not a constant", span(value),
                help: "use numbers, other globals and built-in functions; compute the rest inside the kernel")
        }
        if globalsByName[syntax.name] != nil {
            sink.error("the global '\(syntax.name)' is declared twice", syntax.nameSpan, help: "remove one")
        }
        let isReadOnly = syntax.isConstant || syntax.isUniform
        program.globals.append(
            TypedVariable(
                name: syntax.name, type: type, isReadOnly: isReadOnly,
                constant: isReadOnly && type == .int ? value.flatMap { context.body[$0].constant } : nil))
        program.globalValues.append(value)
        globalsByName[syntax.name] = .global(program.globals.count - 1)
    }

    private func isConstantExpression(_ id: TypedID) -> Bool {
        // Children precede their parents, so the nodes of this expression are those after the last global's value.
        let first = program.globalValues.reversed().lazy.compactMap { $0 }.first.map { Int($0.index) + 1 } ?? 0
        return context.body.expressions[first...Int(id.index)].allSatisfy { node in
            switch node.kind {
            case .destCoord, .sample, .sampleAtDestination, .samplerAttribute, .assign, .step: false
            case .call(let function, _): program.functions[function.index].isPrelude
            default: true
            }
        }
    }

    // MARK: Variables

    /// Returns the type and the converted initial value of a declared variable, or nil after an error.
    mutating func typeAndValue(of syntax: VariableSyntax) -> (type: KernelType, value: TypedID?)? {
        let type = syntax.type.specialized(context.genericSize)
        if type == .void || type.isSampler {
            sink.error(
                "a variable cannot have the type \(type)", syntax.nameSpan,
                help: type.isSampler ? "use the kernel's parameter by its own name" : nil)
            return nil
        }
        if case .list(let values)? = syntax.value.map({ context.tree[$0].kind }), let list = syntax.value {
            return initializerList(values, of: type, syntax, context.tree[list].span)
        }
        var count: Int?
        if case .given(let size) = syntax.size {
            guard let known = arraySize(size) else { return nil }
            count = known
        }
        var value = syntax.value.map { expression($0) }
        if syntax.size == .counted {
            guard let initial = value.map({ self.type($0) }), let known = initial.count else {
                if value.map({ self.type($0).isInvalid }) != true {
                    sink.error(
                        "the array '\(syntax.name)' has no size", syntax.nameSpan, help: "write \(syntax.name)[n]")
                }
                return nil
            }
            count = known
        }
        let whole = KernelType(type.base, count: count)
        if let initial = value {
            value = convert(initial, to: whole, for: "the initial value of '\(syntax.name)'")
        } else if syntax.isConstant, context.function != nil {
            sink.error("the constant '\(syntax.name)' has no value", syntax.nameSpan, help: "write = and its value")
        }
        return (whole, value)
    }

    private mutating func initializerList(
        _ values: [ExpressionID], of type: KernelType, _ syntax: VariableSyntax, _ span: SourceSpan
    ) -> (type: KernelType, value: TypedID?)? {
        var count: Int?
        switch syntax.size {
        case .none: break
        case .counted: count = values.count
        case .given(let size):
            guard let known = arraySize(size) else { return nil }
            count = known
        }
        guard let count else {
            let value = construction(of: type, values, span)
            return (type, value)
        }
        return (KernelType(type.base, count: count), arrayConstruction(of: type, count: count, values, span))
    }

    /// Returns the value of the size expression of an array, or nil after an error.
    mutating func arraySize(_ id: ExpressionID) -> Int? {
        let size = expression(id)
        if type(size).isInvalid { return nil }
        guard type(size) == .int, let count = context.body[size].constant else {
            sink.error(
                "the size of an array must be a constant int", span(size),
                help: "write a number, or a const int with a known value")
            return nil
        }
        guard count > 0, count <= limits.arrayScalars else {
            sink.error("an array has 1 to \(limits.arrayScalars) elements, not \(count)", span(size))
            return nil
        }
        return Int(count)
    }

    // MARK: Functions

    /// Registers a function. Returns nil if it cannot be called because of an error.
    mutating func declare(_ syntax: FunctionSyntax) -> FunctionID? {
        guard let (returnType, parameters) = signature(of: syntax) else { return nil }
        var function = TypedFunction(
            name: syntax.name, nameSpan: syntax.nameSpan, isKernel: syntax.isKernel, isPrelude: false,
            returnType: returnType,
            parameters: parameters)
        if syntax.isKernel { function.kind = kind(of: function, syntax) }
        let types = parameters.map(\.type)
        if let known = functionsByName[syntax.name]?.first(where: {
            program.functions[$0.index].parameters.map(\.type) == types
        }) {
            return redeclare(known, function, syntax)
        }
        program.functions.append(function)
        let id = FunctionID(index: program.functions.count - 1)
        functionsByName[syntax.name, default: []].append(id)
        if syntax.isKernel, syntax.body != nil { addKernel(id, syntax) }
        if syntax.body != nil { program.functions[id.index].body = TypedBody() }
        return id
    }

    private mutating func redeclare(_ known: FunctionID, _ function: TypedFunction, _ syntax: FunctionSyntax)
        -> FunctionID?
    {
        let earlier = program.functions[known.index]
        if earlier.returnType != function.returnType {
            sink.error(
                "'\(syntax.name)' returns \(function.returnType) here and \(earlier.returnType) before",
                syntax.returnSpan)
            return nil
        }
        guard syntax.body != nil else { return known }
        guard earlier.body == nil else {
            sink.error(
                "'\(syntax.name)' is defined twice with the same parameters", syntax.nameSpan,
                help: "remove or rename one")
            return nil
        }
        program.functions[known.index] = function
        program.functions[known.index].body = TypedBody()
        if syntax.isKernel { addKernel(known, syntax) }
        return known
    }

    private mutating func addKernel(_ id: FunctionID, _ syntax: FunctionSyntax) {
        if program.kernels.contains(where: { program.functions[$0.index].name == syntax.name }) {
            sink.error("two kernels are called '\(syntax.name)'", syntax.nameSpan, help: "rename one")
        }
        program.kernels.append(id)
    }

    private mutating func signature(of syntax: FunctionSyntax) -> (KernelType, [TypedParameter])? {
        var returnType = syntax.returnType
        if case .given(let size) = syntax.returnSize {
            guard let count = arraySize(size) else { return nil }
            returnType = KernelType(returnType.base, count: count)
        }
        if returnType.isSampler {
            sink.error("a function cannot return a sampler", syntax.returnSpan, help: "return the sampled colour")
            return nil
        }
        var parameters: [TypedParameter] = []
        for parameter in syntax.parameters {
            var type = parameter.type
            switch parameter.size {
            case .none: break
            case .counted:
                sink.error(
                    "the array '\(parameter.name)' has no size", parameter.span, help: "write \(parameter.name)[n]")
                return nil
            case .given(let size):
                guard let count = arraySize(size) else { return nil }
                type = KernelType(type.base, count: count)
            }
            if type.base == .void || (type.isSampler && type.isArray) {
                sink.error("a parameter cannot have the type \(type)", parameter.span)
                return nil
            }
            parameters.append(TypedParameter(type: type, direction: parameter.direction, syntax: parameter))
        }
        return (returnType, parameters)
    }

    /// Returns the kind of kernel that the signature declares. Reports signatures that no kernel can have.
    private mutating func kind(of function: TypedFunction, _ syntax: FunctionSyntax) -> KernelKind {
        for parameter in function.parameters {
            if parameter.direction != .in {
                sink.error(
                    "a kernel's parameter cannot be '\(parameter.direction.rawValue)'", parameter.syntax.span,
                    help: "return the value")
            }
            if parameter.type.isArray {
                sink.error(
                    "a kernel's parameter cannot be an array", parameter.syntax.span,
                    help: "pass vectors or a matrix, or the values as an image: __table sampler")
            }
        }
        let hasSampler = function.parameters.contains(where: \.type.isSampler)
        let hasSample = function.parameters.contains { $0.syntax.spelling == "__sample" }
        switch function.returnType {
        case .vector(.float, 4): return hasSampler ? .general : .color
        case .vector(.float, 2):
            if hasSampler || hasSample {
                sink.error(
                    "a kernel that returns vec2 is a warp kernel and has no image parameters", syntax.returnSpan,
                    help: "return vec4, or remove the image: a warp kernel returns where a pixel comes from")
            }
            return .warp
        default:
            let help =
                switch function.returnType {
                case .vector(.float, 3): "return vec4(rgb, 1.0), or vec4(rgb, s.a)"
                case .float: "return vec4(value, value, value, 1.0)"
                default: nil as String?
                }
            sink.error(
                "a kernel returns vec4 (a colour) or vec2 (a place), not \(function.returnType)", syntax.returnSpan,
                help: help)
            return .color
        }
    }

    mutating func checkBody(of id: FunctionID, _ syntax: FunctionSyntax, tree: SyntaxTree, genericSize: Int? = nil) {
        let function = program.functions[id.index]
        var inner = Context(tree: tree)
        inner.function = id
        inner.returnType = function.returnType
        inner.genericSize = genericSize
        inner.isPrelude = function.isPrelude
        let outer = context
        context = inner
        defer { context = outer }
        for parameter in function.parameters {
            var variable = TypedVariable(
                name: parameter.syntax.name, type: parameter.type,
                isReadOnly: parameter.syntax.isConstant || parameter.type.isSampler)
            variable.isSample = function.isKernel && parameter.syntax.spelling == "__sample"
            _ = declareVariable(variable, parameter.syntax.span)
        }
        guard let body = syntax.body, case .block(let statements) = tree[body].kind else { return }
        context.scopes.append([:])
        context.body.statements = self.statements(statements)
        if function.returnType != .void, !function.isPrelude { checkReturns(function, syntax) }
        program.functions[id.index].body = context.body
        if let indices = convertedSamples[id] { convertSamples(indices, of: id) }
    }

    private mutating func checkReturns(_ function: TypedFunction, _ syntax: FunctionSyntax) {
        if !context.returnsSomewhere {
            sink.error(
                "'\(syntax.name)' returns nothing", syntax.nameSpan, help: "add 'return' with a \(function.returnType)")
        } else if !Self.alwaysReturns(context.body.statements) {
            sink.warning(
                "'\(syntax.name)' may end without 'return'; its value is zero then", syntax.nameSpan,
                help: "add 'return' at its end")
        }
    }

    /// Whether control never reaches the end of `statements`.
    static func alwaysReturns(_ statements: [TypedStatement]) -> Bool {
        statements.contains { statement in
            switch statement {
            case .returnValue: true
            case .block(let inner): alwaysReturns(inner)
            case .conditional(let arms, let otherwise, _):
                alwaysReturns(otherwise) && arms.allSatisfy { alwaysReturns($0.body) }
            case .loop(let loop): loop.condition == nil && !leaves(loop.body)
            default: false
            }
        }
    }

    private static func leaves(_ statements: [TypedStatement]) -> Bool {
        statements.contains { statement in
            switch statement {
            case .breakLoop: true
            case .block(let inner): leaves(inner)
            case .conditional(let arms, let otherwise, _): leaves(otherwise) || arms.contains { leaves($0.body) }
            default: false
            }
        }
    }

    mutating func checkPrelude(_ key: PreludeKey, _ id: FunctionID) {
        guard let syntax = Prelude.functions[key.name]?[key.index] else { return }
        checkBody(of: id, syntax, tree: Prelude.tree, genericSize: key.size)
    }

    /// Turns `__sample` parameters of a kernel into samplers, as `KernelOptions.acceptsSamplerFunctionsOnSamples`
    /// allows.
    private mutating func convertSamples(_ indices: Set<Int>, of id: FunctionID) {
        for index in indices {
            program.functions[id.index].parameters[index].syntax.spelling = "sampler"
        }
        program.functions[id.index].kind = .general
    }
}
