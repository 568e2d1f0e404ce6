extension Lowering {
    /// Returns the program of one kernel, or nil after an error was reported. `instructionCount` is the total over all
    /// kernels of a source so far.
    static func lower(
        _ kernel: FunctionID, of typed: TypedProgram, source: KernelSource, limits: KernelLimits,
        sink: inout DiagnosticSink,
        instructionCount: inout Int
    ) -> Program? {
        var lowering = Lowering(typed, limits: limits, sink: sink, instructionCount: instructionCount)
        let program = lowering.kernel(kernel, source: source)
        sink = lowering.sink
        instructionCount = lowering.instructionCount
        return lowering.isExhausted ? nil : program
    }

    private mutating func kernel(_ id: FunctionID, source: KernelSource) -> Program? {
        let function = typed.functions[id.index]
        guard let body = function.body, let kind = function.kind else { return nil }
        lowerGlobals()
        let parameters = function.parameters.map {
            KernelParameter(name: $0.syntax.name, type: Self.parameterType($0), span: $0.syntax.span)
        }
        frame = Frame(
            body: body, storage: Array(repeating: .none, count: body.variables.count),
            written: Self.writtenVariables(of: body, typed),
            returnLabel: newLabel())
        var image = 0
        for (index, parameter) in parameters.enumerated() {
            frame.storage[index] = bind(parameter, index, function.parameters[index].type, image: image)
            if parameter.type.isImage { image += 1 }
        }
        let outputs = inlinedBody(function, function.nameSpan)
        return Program(
            name: function.name, kind: kind, parameters: parameters, registers: registers, arrays: arrays, body: output,
            outputs: outputs, freeSampling: freeSampling.sorted { $0.start < $1.start }, span: function.nameSpan,
            source: source)
    }

    private static func parameterType(_ parameter: TypedParameter) -> KernelParameterType {
        switch parameter.syntax.spelling {
        case "__sample": return .sample
        case "__color": return .color
        case "sampler": return .sampler
        default: break
        }
        return switch parameter.type.base {
        case .sampler: .sampler
        case .table: .table
        case .scalar(.int): .int
        case .scalar(.bool): .bool
        case .vector(.float, let size): .vector(size)
        case .vector(.int, let size): .intVector(size)
        case .vector(.bool, let size): .boolVector(size)
        case .matrix(let size): .matrix(size)
        default: .float
        }
    }

    /// Emits a kernel parameter's value at the start of a pixel and returns its storage.
    private mutating func bind(_ parameter: KernelParameter, _ index: Int, _ type: KernelType, image: Int) -> Storage {
        let place = parameter.span
        switch parameter.type {
        case .sampler where type.isSampler, .table: return .image(image)
        case .sampler, .sample:
            // A `sampler` with the type of a colour was a `__sample` before the compatibility option changed it.
            let color = (0..<4).map { newRegister(.float, name: Self.componentName(parameter.name, type, $0)) }
            emit(.sampleAtDestination(image: image), [], to: color, place)
            if parameter.type == .sampler { convertedImages[index] = image }
            return variable(type, index, color, place)
        default:
            let values = (0..<parameter.type.componentCount).map { component in
                let name = Self.componentName(parameter.name, type, component)
                let register = newRegister(parameter.type.scalarType, name: name)
                emit(.argument(parameter: index, component: component), [], to: [register], place)
                return register
            }
            return variable(type, index, values, place)
        }
    }

    /// Returns the storage of a variable with an initial value. If nothing else writes the variable, its storage is the
    /// registers of the value.
    mutating func variable(_ type: KernelType, _ index: Int, _ values: [Register], _ place: SourceSpan) -> Storage {
        let isTemporary = values.allSatisfy { !registers[$0.index].isVariable }
        let name = frame.body.variables[index].name
        if type.isArray {
            let array = newArray(type, name: name, place)
            write(values, to: wholeArray(array, type, place), place)
            return .array(array)
        }
        if isTemporary, !frame.written.contains(index) {
            for (component, value) in values.enumerated() where registers[value.index].name == nil {
                registers[value.index].name = Self.componentName(name, type, component)
            }
            return .registers(values)
        }
        let targets = newVariable(type, name: name)
        move(values, to: targets, place)
        return .registers(targets)
    }

    mutating func newArray(_ type: KernelType, name: String, _ place: SourceSpan) -> Int {
        let total = arrays.reduce(type.scalarCount) { $0 + $1.count }
        if total > limits.arrayScalars {
            exhaust(
                "the local arrays of a kernel have more than \(limits.arrayScalars) numbers once the functions are inlined",
                place,
                help: "use smaller arrays, or pass the data as an image: __table sampler")
        }
        arrays.append(ArrayInfo(type: type.scalarType ?? .float, count: type.scalarCount, name: name))
        return arrays.count - 1
    }

    private mutating func lowerGlobals() {
        frame = Frame(body: typed.globalBody, storage: [], written: [], returnLabel: newLabel())
        globals = []
        for (index, global) in typed.globals.enumerated() {
            let place = typed.globalValues[index].map { typed.globalBody[$0].span } ?? SourceSpan(start: 0, end: 0)
            let values = typed.globalValues[index].map { value($0) } ?? zeros(global.type, place)
            if global.type.isArray {
                let array = newArray(global.type, name: global.name, place)
                globals.append(.array(array))
                write(values, to: wholeArray(array, global.type, place), place)
            } else if global.isReadOnly, values.allSatisfy({ !registers[$0.index].isVariable }) {
                globals.append(.registers(values))
            } else {
                let targets = newVariable(global.type, name: global.name)
                globals.append(.registers(targets))
                move(values, to: targets, place)
            }
        }
    }

    mutating func zeros(_ type: KernelType, _ place: SourceSpan) -> [Register] {
        let zero = zero(type.scalarType ?? .float, place)
        return Array(repeating: zero, count: type.scalarCount)
    }

    /// Returns the variables that an assignment, a step operator, or an `out` or `inout` argument writes.
    static func writtenVariables(of body: TypedBody, _ typed: TypedProgram) -> Set<Int> {
        var written: Set<Int> = []
        func note(_ target: TypedID) {
            var place = target
            while true {
                switch body[place].kind {
                case .element(let base, _), .components(let base, _): place = base
                case .variable(let index):
                    written.insert(index)
                    return
                default: return
                }
            }
        }
        for node in body.expressions {
            switch node.kind {
            case .assign(_, let target, _), .step(_, isPrefix: _, let target): note(target)
            case .call(let function, let arguments):
                for (parameter, argument) in zip(typed.functions[function.index].parameters, arguments)
                where parameter.direction != .in {
                    note(argument)
                }
            default: break
            }
        }
        return written
    }
}
