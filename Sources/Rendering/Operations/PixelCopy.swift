import ImageGraph
import Pixels

/// Copies pixels from one format to another, with a kernel of the back end if there is one, otherwise with
/// `PixelFormat`.
enum PixelCopy {
    private static let arguments = KernelArguments(components: [[]])

    /// Returns a kernel that copies pixels of one format into another; nil where the back end doesn't compile kernels
    /// or doesn't support both formats. The copied pixels are the same without the kernel.
    ///
    /// - Throws: `RenderingError.kernelFailed`.
    static func kernel(
        from: PixelFormat, to: PixelFormat, backend: any KernelBackend
    ) throws(RenderingError) -> (any PreparedKernel)? {
        // An interpreter is no faster than the conversion that is compiled into this library.
        guard backend.compiles, from != to, backend.canRead(from), backend.canWrite(to) else { return nil }
        let image = ImageLayout(format: from, isAligned: true)
        do {
            return try backend.prepare(CopyKernel.program, layout: KernelLayout(images: [image], output: to))
        } catch {
            throw .kernelFailed(kernel: CopyKernel.program.name, underlying: error)
        }
    }

    /// The initial binding for `copy(_:to:region:with:bindings:)`, which sets its pixels.
    static let binding = SamplerBinding(pixels: .empty(.RGBAf), extent: .null)

    /// Fills `region` of `output` with the pixels of `input`. Pixels outside of it become transparent.
    ///
    /// - Parameter bindings: An array of one binding, reused between calls so that nothing is allocated.
    static func copy(
        _ input: PixelView, to output: PixelView, region: PixelRect, with kernel: (any PreparedKernel)?,
        bindings: inout [SamplerBinding]
    ) throws {
        let part = region.intersection(input.bounds)
        if part != region { output.fillTransparent(region) }
        if part.isEmpty { return }
        guard let kernel else { return output.convert(input, part) }
        bindings[0].pixels = input
        bindings[0].extent = input.bounds.cgRect
        try kernel.run(arguments: arguments, images: bindings, region: part, output: output)
    }
}
