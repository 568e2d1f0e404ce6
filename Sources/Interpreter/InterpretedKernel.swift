import ImageGraph
import KernelLanguage
import Pixels

/// A decoded kernel. Thread-safe, because each run has separate scratch memory.
final class InterpretedKernel: PreparedKernel {
    private let code: BlockProgram
    private let stepBudget: Int
    private let memory: KernelMemoryPool

    init(code: BlockProgram, stepBudget: Int, memory: KernelMemoryPool) {
        (self.code, self.stepBudget, self.memory) = (code, stepBudget, memory)
    }

    func run(arguments: KernelArguments, images: [SamplerBinding], region: PixelRect, output: PixelView) throws {
        let (output, samplers) = try check(arguments, images, region, output)
        if region.isEmpty { return }
        try memory.withMemory(byteCount: code.byteCount) { base in
            prepareUniforms(base, arguments, samplers)
            try samplers.withUnsafeBufferPointer { samplers in
                try code.arrays.withUnsafeBufferPointer { arrays in
                    // These placeholder pointers are never dereferenced, because the kernel has no images or arrays
                    // then.
                    var machine = BlockMachine(
                        base: base,
                        samplers: samplers.baseAddress ?? UnsafePointer(bitPattern: 64)!,
                        stateOffset: code.stateOffset, stepsOffset: code.stepsOffset, usesStates: code.usesStates,
                        arrays: arrays.baseAddress ?? UnsafePointer(bitPattern: 64)!,
                        blockLanes: code.blockLanes, stepBudget: stepBudget, meter: WorkMeter.current)
                    try run(&machine, region: region, output: output)
                }
            }
        }
        withExtendedLifetime(images) {}
    }

    private func run(_ machine: inout BlockMachine, region: PixelRect, output: Raster) throws {
        _ = try code.prologue.withUnsafeBufferPointer { try machine.execute($0) }
        for uniform in code.restoredUniforms {
            (machine.base + uniform.saved).copyMemory(from: machine.base + uniform.offset, byteCount: 4)
        }
        try code.body.withUnsafeBufferPointer { body in
            // A block is part of a row, with all parts about equally long, or several whole rows of a narrow region.
            let parts = (region.width + code.blockLanes - 1) / code.blockLanes
            let multiple = BlockProgram.laneMultiple
            let width =
                parts == 1 ? region.width : ((region.width + parts - 1) / parts + multiple - 1) / multiple * multiple
            let rows = max(1, code.blockLanes / width)
            for y in stride(from: region.y, to: region.maxY, by: rows) {
                for x in stride(from: region.x, to: region.maxX, by: width) {
                    let block = PixelRect(
                        x: x, y: y, width: min(width, region.maxX - x), height: min(rows, region.maxY - y))
                    try run(body, &machine, block: block)
                    machine.store(code.outputs, into: output)
                }
            }
        }
    }

    private func run(
        _ body: UnsafeBufferPointer<BlockInstruction>, _ machine: inout BlockMachine, block: PixelRect
    ) throws {
        let multiple = BlockProgram.laneMultiple
        try machine.meter?.check()
        machine.block = block
        machine.lanes = (block.area + multiple - 1) / multiple * multiple
        machine.commonSteps = 0
        for offset in code.zeroedSlots {
            (machine.base + offset).initializeMemory(as: UInt8.self, repeating: 0, count: 4 * machine.lanes)
        }
        for array in code.arrays {
            (machine.base + array.offset).initializeMemory(
                as: UInt8.self, repeating: 0, count: 4 * code.blockLanes * array.count)
        }
        for uniform in code.restoredUniforms {
            (machine.base + uniform.offset).copyMemory(from: machine.base + uniform.saved, byteCount: 4)
        }
        if code.usesStates { machine.resetStates(pixelCount: block.area) }
        let lane = try machine.execute(body)
        if code.hasLoops, let meter = machine.meter {
            meter.spend(machine.stepCount(usesStates: code.usesStates, pixelCount: block.area))
        }
        if let lane {
            throw KernelRunError.stepBudgetExceeded(
                kernel: code.program.name, file: code.program.source.file,
                x: block.x + lane % block.width, y: block.y + lane / block.width, budget: stepBudget)
        }
    }

    /// Stores constants, arguments and sampler attributes in their places, and clears all other uniform values.
    private func prepareUniforms(
        _ base: UnsafeMutableRawPointer, _ arguments: KernelArguments, _ samplers: [SamplerView]
    ) {
        (base + code.uniformOffset).initializeMemory(as: UInt8.self, repeating: 0, count: 4 * code.uniformCount)
        for constant in code.constants {
            base.storeBytes(of: constant.bits, toByteOffset: constant.offset, as: UInt32.self)
        }
        for place in code.arguments {
            let value = arguments.components[place.parameter][place.component]
            let bits: UInt32 =
                switch code.program.parameters[place.parameter].type.scalarType {
                case .float: value.bitPattern
                case .int: UInt32(bitPattern: Int32(saturating: value))
                case .bool: value != 0 ? .max : 0
                }
            base.storeBytes(of: bits, toByteOffset: place.offset, as: UInt32.self)
        }
        for place in code.attributes {
            let value = samplers[place.image].geometry.attribute(place.attribute)
            base.storeBytes(of: value, toByteOffset: place.offset, as: Float.self)
        }
    }

    private func check(
        _ arguments: KernelArguments, _ images: [SamplerBinding], _ region: PixelRect, _ output: PixelView
    ) throws -> (output: Raster, samplers: [SamplerView]) {
        let program = code.program
        try program.validateCall(arguments, images, region, output)
        guard let raster = output.raster else { throw InterpreterError.unsupportedFormat(kernel: program.name) }
        let samplers = try images.map { image in
            guard let pixels = image.pixels.raster else {
                throw InterpreterError.unsupportedFormat(kernel: program.name)
            }
            return SamplerView(image, pixels)
        }
        return (raster, samplers)
    }
}
