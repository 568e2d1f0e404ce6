import Foundation
import ImageGraph
import Interpreter
import KernelLanguage
import Pixels
import Testing

/// Runs conversion kernels over lists of pixels.
struct ConversionProbe {
    let recipe: KernelRecipe

    init(
        _ source: CGColorSpace?, _ destination: CGColorSpace?, input: AlphaState = .unpremultiplied,
        output: AlphaState = .unpremultiplied, range: ComponentRange = .unbounded
    ) throws {
        recipe = try #require(
            ColorConversionKernel.make(
                from: source, to: destination, inputAlpha: input, outputAlpha: output, input: range,
                output: range))
        #expect(ProgramValidator.problem(in: recipe.program) == nil)
    }

    private static let backend = InterpreterBackend()

    func callAsFunction(_ pixels: [SIMD4<Float>]) throws -> [SIMD4<Float>] {
        let bounds = PixelRect(x: 0, y: 0, width: pixels.count, height: 1)
        let (image, output) = (Raster(bounds: bounds), Raster(bounds: bounds))
        for (x, pixel) in pixels.enumerated() { image.row(0)[x] = pixel }
        let binding = SamplerBinding(raster: image, extent: bounds.cgRect)
        try Self.backend.prepare(recipe.program)
            .run(arguments: recipe.arguments, images: [binding], region: bounds, output: output)
        return pixels.indices.map { output[$0, 0] }
    }

    /// Converts an opaque gray pixel for each number, and returns the first components of the results.
    func callAsFunction(grays: [Float]) throws -> [Float] {
        try self(grays.map { SIMD4($0, $0, $0, 1) }).map(\.x)
    }
}

func space(_ name: String) throws -> CGColorSpace { try #require(CGColorSpace(name: name)) }
