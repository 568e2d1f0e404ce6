/// Turns one typed kernel into scalar code, with every function inlined.
///
/// This file has the state and the helpers. The extensions lower kernels, statements, places, expressions and calls.
struct Lowering {
    /// The storage of a variable of the source.
    enum Storage {
        case registers([Register])
        case array(Int)
        case image(Int)
        case none
    }

    /// The labels of a loop around the current statement.
    struct LoopLabels {
        var leave: Int
        var next: Int
        var usesNext = false
    }

    /// The state of one function that is being inlined.
    struct Frame {
        var body: TypedBody
        var storage: [Storage]
        /// Variables that are written after their declaration.
        var written: Set<Int>
        /// Registers of the result, if the function has an early `return`.
        var results: [Register] = []
        var returnLabel: Int
        var usesReturnLabel = false
        var loops: [LoopLabels] = []
        /// The span of the call in the user's source, if the function belongs to the prelude.
        var callSpan: SourceSpan?
    }

    let typed: TypedProgram
    let limits: KernelLimits
    var sink: DiagnosticSink
    var registers: [RegisterInfo] = []
    var arrays: [ArrayInfo] = []
    /// The statement list to which instructions are appended.
    var output: [Statement] = []
    var frame: Frame
    var globals: [Storage] = []
    var freeSampling: Set<SourceSpan> = []
    /// Image indices of the `__sample` parameters that became samplers by the compatibility option, by parameter index.
    var convertedImages: [Int: Int] = [:]
    /// Number of loops around the current statement, including those of inlining callers.
    var loopDepth = 0
    var instructionCount: Int
    /// Whether a limit was exceeded. All later output is discarded.
    var isExhausted = false
    private var nextLabel = 0
    private var depth = 0
    private var controlDepth = 0

    init(_ typed: TypedProgram, limits: KernelLimits, sink: DiagnosticSink, instructionCount: Int) {
        (self.typed, self.limits, self.sink, self.instructionCount) = (typed, limits, sink, instructionCount)
        frame = Frame(body: typed.globalBody, storage: [], written: [], returnLabel: 0)
    }

    mutating func newLabel() -> Int {
        nextLabel += 1
        return nextLabel
    }

    func span(_ span: SourceSpan) -> SourceSpan { frame.callSpan ?? span }

    // MARK: Limits

    mutating func exhaust(_ message: String, _ place: SourceSpan, help: String) {
        guard !isExhausted else { return }
        isExhausted = true
        sink.error(message, span(place), help: help)
    }

    /// Enters one nesting level. Returns false if that exceeds the limit, else the caller must call `ascend` later.
    ///
    /// This isn't a function with a closure, which would add a stack frame to every level of the recursion.
    mutating func descend(_ place: SourceSpan) -> Bool {
        if isExhausted { return false }
        guard depth < limits.inlinedNesting else {
            exhaust(
                "nested too deeply, counting inlined functions and 'else if'", place,
                help: "use fewer functions inside functions, and fewer 'else if' in a row")
            return false
        }
        depth += 1
        return true
    }

    mutating func ascend() { depth -= 1 }

    // MARK: Registers and instructions

    mutating func newRegister(_ type: ScalarType, isVariable: Bool = false, name: String? = nil) -> Register {
        registers.append(RegisterInfo(type: type, isUniform: false, isVariable: isVariable, name: name))
        return Register(registers.count - 1)
    }

    /// Creates the registers of a new variable.
    mutating func newVariable(_ type: KernelType, name: String) -> [Register] {
        let scalar = type.scalarType ?? .float
        return (0..<type.scalarCount).map {
            newRegister(scalar, isVariable: true, name: Self.componentName(name, type, $0))
        }
    }

    static func componentName(_ name: String, _ type: KernelType, _ index: Int) -> String {
        switch type.base {
        case .vector: "\(name).\(Array("xyzw")[index])"
        case .matrix(let size): "\(name)[\(index / size)].\(Array("xyzw")[index % size])"
        default: name
        }
    }

    mutating func append(_ statement: Statement, _ place: SourceSpan) {
        countInstruction(place)
        if !isExhausted { output.append(statement) }
    }

    mutating func countInstruction(_ place: SourceSpan) {
        instructionCount += 1
        if instructionCount > limits.instructions {
            exhaust(
                "the kernel needs more than \(limits.instructions) instructions once its functions are inlined", place,
                help: "call fewer functions, or use a loop")
        }
    }

    mutating func emit(_ opcode: Opcode, _ operands: [Register], to results: [Register], _ place: SourceSpan) {
        append(.compute(Instruction(opcode, operands, to: results, span: span(place))), place)
    }

    /// Emits one instruction with one new result.
    mutating func emit(_ opcode: Opcode, _ operands: [Register], _ type: ScalarType, _ place: SourceSpan) -> Register {
        let result = newRegister(type)
        emit(opcode, operands, to: [result], place)
        return result
    }

    mutating func constant(_ value: Int, _ place: SourceSpan) -> Register {
        emit(.constantInt(Int32(truncatingIfNeeded: value)), [], .int, place)
    }

    mutating func zero(_ scalar: ScalarType, _ place: SourceSpan) -> Register {
        switch scalar {
        case .float: emit(.constantFloat(0), [], .float, place)
        case .int: emit(.constantInt(0), [], .int, place)
        case .bool: emit(.constantBool(false), [], .bool, place)
        }
    }

    func type(_ register: Register) -> ScalarType { registers[register.index].type }

    /// Returns temporaries with the same values, which later writes to variables don't change.
    mutating func copy(_ values: [Register], _ place: SourceSpan) -> [Register] {
        values.map { registers[$0.index].isVariable ? emit(.move, [$0], type($0), place) : $0 }
    }

    mutating func move(_ values: [Register], to targets: [Register], _ place: SourceSpan) {
        // If the sources and targets overlap, as in v.xy = v.yx, read all values before the first is overwritten.
        let isOverlapping = values.contains { registers[$0.index].isVariable && targets.contains($0) }
        let sources = isOverlapping ? copy(values, place) : values
        for (source, target) in zip(sources, targets) { emit(.move, [source], to: [target], place) }
    }

    /// Returns the statements that `work` emits, instead of appending them to `output`.
    mutating func collect(_ place: SourceSpan, _ work: (inout Lowering) -> Void) -> [Statement] {
        guard controlDepth < limits.controlDepth else {
            exhaust(
                "control flow is nested deeper than \(limits.controlDepth) levels once the functions are inlined",
                place,
                help: "use fewer 'else if', or functions")
            return []
        }
        let outer = output
        output = []
        controlDepth += 1
        work(&self)
        controlDepth -= 1
        defer { output = outer }
        return output
    }
}
