import KernelLanguage

/// Writes the body of a function.
///
/// Control flow is structured: every selection and loop names its merge block. Not thread-safe.
final class SPIRVFunctionWriter {
    let module: SPIRVModuleWriter
    /// The function's ID.
    let id: UInt32
    /// The IDs of the function's parameters.
    let parameters: [UInt32]
    private let resultType: UInt32
    private let parameterTypes: [UInt32]
    private var variables: [UInt32] = []
    /// The variables with tables of constants.
    private var tables: [LookupTable: UInt32] = [:]
    private var body: [UInt32] = []
    /// The current basic block.
    private(set) var block: UInt32
    private let entry: UInt32
    /// Whether the current basic block has ended.
    private(set) var isTerminated = false

    /// Begins a function.
    init(_ module: SPIRVModuleWriter, result: UInt32, parameters types: [UInt32]) {
        (self.module, resultType, parameterTypes) = (module, result, types)
        id = module.newID()
        parameters = types.map { _ in module.newID() }
        entry = module.newID()
        block = entry
    }

    /// Adds the function to the module.
    func finish() {
        let type = module.type(.typeFunction, [resultType] + parameterTypes)
        var words = SPIRVModuleWriter.instruction(.function, [resultType, id, 0, type])
        for (type, parameter) in zip(parameterTypes, parameters) {
            words += SPIRVModuleWriter.instruction(.functionParameter, [type, parameter])
        }
        words += SPIRVModuleWriter.instruction(.label, [entry])
        module.add(function: words + variables + body + SPIRVModuleWriter.instruction(.functionEnd, []))
    }

    // MARK: Instructions

    /// Writes an instruction without a result.
    func run(_ operation: SPIRVOperation, _ operands: [UInt32]) {
        body += SPIRVModuleWriter.instruction(operation, operands)
    }

    /// Writes an instruction and returns its result.
    func value(_ operation: SPIRVOperation, _ type: UInt32, _ operands: [UInt32]) -> UInt32 {
        let result = module.newID()
        run(operation, [type, result] + operands)
        return result
    }

    /// Writes float arithmetic that is never contracted with another instruction, and returns its result.
    func arithmetic(_ operation: SPIRVOperation, _ type: UInt32, _ operands: [UInt32]) -> UInt32 {
        let result = value(operation, type, operands)
        module.decorate(result, .noContraction)
        return result
    }

    /// Writes an instruction of `GLSL.std.450` and returns its result.
    func value(_ operation: SPIRVExtendedOperation, _ type: UInt32, _ operands: [UInt32]) -> UInt32 {
        value(.extInst, type, [module.extendedSet, operation.rawValue] + operands)
    }

    /// Writes a comparison, or logic.
    func test(_ operation: SPIRVOperation, _ operands: [UInt32]) -> UInt32 { value(operation, module.bool, operands) }

    /// Writes `condition ? a : b`.
    func select(_ type: UInt32, _ condition: UInt32, _ a: UInt32, _ b: UInt32) -> UInt32 {
        value(.select, type, [condition, a, b])
    }

    /// Declares a variable and returns a pointer to it. It is zero when the function begins, or undefined if `isZeroed`
    /// is false.
    func variable(_ type: UInt32, isZeroed: Bool = true) -> UInt32 {
        let id = module.newID()
        let pointer = module.pointer(.function, type)
        let operands = [pointer, id, SPIRVStorageClass.function.rawValue] + (isZeroed ? [module.zero(type)] : [])
        variables += SPIRVModuleWriter.instruction(.variable, operands)
        return id
    }

    /// Writes a look-up in a table of constants by an int from 0 to `LookupTable.count` - 1.
    ///
    /// The table is a variable with an initial value that nothing changes, which drivers keep in memory for constants.
    func lookup(_ table: LookupTable, _ index: UInt32) -> UInt32 {
        let variable = tables[table] ?? declare(table)
        return load(module.float, value(.accessChain, module.pointer(.function, module.float), [variable, index]))
    }

    private func declare(_ table: LookupTable) -> UInt32 {
        let type = module.type(.typeArray, [module.float, module.constant(Int32(LookupTable.count))])
        let values = module.constant(.constantComposite, type, table.values.map { module.constant($0) })
        let id = module.newID()
        variables += SPIRVModuleWriter.instruction(
            .variable, [module.pointer(.function, type), id, SPIRVStorageClass.function.rawValue, values])
        tables[table] = id
        return id
    }

