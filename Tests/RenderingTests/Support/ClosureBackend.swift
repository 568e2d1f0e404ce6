import ImageGraph
import KernelLanguage
import Pixels

/// Runs a Swift closure per pixel in place of a kernel: an oracle that shares no code with the interpreter.
struct ClosureBackend: KernelBackend {
    struct Unknown: Error {}

    typealias Pixel =
        @Sendable (_ x: Int, _ y: Int, _ arguments: [[Float]], _ images: [SamplerBinding]) throws -> SIMD4<Float>

    let name = "closures"
    let kernels: [String: Pixel]

    init(_ kernels: [String: Pixel] = [:]) { self.kernels = kernels }

    func prepare(_ program: Program, layout: KernelLayout) throws -> any PreparedKernel {
        guard let pixel = kernels[program.name] else { throw Unknown() }
        return ClosureKernel(pixel: pixel)
    }
}

private struct ClosureKernel: PreparedKernel {
    let pixel: ClosureBackend.Pixel

    func run(arguments: KernelArguments, images: [SamplerBinding], region: PixelRect, output: PixelView) throws {
        guard let output = output.raster else { return }
        for y in region.y..<region.maxY {
            for x in region.x..<region.maxX { output[x, y] = try pixel(x, y, arguments.components, images) }
        }
    }
}

extension Program {
    /// A program that only a `ClosureBackend` runs.
    static func named(
        _ name: String, _ kind: KernelKind = .color, parameters: [KernelParameterType] = [.sample],
        samplesFreely: Bool = false
    ) -> Program {
        let span = SourceSpan(start: 0, end: 0)
        return Program(
            name: name, kind: kind,
            parameters: parameters.enumerated().map { KernelParameter(name: "p\($0)", type: $1, span: span) },
            registers: [], body: [], outputs: [], freeSampling: samplesFreely ? [span] : [], span: span,
            source: KernelSource(text: ""))
    }
}

extension SamplerBinding {
    /// The image's pixels, which are floats in these tests.
    var raster: Raster { pixels.raster ?? Raster(bounds: .empty) }
}
