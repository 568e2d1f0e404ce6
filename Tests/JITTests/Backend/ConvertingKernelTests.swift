import Foundation
import ImageGraph
import Interpreter
import KernelLanguage
import Pixels
import Testing

@testable import JIT

/// Tests that a kernel with converted inputs and outputs gives the same results as converting all pixels beforehand.
@Suite struct ConvertingKernelTests {
    private static let formats: [PixelFormat] = [.RGBA8, .BGRA8, .RGBA16, .RGBAh, .RGBAf]
    private static let texts = [
        "kernel vec4 here(sampler s) { return sample(s, samplerCoord(s)) * 0.5; }",
        "kernel vec4 far(sampler s) { return sample(s, samplerTransform(s, destCoord() * vec2(-0.7, 1.3))); }",
    ]

    private func bytes(_ count: Int, seed: Int) -> UnsafeMutableRawPointer {
        let bytes = UnsafeMutableRawPointer.allocate(byteCount: count, alignment: 16)
        var state = UInt32(truncatingIfNeeded: seed)
        for index in 0..<count {
            state = state &* 1_664_525 &+ 1_013_904_223
            bytes.storeBytes(of: UInt8(state >> 24), toByteOffset: index, as: UInt8.self)
        }
        return bytes
    }

    @Test(arguments: formats, texts) func conversionChangesNothing(format: PixelFormat, text: String) throws {
        let program = try #require(KernelCompiler.compile(KernelSource(text: text)).kernels.first)
        let bounds = PixelRect(x: -4, y: 3, width: 13, height: 9)
        let bytesPerRow = bounds.width * format.bytesPerPixel + 8
        // Random bytes may be NaN or huge as half or float, so pixels of these formats are packed from numbers.
        let memory = bytes(bytesPerRow * bounds.height, seed: 5)
        defer { memory.deallocate() }
        let stored = PixelView(
            bounds: bounds, format: format, base: memory + bytesPerRow * (bounds.height - 1), bytesPerRow: -bytesPerRow,
            keeping: nil)
        if format.component.isFloat {
            let noise = Raster(bounds: bounds)
            PixelView(
                bounds: bounds, format: .RGBA8, base: memory, bytesPerRow: bounds.width * 4, keeping: nil
            ).unpack(into: noise)
            stored.pack(noise)
        }
        let floats = Raster(bounds: bounds)
        stored.unpack(into: floats)

        let kernel = try InterpreterBackend().prepare(program)
        let converting = ConvertingKernel(kernel, program: program)
        let region = PixelRect(x: -6, y: 1, width: 15, height: 12)
        let transforms: [CGAffineTransform] = [
            .identity, CGAffineTransform(translationX: 2.25, y: -1), CGAffineTransform(translationX: 400, y: 50),
            CGAffineTransform(a: 0.8, b: 0.3, c: -0.4, d: 1.1, tx: 1, ty: 2),
        ]
        for wrap in [WrapMode.transparent, .clamp] {
            for interpolation in [Interpolation.nearest, .linear] {
                for transform in transforms {
                    func binding(_ pixels: PixelView) -> SamplerBinding {
                        SamplerBinding(
                            pixels: pixels, extent: CGRect(x: -4, y: 3, width: 12, height: 9), transform: transform,
                            interpolation: interpolation, wrap: wrap)
                    }
                    let expected = Raster(bounds: region)
                    try kernel.run(
                        arguments: KernelArguments(components: [[]]), images: [binding(floats.view)], region: region,
                        output: expected)
                    let packed = Raster(bounds: region)
                    let target = bytes(region.area * format.bytesPerPixel, seed: 9)
                    defer { target.deallocate() }
                    let output = PixelView(
                        bounds: region, format: format, base: target, bytesPerRow: region.width * format.bytesPerPixel,
                        keeping: nil)
                    try converting.run(
                        arguments: KernelArguments(components: [[]]), images: [binding(stored)], region: region,
                        output: output)
                    output.unpack(into: packed)
                    let reference = bytes(region.area * format.bytesPerPixel, seed: 9)
                    defer { reference.deallocate() }
                    let view = PixelView(
                        bounds: region, format: format, base: reference,
                        bytesPerRow: region.width * format.bytesPerPixel, keeping: nil)
                    view.pack(expected)
                    #expect(memcmp(target, reference, region.area * format.bytesPerPixel) == 0)
                }
            }
        }
    }

    @Test func aRegionOutsideTheOutputIsRefused() throws {
        let program = try #require(KernelCompiler.compile(KernelSource(text: Self.texts[0])).kernels.first)
        let kernel = ConvertingKernel(try InterpreterBackend().prepare(program), program: program)
        let memory = bytes(64, seed: 1)
        defer { memory.deallocate() }
        let view = PixelView(
            bounds: PixelRect(x: 0, y: 0, width: 4, height: 4), format: .RGBA8, base: memory, bytesPerRow: 16,
            keeping: nil)
        let image = SamplerBinding(pixels: view, extent: view.bounds.cgRect)
        #expect(throws: KernelRunError.regionOutsideOutput(kernel: "here")) {
            try kernel.run(
                arguments: KernelArguments(components: [[]]), images: [image],
                region: PixelRect(x: 0, y: 0, width: 5, height: 4), output: view)
        }
    }
}
