import UntrustedInput

extension Checker {
    mutating func call(_ name: String, _ arguments: [ExpressionID], _ node: ExpressionNode) -> TypedID {
        let isSamplerFunction = Self.samplerFunctions.contains(name) && functionsByName[name] == nil
        if isSamplerFunction, let value = callOnSample(name, arguments, node) { return value }
        var values: [TypedID] = []
        for (index, argument) in arguments.enumerated() {
            let value = expression(argument)
            values.append(index == 0 && isSamplerFunction ? asSampler(value, name) : value)
        }
        if values.contains(where: { type($0).isInvalid }) {
            // Report an unknown function name even if an argument is invalid.
            if !context.isPrelude, functionsByName[name] == nil, Prelude.functions[name] == nil {
                return unknownFunction(name, node)
            }
            return invalid(node.span)
        }
        if !context.isPrelude, let candidates = functionsByName[name] {
            switch best(candidates.map { ($0, program.functions[$0.index].parameters.map(\.type)) }, values) {
            case .one(let id): return userCall(id, values, node)
            case .several:
                return fail(
                    "the call of '\(name)' fits several functions equally well", node.mark,
                    help: "convert the arguments: float(…)")
            case .none where isUserName(name): return mismatch(name, candidates.map { signature($0) }, values, node)
            case .none: break
            }
        }
        guard isUserName(name) == false else { return unknownFunction(name, node) }
        return builtInCall(name, arguments, values, node)
    }

    private static let samplerFunctions: Set<String> = [
        "sample", "samplerCoord", "samplerTransform", "samplerExtent", "samplerOrigin", "samplerSize",
    ]

    /// Whether `name` is not a built-in function that the current context may call. Names with a leading `__` are
    /// internal to the prelude.
    private func isUserName(_ name: String) -> Bool {
        Prelude.functions[name] == nil || (!context.isPrelude && name.hasPrefix("__"))
    }

    // MARK: Choosing an overload

    private enum Match<T> {
        case none
        case one(T)
        case several
    }

    /// Returns the candidate that needs the fewest conversions.
    private func best<T>(_ candidates: [(T, [KernelType])], _ values: [TypedID]) -> Match<T> {
        var found: Match<T> = .none
        var lowest = Int.max
        for (candidate, parameters) in candidates where parameters.count == values.count {
            var cost = 0
            for (parameter, value) in zip(parameters, values) {
                guard let conversion = Self.conversionCost(from: type(value), to: parameter) else {
                    cost = Int.max
                    break
                }
                cost += conversion
            }
            if cost == Int.max { continue }
            if cost < lowest {
                (found, lowest) = (.one(candidate), cost)
            } else if cost == lowest {
                found = .several
            }
        }
        return found
    }

    private mutating func userCall(_ id: FunctionID, _ values: [TypedID], _ node: ExpressionNode) -> TypedID {
        let function = program.functions[id.index]
        guard function.body != nil else {
            return fail(
                "'\(function.name)' is declared, but its body is missing", node.mark, help: "define it in this source")
        }
        return finishCall(id, values, node)
    }

    /// Converts the arguments for the chosen function and records the call for the recursion check.
    private mutating func finishCall(_ id: FunctionID, _ values: [TypedID], _ node: ExpressionNode) -> TypedID {
        let function = program.functions[id.index]
        var converted: [TypedID] = []
        for (parameter, value) in zip(function.parameters, values) {
            if parameter.direction != .in {
                guard isWritable(value, node) else { return invalid(node.span) }
                guard type(value) == parameter.type else {
                    return fail(
                        "'\(function.name)' writes a \(parameter.type) here, not \(type(value))", span(value),
                        help: "pass a \(parameter.type) variable")
                }
            }
            if parameter.type.isSampler {
                guard case .variable = context.body[value].kind else {
                    return fail("a sampler argument must be a parameter's name", span(value))
                }
                converted.append(value)
            } else {
                converted.append(self.converted(value, to: parameter.type))
            }
        }
        if let caller = context.function { program.functions[caller.index].callees[id] = node.mark }
        let writes = !function.isPrelude || function.parameters.contains { $0.direction != .in }
        return add(.call(id, converted), function.returnType, node.span, children: converted, hasEffects: writes)
    }

    // MARK: The language's own functions

    private mutating func builtInCall(
        _ name: String, _ arguments: [ExpressionID], _ values: [TypedID], _ node: ExpressionNode
    ) -> TypedID {
        let functions = Prelude.functions[name] ?? []
        var candidates: [((index: Int, size: Int?), [KernelType])] = []
        for (index, function) in functions.enumerated() where function.parameters.count == values.count {
            let types = function.parameters.map(\.type)
            guard let smallest = Self.smallestSize(types) else {
                candidates.append(((index, nil), types))
                continue
            }
            for size in smallest...4 { candidates.append(((index, size), types.map { $0.specialized(size) })) }
        }
        let chosen: (index: Int, size: Int?)
        switch best(candidates, values) {
        case .one(let match): chosen = match
        case .several:
            return fail("the call of '\(name)' is ambiguous", node.mark, help: "convert the arguments: float(…)")
        case .none:
            return mismatch(name, functions.map { Self.signature($0.name, $0.parameters.map(\.type)) }, values, node)
        }
        let function = functions[chosen.index]
        guard function.body == nil else { return finishCall(preludeFunction(name, chosen), values, node) }
        return operation(function, size: chosen.size, arguments, values, node)
    }

    private static func smallestSize(_ types: [KernelType]) -> Int? {
        types.lazy.compactMap { if case .generic(_, let smallest) = $0.base { smallest } else { nil } }.first
    }

