import ImageGraph
import KernelLanguage
import Pixels
import TestSupport
import Testing

@testable import JIT

/// Runs kernels on pictures of four bytes a pixel, compiled and on the interpreter.
enum BytePictures {
    /// Returns a picture with padded rows. `pixel` returns the bytes of a pixel in memory order.
    static func picture(
        _ bounds: PixelRect, _ format: PixelFormat = .RGBA8,
        _ pixel: (_ x: Int, _ y: Int) -> SIMD4<UInt8> = { _, _ in .zero }
    ) -> PixelView {
        let row = bounds.width * 4 + 12
        let memory = TestMemory(byteCount: max(1, row * bounds.height))
        let view = PixelView(bounds: bounds, format: format, base: memory.base, bytesPerRow: row, keeping: memory)
        for y in bounds.y..<bounds.maxY {
            for x in bounds.x..<bounds.maxX { view.pixel(x, y).storeBytes(of: pixel(x, y), as: SIMD4<UInt8>.self) }
        }
        return view
    }

    /// Returns the result of machine code.
    static func compiled(
        _ program: Program, _ arguments: [[Float]], _ images: [SamplerBinding], region: PixelRect,
        format: PixelFormat = .RGBA8, store: MachineCodeStore = KernelComparison.store
    ) throws -> PixelView {
        let output = picture(region, format)
        let layout = KernelComparison.layout(images, output: format)
        try KernelComparison.compile(program, layout: layout, store: store).run(
            arguments: KernelArguments(components: arguments), images: images, region: region, output: output)
        return output
    }

    /// Returns the result of the interpreter, which computes with floats, packed by `PixelFormat`.
    static func interpreted(
        _ program: Program, _ arguments: [[Float]], _ images: [SamplerBinding], region: PixelRect,
        format: PixelFormat = .RGBA8
    ) throws -> PixelView {
        let output = picture(region, format)
        output.pack(try KernelComparison.interpreted(program, arguments, images: unpacked(images), region: region))
        return output
    }

    /// Returns the same images with pixels of floats, as the interpreter needs them.
    static func unpacked(_ images: [SamplerBinding]) -> [SamplerBinding] {
        images.map { image in
            let raster = Raster(bounds: image.pixels.bounds)
            image.pixels.unpack(into: raster)
            var image = image
            image.pixels = raster.view
            return image
        }
    }

    /// Describes the first difference between two pictures, or returns nil if they are equal.
    static func difference(_ a: PixelView, _ b: PixelView) -> String? {
        guard a.bounds == b.bounds else { return "bounds \(a.bounds) and \(b.bounds)" }
        for y in a.bounds.y..<a.bounds.maxY {
            for x in a.bounds.x..<a.bounds.maxX {
                let (p, q) = (
                    a.pixel(x, y).loadUnaligned(as: SIMD4<UInt8>.self),
                    b.pixel(x, y).loadUnaligned(as: SIMD4<UInt8>.self)
                )
                if p != q { return "pixel (\(x), \(y)): \(p) and \(q)" }
            }
        }
        return nil
    }

    /// Stores of code for this processor, for each narrower vector, and for 64-bit ARM if it can be run.
    static var stores: [MachineCodeStore] { [KernelComparison.store] + KernelComparison.narrowStores }
}
