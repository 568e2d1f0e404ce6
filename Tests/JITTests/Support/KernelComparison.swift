import Foundation
import ImageGraph
import Interpreter
import KernelLanguage
import KernelTestSupport
import Pixels

@testable import JIT

/// Runs a program as machine code and on the interpreter.
struct KernelComparison {
    static let interpreter = InterpreterBackend(stepBudget: budget)
    static let budget = 100_000
    /// A store of code for this processor, without a cache on disk, unless a test sets another one.
    @TaskLocal static var store = MachineCodeStore(capacity: 64)
    /// Generates the kernels that are compared, unless a test sets another generator.
    @TaskLocal static var generator: any KernelCodeGenerator = KernelGenerator()
    /// Stores of code for narrower vectors, and for 64-bit ARM if it can be run.
    static let narrowStores =
        (Architecture.current == .x86_64 ? [2, 3] : []).map {
            MachineCodeStore(processor: .level($0), capacity: 64)
        }
        + (ARM64Runner.isAvailable ? [ARM64Runner.store] : [])

    /// Returns the compiled kernel of a program. It throws if compilation fails, so that a test never compares the
    /// interpreter with itself.
    static func compile(
        _ program: Program, layout: KernelLayout? = nil, store: MachineCodeStore = store, stepBudget: Int = budget
    ) throws -> any PreparedKernel {
        try generator.prepare(
            program, layout: layout ?? KernelLayout(imageCount: program.samplerCount), store: store,
            stepBudget: stepBudget)
    }

    /// The layout that describes the given bindings.
    static func layout(_ images: [SamplerBinding], output: PixelFormat = .RGBAf, aligned: Bool = true) -> KernelLayout {
        KernelLayout(describing: images, output: output, aligned: aligned)
    }

    static func interpreted(
        _ program: Program, _ arguments: [[Float]], images: [SamplerBinding] = [], region: PixelRect
    ) throws -> Raster {
        let output = Raster(bounds: region)
        try interpreter.prepare(program).run(
            arguments: KernelArguments(components: arguments), images: images, region: region, output: output)
        return output
    }

    static func compiled(
        _ program: Program, _ arguments: [[Float]], images: [SamplerBinding] = [], region: PixelRect,
        aligned: Bool = true, store: MachineCodeStore = store
    ) throws -> Raster {
        let output = Raster(bounds: region)
        try compile(program, layout: layout(images, aligned: aligned), store: store).run(
            arguments: KernelArguments(components: arguments), images: images, region: region, output: output)
        return output
    }

    /// Describes the first difference between two rasters, or returns nil if all bits agree. All NaNs are equal.
    static func difference(_ a: Raster, _ b: Raster) -> String? {
        guard a.bounds == b.bounds else { return "bounds \(a.bounds) and \(b.bounds)" }
        for y in a.bounds.y..<a.bounds.maxY {
            for x in a.bounds.x..<a.bounds.maxX {
                let (p, q) = (a[x, y], b[x, y])
                for i in 0..<4 where p[i].bitPattern != q[i].bitPattern && !(p[i].isNaN && q[i].isNaN) {
                    return "pixel (\(x), \(y)): \(p) and \(q)"
                }
            }
        }
        return nil
    }

    /// How machine code and the interpreter differ; nil when they agree.
    static func difference(
        _ program: Program, _ arguments: [[Float]], images: [SamplerBinding] = [], region: PixelRect,
        aligned: Bool = true, store: MachineCodeStore = store
    ) throws -> String? {
        difference(
            try compiled(program, arguments, images: images, region: region, aligned: aligned, store: store),
            try interpreted(program, arguments, images: images, region: region))
    }
}