    private mutating func preludeFunction(_ name: String, _ chosen: (index: Int, size: Int?)) -> FunctionID {
        let key = PreludeKey(name: name, index: chosen.index, size: chosen.size)
        if let known = preludeInstances[key] { return known }
        let syntax = (Prelude.functions[name] ?? [])[chosen.index]
        let parameters = syntax.parameters.map { parameter in
            TypedParameter(
                type: parameter.type.specialized(chosen.size), direction: parameter.direction, syntax: parameter)
        }
        program.functions.append(
            TypedFunction(
                name: name, nameSpan: syntax.nameSpan, isKernel: false, isPrelude: true,
                returnType: syntax.returnType.specialized(chosen.size), parameters: parameters))
        let id = FunctionID(index: program.functions.count - 1)
        preludeInstances[key] = id
        pending.append((key, id))
        return id
    }

    private mutating func operation(
        _ function: FunctionSyntax, size: Int?, _ arguments: [ExpressionID], _ values: [TypedID], _ node: ExpressionNode
    ) -> TypedID {
        let result = function.returnType.specialized(size)
        let parameters = function.parameters.map { $0.type.specialized(size) }
        switch BuiltInOperation.of(function.name, scalar: parameters.last?.scalarType) {
        case .destCoord: return add(.destCoord, result, node.span)
        case .samplerAttribute(let attribute): return add(.samplerAttribute(values[0], attribute), result, node.span)
        case .sample:
            if case .variable(let sampler) = context.body[values[0]].kind, isCoordinate(arguments[1], of: sampler) {
                return add(.sampleAtDestination(values[0]), result, node.span)
            }
            warnOfPixels(arguments[1])
            return add(.sample(values[0], values[1]), result, node.span, children: values, isCostly: true)
        case .each(let opcode):
            var converted: [TypedID] = []
            for (parameter, value) in zip(parameters, values) { converted.append(self.converted(value, to: parameter)) }
            return add(.each(opcode, converted), result, node.span, children: converted)
        case nil: return fail("internal error: built-in '\(function.name)' has no operation", node.mark)
        }
    }

    /// Whether an argument is `samplerCoord(s)` of the sampler or `__sample` in a variable.
    private func isCoordinate(_ argument: ExpressionID, of variable: Int) -> Bool {
        guard case .call("samplerCoord", let inner) = context.tree[argument].kind,
            functionsByName["samplerCoord"] == nil, inner.count == 1,
            case .name(let name) = context.tree[inner[0]].kind, case .variable(let own)? = lookUp(name)
        else { return false }
        return own == variable
    }

    /// Returns the value of a sampler function that published kernels call on a `__sample`, or nil for any other call,
    /// which needs a sampler.
    ///
    /// `samplerCoord(s)` is the sample's position, which is the current pixel's, and `sample(s, samplerCoord(s))` is
    /// the sample itself.
    private mutating func callOnSample(
        _ name: String, _ arguments: [ExpressionID], _ node: ExpressionNode
    ) -> TypedID? {
        guard !options.acceptsSamplerFunctionsOnSamples, let first = arguments.first,
            case .name(let image) = context.tree[first].kind, case .variable(let sample)? = lookUp(image),
            context.body.variables[sample].isSample
        else { return nil }
        switch name {
        case "samplerCoord" where arguments.count == 1:
            return add(.destCoord, .vector(.float, 2), node.span)
        case "sample" where arguments.count == 2 && isCoordinate(arguments[1], of: sample):
            return expression(first)
        default: return nil
        }
    }

    /// Returns the first argument of a sampler function. A `__sample` parameter is an error, or becomes a sampler if
    /// the option allows it.
    private mutating func asSampler(_ value: TypedID, _ function: String) -> TypedID {
        guard case .variable(let index) = context.body[value].kind, context.body.variables[index].isSample else {
            return value
        }
        let name = context.body.variables[index].name
        guard options.acceptsSamplerFunctionsOnSamples, let kernel = context.function else {
            return fail(
                "'\(name)' is a __sample, the colour at this pixel, and '\(function)' needs a sampler", span(value),
                help: "use '\(name)' itself as the colour, or declare it as sampler \(name)")
        }
        // Parameters are the first variables of a body, in their order.
        convertedSamples[kernel, default: []].insert(index)
        return add(.variable(index), .sampler, span(value))
    }

    // MARK: Messages

    private mutating func unknownFunction(_ name: String, _ node: ExpressionNode) -> TypedID {
        if case .variable? = lookUp(name) {
            return fail(
                "'\(name)' is a variable, not a function", node.mark,
                help: "an operator such as '*' is missing before '('")
        }
        if let help = RelatedLanguageHelp.functions[name] ?? RelatedLanguageHelp.types[name] {
            return fail("'\(name)' is not a function of the kernel language", node.mark, help: help)
        }
        let near = NearestName.of(
            name, among: Prelude.names + functionsByName.keys.sorted() + TypeName.types.keys.sorted())
        return fail("there is no function '\(name)'", node.mark, help: near.map { "did you mean '\($0)'?" })
    }

    private mutating func mismatch(
        _ name: String, _ signatures: [String], _ values: [TypedID], _ node: ExpressionNode
    ) -> TypedID {
        let given = values.map { type($0).description }.joined(separator: ", ")
        let shown = signatures.prefix(4).joined(separator: " or ") + (signatures.count > 4 ? " …" : "")
        return fail("'\(name)' cannot take (\(given))", node.mark, help: "it is \(shown)")
    }

    private func signature(_ id: FunctionID) -> String {
        let function = program.functions[id.index]
        return Self.signature(function.name, function.parameters.map(\.type))
    }

    private static func signature(_ name: String, _ types: [KernelType]) -> String {
        "\(name)(\(types.map(\.description).joined(separator: ", ")))"
    }
}
