import KernelLanguage

extension BlockProgram {
    /// Decodes a program and lays out its scratch memory. Throws `InterpreterError`.
    init(decoding program: Program, memoryLimit: Int) throws {
        self.program = program
        var builder = try BlockProgramBuilder(program)
        var results: [BlockProgramBuilder.Place] = []
        for output in program.outputs {
            let place = try builder.place(reading: output)
            if place >= 0 {
                builder.lifetimes.mention(place, at: builder.body.count)
                results.append(place)
            } else {
                let copy = builder.lifetimes.add(isVariable: false)
                builder.emit(.broadcast, [place], to: [copy])
                results.append(copy)
            }
        }
        for place in results { builder.lifetimes.mention(place, at: builder.body.count) }
        for place in builder.zeroed { builder.lifetimes.mention(place, at: 0) }

        let slots = Self.shareSlots(builder.lifetimes.ranges())
        try layOut(builder, slotCount: slots.count, memoryLimit: memoryLimit)
        let pitch = slotPitch
        func offset(_ place: BlockProgramBuilder.Place) -> Int {
            place < 0 ? uniformOffset + 4 * (Int(-place) - 1) : slots.assignment[Int(place)] * pitch
        }
        func placed(_ instruction: BlockInstruction) -> BlockInstruction {
            var instruction = instruction
            for index in 0..<Int(instruction.operandCount) {
                instruction.operands[index] = Int32(offset(instruction.operands[index]))
            }
            for index in 0..<Int(instruction.resultCount) {
                instruction.results[index] = Int32(offset(instruction.results[index]))
            }
            return instruction
        }
        prologue = builder.prologue.map(placed)
        body = builder.body.map(placed)
        zeroedSlots = Set(builder.zeroed.map { slots.assignment[Int($0)] * pitch }).sorted()
        outputs = results.map(offset)
        constants = builder.constants.map { (offset($0.value), $0.key) }
        arguments = builder.arguments.map {
            ArgumentPlace(parameter: $0.key[0], component: $0.key[1], offset: offset($0.value))
        }
        attributes = builder.attributes.map {
            AttributePlace(image: $0.key.image, attribute: $0.key.attribute, offset: offset($0.value))
        }
    }

    /// Bytes from one slot to the next. This is one cache line more than the slot's size, so that neighbouring slots
    /// don't map to the same cache sets.
    var slotPitch: Int { 4 * blockLanes + 64 }

    /// Assigns slots with disjoint lifetimes to the same memory.
    ///
    /// A result never shares memory with an operand of the same instruction, because the loops over a block are
    /// vectorised only if input and output don't overlap.
    private static func shareSlots(_ ranges: [ClosedRange<Int>?]) -> (assignment: [Int], count: Int) {
        var assignment = Array(repeating: 0, count: ranges.count)
        var free: [Int] = []
        var count = 0
        let taken = ranges.enumerated().compactMap { index, range in range.map { (index: index, range: $0) } }
        let starts = taken.sorted { $0.range.lowerBound < $1.range.lowerBound }
        let ends = taken.sorted { $0.range.upperBound < $1.range.upperBound }
        var ended = 0
        for (index, range) in starts {
            while ends[ended].range.upperBound < range.lowerBound {
                free.append(assignment[ends[ended].index])
                ended += 1
            }
            if let slot = free.popLast() {
                assignment[index] = slot
            } else {
                assignment[index] = count
                count += 1
            }
        }
        return (assignment, count)
    }

    /// Chooses the block size so that the block's values stay in the L1 cache if possible, and computes all offsets.
    private mutating func layOut(_ builder: BlockProgramBuilder, slotCount: Int, memoryLimit: Int) throws {
        usesStates = builder.usesStates
        hasLoops = !builder.divergentLoops.areDivergent.isEmpty
        let scalars = program.arrays.reduce(0) { min($0 + min($1.count, memoryLimit), memoryLimit) }
        let changed = builder.changedUniforms.sorted()
        uniformCount = builder.uniformCount + changed.count
        let perLane = 4 * (slotCount + scalars + (usesStates ? 2 : 0))
        let fixed = 64 * slotCount + 4 * uniformCount
        let needed = perLane * Self.laneMultiple + fixed
        guard needed <= memoryLimit else {
            throw InterpreterError.memoryLimitExceeded(
                kernel: program.name, file: program.source.file, needed: needed, limit: memoryLimit)
        }
        blockLanes = 512
        while blockLanes > Self.laneMultiple,
            blockLanes * perLane + fixed > memoryLimit || (blockLanes > 128 && blockLanes * 4 * slotCount > 24 << 10)
        {
            blockLanes /= 2
        }
        var offset = slotCount * slotPitch
        for array in program.arrays {
            arrays.append((offset, array.count))
            offset += 4 * blockLanes * array.count
        }
        stateOffset = offset
        stepsOffset = stateOffset + (usesStates ? 4 * blockLanes : 0)
        uniformOffset = stepsOffset + (usesStates ? 4 * blockLanes : 0)
        restoredUniforms = changed.enumerated().map { index, uniform in
            (uniformOffset + 4 * uniform, uniformOffset + 4 * (builder.uniformCount + index))
        }
        byteCount = uniformOffset + 4 * uniformCount
    }
}
