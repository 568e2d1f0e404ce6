import CoreImage
import Testing

@Suite("Blend kernel")
struct CIBlendKernelTests {
    private let foreground = CIImage(color: CIColor(red: 1, green: 1, blue: 1)).cropped(
        to: CGRect(x: 0, y: 0, width: 2, height: 1))
    private let background = CIImage(color: CIColor(red: 1, green: 0, blue: 0)).cropped(
        to: CGRect(x: 1, y: 0, width: 2, height: 1))

    @Test("covers both images, each transparent outside its extent")
    func union() throws {
        let kernel = try #require(
            CIBlendKernel(source: "kernel vec4 sides(__sample f, __sample b) { return vec4(f.a, b.a, f.g, 1.0); }"))
        let result = try #require(kernel.apply(foreground: foreground, background: background))
        #expect(result.extent == CGRect(x: 0, y: 0, width: 3, height: 1))
        let pixels = try RenderedPixels(result, result.extent)
        #expect(pixels[0, 0] == SIMD4(1, 0, 1, 1))
        #expect(pixels[1, 0] == SIMD4(1, 1, 1, 1))
        #expect(pixels[2, 0] == SIMD4(0, 1, 0, 1))
    }

    @Test("blends in another colour space")
    func colorSpace() throws {
        let kernel = try #require(
            CIBlendKernel(source: "kernel vec4 mean(__sample f, __sample b) { return (f + b) * 0.5; }"))
        let black = CIImage.black.cropped(to: foreground.extent)
        let rect = CGRect(x: 0, y: 0, width: 1, height: 1)
        let linear = try #require(kernel.apply(foreground: foreground, background: black))
        #expect(isClose(try RenderedPixels(linear, rect)[0, 0], SIMD4(0.5, 0.5, 0.5, 1)))
        let encoded = try #require(
            kernel.apply(foreground: foreground, background: black, colorSpace: try space(CGColorSpace.sRGB)))
        let half = Float(linearSRGB(0.5))
        #expect(isClose(try RenderedPixels(encoded, rect)[0, 0], SIMD4(half, half, half, 1)))
        #expect(
            kernel.apply(foreground: foreground, background: black, colorSpace: CGColorSpaceCreateDeviceGray()) == nil)
    }

    @Test("a kernel of other parameters is refused")
    func parameters() throws {
        let one = try CIBlendKernel(compiling: "kernel vec4 one(__sample f) { return f; }")
        #expect(one.apply(foreground: foreground, background: background) == nil)
        #expect(throws: CIError.self) { try one.blending(foreground: foreground, background: background) }
        #expect(CIBlendKernel(source: "kernel vec4 broken(") == nil)
    }
}
