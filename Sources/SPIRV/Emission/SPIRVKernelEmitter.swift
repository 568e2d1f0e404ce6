import DeviceKernels
import ImageGraph
import KernelLanguage
import Pixels

/// Writes a validated program as a SPIR-V compute shader.
///
/// An invocation computes one pixel, so every register is a scalar, and all control flow is real branches and loops.
struct SPIRVKernelEmitter {
    /// Maximum number of instructions of a kernel, as for machine code.
    static let maximumInstructions = 4000
    /// Maximum number of instructions after the expansion of transcendental functions.
    static let maximumExpandedInstructions = 12_000
    /// Maximum number of scalars in the local arrays of a pixel, which is that of the kernel language.
    static let maximumArrayScalars = KernelLimits.standard.arrayScalars

    /// Maximum number of scalars of an array that has an initial value. Longer ones are cleared by a loop.
    private static let initializedScalars = 16

    let program: Program
    let layout: KernelLayout
    let block: ParameterBlockLayout
    /// How the pixels of each image, and of the result, are accessed.
    let imageCodings: [DevicePixelCoding]
    private let outputCoding: DevicePixelCoding
    private let packing: ChannelCode
    let module: SPIRVModuleWriter
    /// The writer of the entry point.
    let writer: SPIRVFunctionWriter
    /// For each register, its value, if an instruction's result is its value.
    private var values: [UInt32?]
    /// For each register, the variable that contains it, if it needs one.
    private var variables: [UInt32?]
    /// The variables of the program's arrays.
    private(set) var arrays: [UInt32] = []
    /// The sampling functions by name, each with its ID.
    var functions: [String: UInt32] = [:]

    /// The address of the parameter block.
    private(set) var blockAddress: UInt32 = 0
    /// The invocation's column and row in the region (32 bits).
    private var place: [UInt32] = []
    /// The pixel's column and row in working space (64 bits).
    private(set) var pixel: [UInt32] = []
    /// A zero (32 bits) that the driver doesn't know, if operands are to be hidden from it.
    private(set) var unknownZero: UInt32?
    /// The number of the pixel in the region (32 bits).
    private(set) var number: UInt32 = 0

    /// The variable with the number of loop iterations of the pixel so far, or 0 if there are no loops.
    var stepsVariable: UInt32 = 0
    /// The maximum number of loop iterations, which only programs with loops need, and the address of the fault word.
    private(set) var budget: UInt32 = 0
    private(set) var fault: UInt32 = 0
    /// The variable with the label that the pixel has exited to and not reached yet, plus 1, or 0.
    var pendingVariable: UInt32?
    /// The loops around the current place, from the outermost on.
    var constructs: [Construct] = []

    /// Writes the module of a program. The program is expanded with `expandingTranscendentals`.
    ///
    /// - Parameter controls: What the device promises about floats. The module demands it.
    /// - Throws: `SPIRVEmissionError` if the program can't be written.
    static func kernel(
        for program: Program, layout: KernelLayout, controls: SPIRVFloatControls
    ) throws -> SPIRVKernel {
        guard program.instructionCount <= maximumInstructions else {
            throw SPIRVEmissionError.tooLong(instructions: program.instructionCount, limit: maximumInstructions)
        }
        let expanded = program.expandingTranscendentals()
        guard expanded.instructionCount <= maximumExpandedInstructions else {
            throw SPIRVEmissionError.tooLong(
                instructions: expanded.instructionCount, limit: maximumExpandedInstructions)
        }
        var emitter = try SPIRVKernelEmitter(expanded, layout: layout)
        try emitter.writeEntryPoint(controls)
        return SPIRVKernel(words: emitter.module.words, block: emitter.block)
    }

    private init(_ program: Program, layout: KernelLayout) throws(SPIRVEmissionError) {
        (self.program, self.layout) = (program, layout)
        block = ParameterBlockLayout(program)
        imageCodings = try layout.images.map { image throws(SPIRVEmissionError) in try Self.coding(image.format) }
        outputCoding = try Self.coding(layout.output)
        guard let packing = outputCoding.packing else { throw .unsupportedFormat(layout.output.name) }
        self.packing = packing
        module = SPIRVModuleWriter()
        writer = SPIRVFunctionWriter(module, result: module.void, parameters: [])
        values = Array(repeating: nil, count: program.registers.count)
        variables = values
        guard layout.images.count == program.samplerCount else {
            throw .invalidProgram("the layout has \(layout.images.count) images")
        }
        guard program.outputs.count == (program.kind == .warp ? 2 : 4) else {
            throw .invalidProgram("it has \(program.outputs.count) results")
        }
        let scalars = program.arrays.reduce(0) { $0.addingReportingOverflow($1.count).partialValue }
        guard program.arrays.allSatisfy({ (1...Self.maximumArrayScalars).contains($0.count) }),
            scalars <= Self.maximumArrayScalars
        else { throw .arraysTooLarge(scalars: scalars, limit: Self.maximumArrayScalars) }
    }

    private static func coding(_ format: PixelFormat) throws(SPIRVEmissionError) -> DevicePixelCoding {
        guard let coding = DevicePixelCoding(format) else { throw .unsupportedFormat(format.name) }
        return coding
    }

    // MARK: The entry point

    private mutating func writeEntryPoint(_ controls: SPIRVFloatControls) throws {
        place = declareInterface(controls)
        if controls.hidesOperands { unknownZero = field32(.zeros0) }
        let width = field32(.width)
        let isInside = writer.test(
            .logicalAnd,
            [
                writer.test(.uLessThan, [place[0], width]), writer.test(.uLessThan, [place[1], field32(.height)]),
            ])
        try writer.selection(isInside) {
            fault = field(.fault)
            // After a stop, the rest of the work ends soon.
            try writer.selection(writer.test(.iNotEqual, [faultWord, module.constant(0 as Int32)])) {
                number = writer.value(
                    .iAdd, module.int, [writer.value(.iMul, module.int, [place[1], width]), place[0]])
                try writePixel()
            }
        }
        writer.end(.return)
        writer.finish()
    }

