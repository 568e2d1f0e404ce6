import CoreImage
import TestSupport
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
            kernel.apply(foreground: foreground, background: black, colorSpace: try namedColorSpace(CGColorSpace.sRGB)))
        let half = Float(SRGBFormula.decoded(0.5))
        #expect(isClose(try RenderedPixels(encoded, rect)[0, 0], SIMD4(half, half, half, 1)))
        #expect(
            kernel.apply(foreground: foreground, background: black, colorSpace: CGColorSpaceCreateDeviceGray()) == nil)
    }

    /// A Porter-Duff operator with its factors for foreground and background. A factor is `constant + alpha · a`, where
    /// a is the other image's alpha.
    private struct Operator {
        let kernel: CIBlendKernel
        let foreground: (constant: Float, alpha: Float)
        let background: (constant: Float, alpha: Float)
    }

    @Test("Porter-Duff kernels match the published factors")
    func porterDuff() throws {
        let table: [Operator] = [
            Operator(kernel: .clear, foreground: (0, 0), background: (0, 0)),
            Operator(kernel: .source, foreground: (1, 0), background: (0, 0)),
            Operator(kernel: .destination, foreground: (0, 0), background: (1, 0)),
            Operator(kernel: .sourceOver, foreground: (1, 0), background: (1, -1)),
            Operator(kernel: .destinationOver, foreground: (1, -1), background: (1, 0)),
            Operator(kernel: .sourceIn, foreground: (0, 1), background: (0, 0)),
            Operator(kernel: .destinationIn, foreground: (0, 0), background: (0, 1)),
            Operator(kernel: .sourceOut, foreground: (1, -1), background: (0, 0)),
            Operator(kernel: .destinationOut, foreground: (0, 0), background: (1, -1)),
            Operator(kernel: .sourceAtop, foreground: (0, 1), background: (1, -1)),
            Operator(kernel: .destinationAtop, foreground: (1, -1), background: (0, 1)),
            Operator(kernel: .exclusiveOr, foreground: (1, -1), background: (1, -1)),
        ]
        let alphas: [Float] = [0, 0.25, 0.5, 1]
        // Every pair of alphas: the foreground's along x, the background's along y.
        let over = makePicture(4, 4) { x, _ in SIMD4(0.8, 0.4, 0.1, 1) * alphas[x] }
        let under = makePicture(4, 4) { _, y in SIMD4(0.2, 0.9, 0.6, 1) * alphas[y] }
        for entry in table {
            let result = try #require(entry.kernel.apply(foreground: over, background: under))
            let pixels = try RenderedPixels(result, CGRect(x: 0, y: 0, width: 4, height: 4))
            for y in 0..<4 {
                for x in 0..<4 {
                    let f = SIMD4<Float>(0.8, 0.4, 0.1, 1) * alphas[x]
                    let b = SIMD4<Float>(0.2, 0.9, 0.6, 1) * alphas[y]
                    let ff = entry.foreground.constant + entry.foreground.alpha * b.w
                    let fb = entry.background.constant + entry.background.alpha * f.w
                    #expect(isClose(pixels[x, y], f * ff + b * fb, 1e-6), "\(entry.kernel.name) at \(x), \(y)")
                }
            }
        }
    }

    @Test("operations on components")
    func components() throws {
        let f = SIMD4<Float>(0.8, 0.4, 0.1, 1)
        let b = SIMD4<Float>(0.2, 0.4, 0.6, 0.75)
        let rect = CGRect(x: 0, y: 0, width: 1, height: 1)
        let (over, under) = (makePicture(1, 1) { _, _ in f }, makePicture(1, 1) { _, _ in b })
        let cases: [(CIBlendKernel, SIMD4<Float>)] = [
            (.componentAdd, f + b), (.componentMultiply, f * b), (.componentMin, SIMD4(0.2, 0.4, 0.1, 0.75)),
            (.componentMax, SIMD4(0.8, 0.4, 0.6, 1)),
        ]
        for (kernel, expected) in cases {
            let result = try #require(kernel.apply(foreground: over, background: under))
            #expect(isClose(try RenderedPixels(result, rect)[0, 0], expected, 1e-6), "\(kernel.name)")
        }
    }

    @Test("blend kernels equal the filters of the same names")
    func modes() throws {
        let modes: [(CIBlendKernel, String)] = [
            (.multiply, "Multiply"), (.screen, "Screen"), (.overlay, "Overlay"), (.darken, "Darken"),
            (.lighten, "Lighten"), (.colorDodge, "ColorDodge"), (.colorBurn, "ColorBurn"), (.hardLight, "HardLight"),
            (.softLight, "SoftLight"), (.difference, "Difference"), (.exclusion, "Exclusion"), (.hue, "Hue"),
            (.saturation, "Saturation"), (.color, "Color"), (.luminosity, "Luminosity"), (.subtract, "Subtract"),
            (.divide, "Divide"), (.linearBurn, "LinearBurn"), (.linearDodge, "LinearDodge"),
            (.vividLight, "VividLight"), (.linearLight, "LinearLight"), (.pinLight, "PinLight"),
        ]
        let (front, back) = (
            PixelGrid.colorful(width: 7, height: 7), PixelGrid.colorful(x: 2, y: -3, width: 7, height: 7)
        )
        let bounds = front.bounds.union(back.bounds)
        for (kernel, name) in modes {
            let filtered = front.image.applyingFilter(
                "CI\(name)BlendMode", parameters: [kCIInputBackgroundImageKey: back.image])
            let expected = try PixelGrid(rendering: filtered, in: bounds)
            let result = kernel.apply(foreground: front.image, background: back.image)
            try expect(result, in: bounds, tolerance: 0) { expected[$0, $1] }
        }
    }

    @Test("hard mix, darker and lighter colour choose")
    func choices() throws {
        let front = PixelGrid(width: 3, height: 1) { x, _ in
            [SIMD4(0.25, 0.75, 0.5, 1), SIMD4(0.5, 0.125, 0.25, 0.5), .zero][x]
        }
        let back = PixelGrid(width: 3, height: 1) { _, _ in SIMD4(0.5, 0.5, 0.5, 1) }
        let expected: [(CIBlendKernel, [SIMD4<Float>])] = [
            // The second pixel's own colour is (1, 0.25, 0.5), half transparent over grey.
            (.hardMix, [SIMD4(0, 1, 1, 1), SIMD4(0.75, 0.25, 0.75, 1)]),
            // Luminosity 0.30 r + 0.59 g + 0.11 b: 0.5725 and 0.5025 against 0.5.
            (.darkerColor, [SIMD4(0.5, 0.5, 0.5, 1), SIMD4(0.5, 0.5, 0.5, 1)]),
            (.lighterColor, [SIMD4(0.25, 0.75, 0.5, 1), SIMD4(0.75, 0.375, 0.5, 1)]),
        ]
        for (kernel, pixels) in expected {
            let result = kernel.apply(foreground: front.image, background: back.image)
            try expect(result, in: CGRect(x: 0, y: 0, width: 2, height: 1), tolerance: 1e-6) { x, _ in pixels[x] }
            // A transparent foreground leaves the background unchanged.
            try expect(result, in: CGRect(x: 2, y: 0, width: 1, height: 1), tolerance: 1e-6) { _, _ in back[2, 0] }
        }
    }

    @Test("a kernel with other parameters is refused")
    func parameters() throws {
        let one = try CIBlendKernel(compiling: "kernel vec4 one(__sample f) { return f; }")
        #expect(one.apply(foreground: foreground, background: background) == nil)
        #expect(throws: CIError.self) { try one.blending(foreground: foreground, background: background) }
        #expect(CIBlendKernel(source: "kernel vec4 broken(") == nil)
    }
}
