import ImageGraph
import KernelLanguage
import Pixels

/// Copies pixels from one format to another, with a kernel of the back end if there is one, otherwise with
/// `PixelFormat`.
enum PixelCopy {
    private static let program: Program? = {
        let source = KernelSource(text: "kernel vec4 copy(__sample pixel) { return pixel; }")
        return KernelCompiler.compile(source).kernels.first
    }()

    private static let arguments = KernelArguments(components: [[]])

    /// Returns a kernel that copies pixels of one format into another; nil where the back end doesn't compile kernels
    /// or doesn't support both formats. The copied pixels are the same without the kernel.
    static func kernel(
        from: PixelFormat, to: PixelFormat, backend: any KernelBackend
    ) -> (any PreparedKernel)? {
        // An interpreter is no faster than the conversion that is compiled into this library.
        guard backend.compiles, let program, from != to, backend.canRead(from), backend.canWrite(to) else { return nil }
        let image = ImageLayout(format: from, isAligned: true)
        return try? backend.prepare(program, layout: KernelLayout(images: [image], output: to))
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

extension PixelView {
    /// Makes the pixels of `region`, which lies in `bounds`, transparent, or opaque black in formats without alpha.
    func fillTransparent(_ region: PixelRect) {
        if region.isEmpty { return }
        withUnsafeTemporaryAllocation(byteCount: format.bytesPerPixel, alignment: 16) { pixel in
            guard let pattern = pixel.baseAddress else { return }
            withUnsafePointer(to: SIMD4<Float>.zero) { format.pack($0, count: 1, into: pattern) }
            let isZero = pixel.allSatisfy { $0 == 0 }
            let size = format.bytesPerPixel
            for y in region.y..<region.maxY {
                let row = self.pixel(region.x, y)
                if isZero {
                    row.initializeMemory(as: UInt8.self, repeating: 0, count: region.width * size)
                } else {
                    for x in 0..<region.width { (row + x * size).copyMemory(from: pattern, byteCount: size) }
                }
            }
        }
    }

    /// Converts the pixels of `part`, which lies in both views, from `source` to this view and its format.
    func convert(_ source: PixelView, _ part: PixelRect) {
        let size = format.bytesPerPixel
        if source.format == format {
            for y in part.y..<part.maxY {
                pixel(part.x, y).copyMemory(from: source.pixel(part.x, y), byteCount: part.width * size)
            }
            return
        }
        let chunk = 256
        withUnsafeTemporaryAllocation(of: SIMD4<Float>.self, capacity: chunk) { floats in
            guard let floats = floats.baseAddress else { return }
            for y in part.y..<part.maxY {
                for x in stride(from: part.x, to: part.maxX, by: chunk) {
                    let count = min(chunk, part.maxX - x)
                    source.format.unpack(source.pixel(x, y), count: count, into: floats)
                    format.pack(floats, count: count, into: pixel(x, y))
                }
            }
        }
    }
}
