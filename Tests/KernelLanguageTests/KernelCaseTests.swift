import Foundation
import ImageGraph
import Interpreter
import KernelTestSupport
import Pixels
import Testing

@testable import JIT
@testable import KernelLanguage

/// Computes the cases of every file of `Cases/Results` with the interpreter and as machine code. `KernelCase` describes
/// the files.
@Suite struct KernelCaseTests {
    static let folder = Bundle.module.resourceURL!.appending(path: "Cases/Results")
    private static let interpreter = InterpreterBackend()
    private static let store = MachineCodeStore(capacity: 16)
    /// More than one vector of every processor, and not a multiple of one.
    private static let region = PixelRect(x: -3, y: 2, width: 19, height: 2)

    @Test(
        arguments: try FileManager.default.contentsOfDirectory(at: Self.folder, includingPropertiesForKeys: nil)
            .map(\.lastPathComponent).sorted())
    func file(_ name: String) throws {
        let functions = try String(contentsOf: Self.folder.appending(path: name), encoding: .utf8)
        let cases = try KernelCase.cases(in: functions)
        #expect(!cases.isEmpty)
        for kernelCase in cases {
            for numbers in KernelCase.Numbers.allCases {
                let (kernel, parameters) = kernelCase.kernel(numbers)
                try check(
                    kernelCase, KernelSource(text: functions + "\n" + kernel, file: name), parameters, numbers,
                    "\(name):\(kernelCase.line), numbers from \(numbers)")
            }
        }
    }

    /// Compares the results of the optimised program, the program without optimisation and machine code.
    private func check(
        _ kernelCase: KernelCase, _ source: KernelSource, _ parameters: [[Float]], _ numbers: KernelCase.Numbers,
        _ place: String
    ) throws {
        let compiled = KernelCompiler.compile(source)
        let program = try #require(compiled.kernels.last, "\(place): \(compiled.rendered)")
        let result = try run(Self.interpreter.prepare(program), parameters, numbers, place)
        #expect(kernelCase.accepts(result), "\(place): \(result)")
        let unoptimised = try #require(
            KernelCompiler.compile(source, options: KernelOptions(), limits: .standard, passes: []).kernels.last)
        let plain = try run(Self.interpreter.prepare(unoptimised), parameters, numbers, place)
        #expect(bits(plain) == bits(result), "\(place): \(plain) without optimisation")
        // Other tests compare machine code with the interpreter for uniform operands.
        guard numbers == .pixels, Self.store.isAvailable else { return }
        let code = try KernelGenerator().prepare(
            program, layout: KernelLayout(imageCount: program.samplerCount), store: Self.store,
            stepBudget: InterpreterBackend.defaultStepBudget)
        let generated = try run(code, parameters, numbers, place)
        #expect(bits(generated) == bits(result), "\(place): \(generated) as machine code")
    }

    /// Returns the result, which must be the same in all pixels.
    private func run(
        _ kernel: any PreparedKernel, _ parameters: [[Float]], _ numbers: KernelCase.Numbers, _ place: String
    ) throws -> SIMD4<Float> {
        let (region, output) = (Self.region, Raster(bounds: Self.region))
        let images: [SamplerBinding] = numbers == .pixels ? parameters.map { image($0) } : []
        let components: [[Float]] = numbers == .pixels ? parameters.map { _ in [] } : parameters
        try kernel.run(
            arguments: KernelArguments(components: components), images: images, region: region, output: output)
        let result = output[region.x, region.y]
        for y in region.y..<region.maxY {
            for x in region.x..<region.maxX {
                #expect(bits(output[x, y]) == bits(result), "\(place): pixel (\(x), \(y))")
            }
        }
        return result
    }

    private func image(_ color: [Float]) -> SamplerBinding {
        let raster = Raster(bounds: Self.region)
        raster.fill(Self.region, with: SIMD4(color))
        return SamplerBinding(raster: raster, extent: Self.region.cgRect)
    }

    private func bits(_ color: SIMD4<Float>) -> [UInt32] { (0..<4).map { color[$0].bitPattern } }
}