    /// Declares the entry point and what it reads, and returns the invocation's column and row.
    private mutating func declareInterface(_ controls: SPIRVFloatControls) -> [UInt32] {
        let three = module.type(.typeVector, [module.int, 3])
        let invocation = module.variable(module.pointer(.input, three), .input)
        // 28 is the number of the invocation among all of a dispatch.
        module.decorate(invocation, .builtIn, [28])
        let constants = module.type(.typeStruct, [module.long])
        module.decorate(constants, .block)
        module.decorate(constants, member: 0, .offset, [0])
        let parameters = module.variable(module.pointer(.pushConstant, constants), .pushConstant)
        module.setEntryPoint(writer.id, interface: [invocation, parameters])
        let (columns, rows) = SPIRVKernel.workgroup
        module.add(.localSize, of: writer.id, [UInt32(columns), UInt32(rows), 1])
        controls.declare(in: module, function: writer.id)
        let address = writer.value(
            .accessChain, module.pointer(.pushConstant, module.long), [parameters, module.constant(0 as Int32)])
        blockAddress = writer.load(module.long, address)
        let numbers = writer.load(three, invocation)
        return (0..<2).map { writer.value(.compositeExtract, module.int, [numbers, $0]) }
    }

    private mutating func writePixel() throws {
        pixel = zip(place, [ParameterBlockLayout.Field.x, .y]).map { place, start in
            let wide = writer.value(.uConvert, module.long, [place])
            return writer.value(.iAdd, module.long, [field(start), wide])
        }
        declareVariables()
        for instruction in program.prologue { try write(instruction) }
        try writeList(program.body)
        guard !writer.isTerminated else { throw SPIRVEmissionError.invalidProgram("no pixel reaches its end") }
        try writeResult()
    }

    private mutating func declareVariables() {
        let scoped = ScopedRegisters(program)
        for (index, info) in program.registers.enumerated() where scoped.needsVariable[index] {
            variables[index] = writer.variable(type(info.type))
        }
        for array in program.arrays { declare(array) }
        guard program.hasLoops else { return }
        stepsVariable = writer.variable(module.int)
        budget = field32(.stepBudget)
    }

    /// Declares an array of zeros.
    private mutating func declare(_ array: ArrayInfo) {
        let element = type(array.type)
        let count = module.constant(Int32(array.count))
        let isShort = array.count <= Self.initializedScalars
        let variable = writer.variable(module.type(.typeArray, [element, count]), isZeroed: isShort)
        arrays.append(variable)
        guard !isShort else { return }
        // Drivers turn the initial value of an array into a store for each scalar.
        writer.loop(count: count) { index in
            let place = writer.value(.accessChain, module.pointer(.function, element), [variable, index])
            writer.store(module.zero(element), to: place)
        }
    }

    private func writeResult() throws {
        var channels = try program.outputs.map { try read($0) }
        while channels.count < 4 { channels.append(module.constant(0 as Float)) }
        let color = writer.value(.compositeConstruct, module.color, channels)
        let row = writer.value(
            .iMul, module.long, [writer.value(.uConvert, module.long, [place[1]]), field(.outputBytesPerRow)])
        let column = writer.value(
            .iMul, module.long, [writer.value(.uConvert, module.long, [place[0]]), field(.outputBytesPerPixel)])
        let distance = writer.value(.iAdd, module.long, [row, column])
        let address = writer.value(.iAdd, module.long, [field(.output), distance])
        SPIRVPixels(writer: writer, coding: outputCoding).store(color, at: address, packing: packing)
    }

    // MARK: Fields

    /// Reads a field that every kernel has, as 64 bits.
    func field(_ field: ParameterBlockLayout.Field) -> UInt32 {
        writer.load(module.long, at: blockAddress, offset: field.offset)
    }

    /// Reads a field that every kernel has, and whose value fits 32 bits.
    private func field32(_ field: ParameterBlockLayout.Field) -> UInt32 {
        writer.load(module.int, at: blockAddress, offset: field.offset)
    }

    // MARK: Registers

    /// Returns the type of a scalar.
    func type(_ type: ScalarType) -> UInt32 {
        switch type {
        case .float: module.float
        case .int: module.int
        case .bool: module.bool
        }
    }

    /// Returns a register's value.
    func read(_ register: Register) throws -> UInt32 {
        if let variable = variables[register.index] {
            return writer.load(type(program.registers[register.index].type), variable)
        }
        guard let value = values[register.index] else {
            throw SPIRVEmissionError.invalidProgram("register \(register.index) is read before it is written")
        }
        return value
    }

    /// Writes a register.
    mutating func write(_ value: UInt32, to register: Register) {
        if let variable = variables[register.index] {
            writer.store(value, to: variable)
        } else {
            values[register.index] = value
        }
    }
}

extension Program {
    /// Whether the program has loops.
    fileprivate var hasLoops: Bool { Self.hasLoops(body) }

    private static func hasLoops(_ statements: [Statement]) -> Bool {
        statements.contains { statement in
            switch statement {
            case .compute, .exit: false
            case .loop: true
            case .branch(_, let then, let otherwise, _): hasLoops(then) || hasLoops(otherwise)
            case .block(_, let body, _): hasLoops(body)
            }
        }
    }
}