    /// Reads a variable.
    func load(_ type: UInt32, _ variable: UInt32) -> UInt32 { value(.load, type, [variable]) }

    /// Writes a variable.
    func store(_ value: UInt32, to variable: UInt32) { run(.store, [variable, value]) }

    // MARK: Device memory

    /// Returns a pointer to a value at an address.
    func pointer(_ type: UInt32, at address: UInt32) -> UInt32 {
        value(.convertUToPtr, module.pointer(.physicalStorageBuffer, type), [address])
    }

    /// Reads memory at an address that is a multiple of `alignment` bytes.
    func load(_ type: UInt32, at address: UInt32, alignment: UInt32) -> UInt32 {
        // 2 announces the alignment.
        value(.load, type, [pointer(type, at: address), 2, alignment])
    }

    /// Writes memory at an address that is a multiple of `alignment` bytes.
    func store(_ value: UInt32, _ type: UInt32, at address: UInt32, alignment: UInt32) {
        run(.store, [pointer(type, at: address), value, 2, alignment])
    }

    /// Reads memory at a constant distance from an address.
    func load(_ type: UInt32, at address: UInt32, offset: Int) -> UInt32 {
        let place = value(.iAdd, module.long, [address, module.constant(long: offset)])
        return load(type, at: place, alignment: 8)
    }

    // MARK: Control flow

    /// Begins a basic block.
    func start(_ label: UInt32) {
        run(.label, [label])
        (block, isTerminated) = (label, false)
    }

    /// Ends the basic block with an instruction.
    func end(_ operation: SPIRVOperation, _ operands: [UInt32] = []) {
        guard !isTerminated else { return }
        run(operation, operands)
        isTerminated = true
    }

    /// Ends the basic block with a jump.
    func jump(_ label: UInt32) { end(.branch, [label]) }

    /// Writes statements that run if a condition is true.
    func selection(_ condition: UInt32, then: () throws -> Void) rethrows {
        let (first, merge) = (module.newID(), module.newID())
        run(.selectionMerge, [merge, 0])
        end(.branchConditional, [condition, first, merge])
        start(first)
        try then()
        jump(merge)
        start(merge)
    }

    /// Writes a selection between statements. If neither reaches its end, the code after the selection is unreachable,
    /// and `isTerminated` is true.
    func selection(_ condition: UInt32, then: () throws -> Void, otherwise: () throws -> Void) rethrows {
        let (first, second, merge) = (module.newID(), module.newID(), module.newID())
        run(.selectionMerge, [merge, 0])
        end(.branchConditional, [condition, first, second])
        var isReached = false
        start(first)
        try then()
        isReached = !isTerminated
        jump(merge)
        start(second)
        try otherwise()
        isReached = isReached || !isTerminated
        jump(merge)
        start(merge)
        if !isReached { end(.unreachable) }
    }

    /// Writes a loop over the integers from 0 up to, but not including, `count`, which is at least 1.
    func loop(count: UInt32, _ body: (UInt32) -> Void) {
        let (header, inside, latch, merge) = (module.newID(), module.newID(), module.newID(), module.newID())
        let (index, next) = (module.newID(), module.newID())
        let before = block
        jump(header)
        start(header)
        run(.phi, [module.int, index, module.constant(0 as Int32), before, next, latch])
        run(.loopMerge, [merge, latch, 0])
        jump(inside)
        start(inside)
        body(index)
        jump(latch)
        start(latch)
        run(.iAdd, [module.int, next, index, module.constant(1 as Int32)])
        end(.branchConditional, [test(.uLessThan, [next, count]), header, merge])
        start(merge)
    }

    /// Writes a selection with a result.
    func choose(_ condition: UInt32, _ type: UInt32, then: () -> UInt32, otherwise: () -> UInt32) -> UInt32 {
        var sources: [UInt32] = []
        func arm(_ write: () -> UInt32) {
            let result = write()
            sources += [result, block]
        }
        selection(condition, then: { arm(then) }, otherwise: { arm(otherwise) })
        return value(.phi, type, sources)
    }
}
