import Foundation
import ImageGraph
import Interpreter
import KernelLanguage
import Pixels

@testable import JIT

/// Compares the results of one program on both backends.
enum BackendComparison {
    private static let budget = 4000
    private static let interpreter = InterpreterBackend(stepBudget: budget)
    /// The capacity is small, because no kernel is used twice.
    private static let store = MachineCodeStore(capacity: 2)
    private static let region = PixelRect(x: -1, y: 2, width: 19, height: 2)

    /// Throws a finding if the results aren't bit-identical, or if only one backend fails.
    static func compare(_ program: Program, choices: ByteChoices) throws {
        guard store.isAvailable else { return }
        var choices = choices
        let arguments = program.parameters.map { parameter in
            (0..<parameter.type.componentCount).map { _ in argument(parameter.type.scalarType, &choices) }
        }
        let images = program.parameters.filter(\.type.isImage).map { image($0.type, &choices) }
        let interpreted = Result { try run(try interpreter.prepare(program), arguments, images) }
        let compiled = Result { try run(try code(for: program, images), arguments, images) }
        switch (interpreted, compiled) {
        case (.success(let expected), .success(let found)):
            if let difference = difference(expected, found) { throw FuzzFinding("\(difference)\n\(program.dump)") }
        case (.failure, .failure): break
        case (.success, .failure(let error)):
            // Programs that the code generator rejects run in the interpreter. Only other failures are findings.
            if !(error is EmissionError) { throw FuzzFinding("only machine code fails: \(error)\n\(program.dump)") }
        case (.failure(let error), .success):
            throw FuzzFinding("only the interpreter fails: \(error)\n\(program.dump)")
        }
    }

    private static func code(for program: Program, _ images: [SamplerBinding]) throws -> any PreparedKernel {
        let layouts = images.map { image in
            ImageLayout(
                format: image.pixels.format, interpolation: image.interpolation, wrap: image.wrap,
                isAligned: image.transform.isIdentity)
        }
        return try KernelGenerator().prepare(
            program, layout: KernelLayout(images: layouts, output: .RGBAf), store: store, stepBudget: budget)
    }

    private static func run(
        _ kernel: any PreparedKernel, _ arguments: [[Float]], _ images: [SamplerBinding]
    ) throws -> Raster {
        let output = Raster(bounds: region)
        try kernel.run(
            arguments: KernelArguments(components: arguments), images: images, region: region, output: output)
        return output
    }

    private static func argument(_ type: ScalarType, _ choices: inout ByteChoices) -> Float {
        switch type {
        case .int: Float(Int(choices.byte()) - 100)
        case .bool: Float(choices.below(2))
        case .float: choices.below(4) == 0 ? choices.anyFloat() : Float(Int(choices.byte()) - 64) / 32
        }
    }

    /// Returns an image for a parameter. Samplers sometimes have a transform; `__sample` parameters never do.
    private static func image(_ type: KernelParameterType, _ choices: inout ByteChoices) -> SamplerBinding {
        let bounds = PixelRect(x: -2, y: 1, width: 1 + choices.below(24), height: 1 + choices.below(5))
        let raster = Raster(bounds: bounds)
        for i in 0..<bounds.area {
            raster.pixels[i] = SIMD4((0..<4).map { Float(($0 * 37 + i * 11) % 64) / 63 })
        }
        if choices.below(4) == 0 { raster.pixels[0][choices.below(4)] = choices.anyFloat() }
        let isTurned = type != .sample && choices.below(3) == 0
        return SamplerBinding(
            raster: raster, extent: bounds.cgRect,
            transform: isTurned ? CGAffineTransform(a: 0.7, b: 0.2, c: -0.1, d: 1.3, tx: 0.25, ty: -1.5) : .identity,
            interpolation: choices.below(2) == 0 ? .linear : .nearest,
            wrap: choices.below(2) == 0 ? .transparent : .clamp)
    }

    /// Describes the first difference between two rasters; nil if there is none. All NaNs are equal.
    private static func difference(_ a: Raster, _ b: Raster) -> String? {
        for y in a.bounds.y..<a.bounds.maxY {
            for x in a.bounds.x..<a.bounds.maxX {
                let (p, q) = (a[x, y], b[x, y])
                for i in 0..<4 where p[i].bitPattern != q[i].bitPattern && !(p[i].isNaN && q[i].isNaN) {
                    return "pixel (\(x), \(y)): interpreted \(p), compiled \(q)"
                }
            }
        }
        return nil
    }
}
