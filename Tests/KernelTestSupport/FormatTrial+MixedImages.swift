import DeviceKernels
import ImageGraph
import Interpreter
import KernelLanguage
import Pixels

extension FormatTrial {
    private static let sum = """
        kernel vec4 k(sampler a, sampler b, sampler c, sampler d, sampler e) {
            vec2 p = destCoord() + vec2(0.3, -0.2);
            vec4 sum = sample(a, samplerTransform(a, p)) - 0.5 * sample(b, samplerTransform(b, p));
            sum += 0.25 * sample(c, samplerTransform(c, p)) + 0.125 * sample(d, samplerTransform(d, p));
            return sum + 0.0625 * sample(e, samplerTransform(e, p));
        }
        """

    /// Formats that kernels only read.
    package static let readFormats: [PixelFormat] = [.R8, .RG16, .Rh, .RG8, .R16]

    /// Samples images of five formats in one kernel, in the same way. Returns how the result, in this format, differs
    /// from what the interpreter computes with floats.
    package func mixedImages(
        _ interpolation: Interpolation, _ wrap: WrapMode, formats: [PixelFormat] = PixelFormat.forDevices
    ) throws -> [String] {
        let bounds = PixelRect(x: -4, y: 1, width: 23, height: 9)
        let images = formats.enumerated().map { index, format in
            SamplerBinding(
                pixels: .stored(
                    SamplingCases.image(bounds, seed: UInt64(index), special: false), as: format,
                    isTopDown: index.isMultiple(of: 2)), extent: bounds.cgRect, interpolation: interpolation,
                wrap: wrap)
        }
        let (program, region) = (try kernel(Self.sum), bounds.outset(by: 3))
        let arguments = KernelArguments(components: images.map { _ in [] })
        let (output, memory) = StoredPixels.view(region, format, isTopDown: true)
        let (expected, expectedMemory) = StoredPixels.view(region, format, isTopDown: true)
        try prepare(program, KernelLayout(describing: images, output: format)).run(
            arguments: arguments, images: images, region: region, output: output)
        let defined = Raster(bounds: region)
        try InterpreterBackend(stepBudget: 1).prepare(program).run(
            arguments: arguments, images: images.map(\.unpacked), region: region, output: defined)
        expected.write(defined)
        let differences = zip(memory.bytes, expectedMemory.bytes).enumerated().filter { $0.element.0 != $0.element.1 }
        return differences.prefix(5).map { "byte \($0.offset): \($0.element.0), not \($0.element.1)" }
    }
}
