import DeviceKernels
import ImageGraph
import Interpreter
import KernelLanguage
import KernelTestSupport
import Pixels
import Vulkan

/// Runs a program on the device and on the interpreter.
///
/// A result must be within the device's exactness of what the interpreter computes: NaN where that is NaN, the same
/// infinity, and else within 2⁻²⁰ times the larger of 1 and the magnitude. So a denormal number may be 0, and a zero
/// may have another sign. A kernel with fused multiply-adds may also agree with what the interpreter computes if each
/// of them rounds twice, which Vulkan allows.
struct VulkanComparison {
    static let budget = 100_000
    private static let interpreter = InterpreterBackend(stepBudget: budget)

    let program: Program
    var arguments: [[Float]] = []
    var images: [SamplerBinding] = []
    let region: PixelRect
    /// Whether aligned images are prepared as such.
    var aligned = true
    /// The device; lavapipe if nil.
    var device: VulkanDevice?

    /// How many results there were.
    struct Tally: CustomStringConvertible {
        var results = 0
        /// Results with the bits that the interpreter computes.
        var equalBits = 0
        /// Results within the exactness of what the interpreter computes.
        var close = 0
        /// Results that are within the exactness only if fused multiply-adds round twice.
        var unfused = 0
        /// The first results that are wrong.
        var wrong: [String] = []

        static func += (a: inout Tally, b: Tally) {
            (a.results, a.equalBits) = (a.results + b.results, a.equalBits + b.equalBits)
            (a.close, a.unfused) = (a.close + b.close, a.unfused + b.unfused)
            a.wrong = Array((a.wrong + b.wrong).prefix(5))
        }

        var description: String {
            "\(results) results: \(equalBits) with equal bits, \(close) close, \(unfused) unfused; \(wrong)"
        }
    }

    /// The layout that describes the images.
    var layout: KernelLayout { KernelLayout(describing: images, aligned: aligned) }

    private func run(_ kernel: any PreparedKernel) throws -> Raster {
        let output = Raster(bounds: region)
        try run(kernel, into: output.view)
        return output
    }

    private func run(_ kernel: any PreparedKernel, into output: PixelView) throws {
        try kernel.run(
            arguments: KernelArguments(components: arguments), images: images, region: region, output: output)
    }

    /// Prepares the program for the device.
    func kernel(stepBudget: Int = budget) throws -> VulkanKernel {
        try VulkanKernel(program, layout: layout, on: device ?? Lavapipe.device.get(), stepBudget: stepBudget)
    }

    /// Computes the region on the device.
    func onDevice() throws -> Raster { try run(kernel()) }

    func interpreted() throws -> Raster { try interpreted(program) }

    /// Computes the region of another program, which reads the same images. The interpreter reads floats only.
    private func interpreted(_ program: Program) throws -> Raster {
        var copy = self
        copy.images = images.map(\.unpacked)
        return try copy.run(Self.interpreter.prepare(program))
    }

    /// Whether the device stores its results in memory for pixels of another format as `PixelFormat` packs them, and
    /// nothing else.
    func packsResults(into storage: (pixels: PixelView, memory: StoredPixels)) throws -> Bool {
        let before = storage.memory.bytes
        var layout = layout
        layout.output = storage.pixels.format
        let kernel = try VulkanKernel(
            program, layout: layout, on: device ?? Lavapipe.device.get(), stepBudget: Self.budget)
        try run(kernel, into: storage.pixels)
        let result = storage.memory.bytes
        storage.memory.bytes = before
        storage.pixels.write(try onDevice())
        return result == storage.memory.bytes
    }

    /// Compares all results. `kernel` is the prepared program, if it was prepared before.
    func tally(_ kernel: VulkanKernel? = nil) throws -> Tally {
        let result = try run(kernel ?? self.kernel())
        let defined = try interpreted()
        var tally = Tally(results: 4 * region.area)
        var open: [(Int, Int, Int)] = []
        for y in region.y..<region.maxY {
            for x in region.x..<region.maxX {
                for channel in 0..<4 {
                    let (a, b) = (result[x, y][channel], defined[x, y][channel])
                    if KernelExactness.equalBits.allows(a, for: b) {
                        tally.equalBits += 1
                    } else if VulkanKernel.exactness.allows(a, for: b) {
                        tally.close += 1
                    } else {
                        open.append((x, y, channel))
                    }
                }
            }
        }
        guard !open.isEmpty else { return tally }
        let unfused = try program.withoutFusedMultiplication.map { try interpreted($0) }
        for (x, y, channel) in open {
            let a = result[x, y][channel]
            if let unfused, VulkanKernel.exactness.allows(a, for: unfused[x, y][channel]) {
                tally.unfused += 1
            } else if tally.wrong.count < 5 {
                tally.wrong.append(
                    "pixel (\(x), \(y)), channel \(channel): \(a), not \(defined[x, y][channel])")
            }
        }
        return tally
    }
}

extension Program {
    /// The program with every fused multiply-add as a product and a sum, or nil if there is none.
    fileprivate var withoutFusedMultiplication: Program? {
        var copy = self
        copy.prologue = copy.prologue.flatMap { copy.unfused($0) }
        copy.body = copy.unfused(copy.body)
        return copy.registers.count == registers.count ? nil : copy
    }

    private mutating func unfused(_ statements: [Statement]) -> [Statement] {
        statements.flatMap { statement -> [Statement] in
            switch statement {
            case .compute(let instruction): return unfused(instruction).map { .compute($0) }
            case .branch(let condition, let then, let otherwise, let span):
                let (then, otherwise) = (unfused(then), unfused(otherwise))
                return [.branch(condition: condition, then: then, otherwise: otherwise, span: span)]
            case .block(let label, let body, let span):
                return [.block(label: label, body: unfused(body), span: span)]
            case .loop(let body, let span): return [.loop(body: unfused(body), span: span)]
            case .exit: return [statement]
            }
        }
    }

    private mutating func unfused(_ instruction: Instruction) -> [Instruction] {
        guard instruction.opcode == .fusedMultiplyAdd else { return [instruction] }
        let o = instruction.operands
        let isUniform = registers[o[0].index].isUniform && registers[o[1].index].isUniform
        registers.append(RegisterInfo(type: .float, isUniform: isUniform, isVariable: false))
        let product = Register(registers.count - 1)
        return [
            Instruction(.multiplyFloat, [o[0], o[1]], to: [product], span: instruction.span),
            Instruction(.addFloat, [product, o[2]], to: instruction.results, span: instruction.span),
        ]
    }
}
