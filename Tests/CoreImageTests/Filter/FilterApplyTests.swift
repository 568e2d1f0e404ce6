import CoreImage
import TestSupport
import Testing

@Suite("Filter: apply(_:arguments:options:)")
struct FilterApplyTests {
    private let filter = CIFilter()
    private let image = CIImage(color: CIColor(red: 1, green: 1, blue: 1)).cropped(
        to: CGRect(x: 2, y: 3, width: 4, height: 5))

    private func copyKernel() throws -> CIKernel {
        try CIKernel(compiling: "kernel vec4 copy(sampler s) { return sample(s, samplerCoord(s)); }")
    }

    @Test("without options, the extent is the union of the images' extents")
    func plain() throws {
        let other = CIImage(color: .red).cropped(to: CGRect(x: 10, y: 3, width: 2, height: 2))
        let kernel = try CIKernel(
            compiling:
                "kernel vec4 mixed(sampler a, sampler b) { return sample(a, samplerCoord(a)) + sample(b, samplerCoord(b)); }"
        )
        let result = try #require(
            filter.apply(kernel, arguments: [CISampler(image: image), CISampler(image: other)], options: nil))
        #expect(result.extent == CGRect(x: 2, y: 3, width: 10, height: 5))
    }

    @Test("a kernel without images is defined everywhere")
    func generator() throws {
        let kernel = try CIKernel(compiling: "kernel vec4 flat(float level) { return vec4(level); }")
        let result = try #require(filter.apply(kernel, arguments: [0.5], options: nil))
        #expect(result.extent.isInfinite)
        let pixels = try RenderedPixels(result, CGRect(x: -1, y: 0, width: 2, height: 1))
        #expect(isClose(pixels[-1, 0], SIMD4(repeating: 0.5)))
    }

    @Test("the extent may be a vector, a rectangle, numbers or a shape")
    func extents() throws {
        let rectangle = CGRect(x: 1, y: 2, width: 3, height: 4)
        let forms: [Any] = [
            CIVector(x: 1, y: 2, z: 3, w: 4), rectangle, [1, 2, 3, 4],
            [NSNumber(value: 1), NSNumber(value: 2), 3.0, 4.0],
            CIFilterShape(rect: rectangle),
        ]
        for form in forms {
            let result = try #require(
                filter.apply(
                    try copyKernel(), arguments: [CISampler(image: image)], options: [kCIApplyOptionExtent: form]))
            #expect(result.extent == rectangle, "\(type(of: form))")
        }
    }

    @Test("the definition overrides the extent")
    func definition() throws {
        let result = try #require(
            filter.apply(
                try copyKernel(), arguments: [image],
                options: [
                    kCIApplyOptionDefinition: CIFilterShape(rect: CGRect(x: 0, y: 0, width: 2, height: 2)),
                    kCIApplyOptionExtent: [0, 0, 9, 9],
                ]))
        #expect(result.extent == CGRect(x: 0, y: 0, width: 2, height: 2))
    }

    @Test("the region function gets the user info")
    func userInfo() throws {
        // Reads 3 pixels to the right of where it writes.
        let kernel = try CIKernel(
            compiling:
                "kernel vec4 shifted(sampler s) { return sample(s, samplerTransform(s, destCoord() + vec2(3.0, 0.0))); }"
        )
        kernel.setROISelector { index, rectangle, info in
            index == 0 ? rectangle.offsetBy(dx: info as? CGFloat ?? 0, dy: 0) : rectangle
        }
        let ramp = makePicture(8, 1) { x, _ in SIMD4(Float(x), 0, 0, 1) }
        let result = try #require(
            filter.apply(
                kernel, arguments: [CISampler(image: ramp)],
                options: [kCIApplyOptionUserInfo: CGFloat(3), kCIApplyOptionExtent: [0, 0, 4, 1]]))
        let pixels = try RenderedPixels(result, CGRect(x: 0, y: 0, width: 4, height: 1))
        for x in 0..<4 { #expect(pixels[x, 0].x == Float(x + 3)) }
    }

    @Test("NSNull as colour space keeps component values; a colour space is converted from")
    func colorSpaces() throws {
        let gray = makePicture(1, 1) { _, _ in SIMD4(0.5, 0.5, 0.5, 1) }
        let unmanaged = try #require(
            filter.apply(try copyKernel(), arguments: [gray], options: [kCIApplyOptionColorSpace: NSNull()]))
        let rect = CGRect(x: 0, y: 0, width: 1, height: 1)
        #expect(isClose(try RenderedPixels(unmanaged, rect)[0, 0], SIMD4(0.5, 0.5, 0.5, 1)))
        let managed = try #require(
            filter.apply(
                try copyKernel(), arguments: [gray],
                options: [kCIApplyOptionColorSpace: try namedColorSpace(CGColorSpace.sRGB)]))
        let linear = Float(SRGBFormula.decoded(0.5))
        #expect(isClose(try RenderedPixels(managed, rect)[0, 0], SIMD4(linear, linear, linear, 1)))
    }

    @Test("wrong options and arguments: nil, and the throwing variant gives the reason")
    func wrong() throws {
        let kernel = try copyKernel()
        let options: [[String: Any]] = [
            ["extend": [0, 0, 1, 1]], [kCIApplyOptionExtent: "everywhere"], [kCIApplyOptionExtent: [1, 2, 3]],
            [kCIApplyOptionExtent: ["a", "b", "c", "d"]], [kCIApplyOptionDefinition: 4],
            [kCIApplyOptionColorSpace: "sRGB"],
        ]
        for wrong in options {
            #expect(filter.apply(kernel, arguments: [image], options: wrong) == nil)
            #expect(throws: CIFilterError.self) { try filter.applying(kernel, arguments: [image], options: wrong) }
        }
        #expect(
            throws: CIFilterError.unknownKey(
                filter: "CIFilter", key: "extend", suggestion: "extent",
                known: ["extent", "definition", "user_info", "color_space"])
        ) { try filter.applying(kernel, arguments: [image], options: ["extend": 1]) }
        #expect(filter.apply(kernel, arguments: nil, options: nil) == nil)
        #expect(filter.apply(kernel, arguments: [image, 1], options: nil) == nil)
        #expect(filter.apply(kernel, arguments: ["text"], options: nil) == nil)
    }

    @Test("a warp takes its image first")
    func warp() throws {
        let kernel = try #require(
            CIWarpKernel(source: "kernel vec2 shifted(float by) { return destCoord() + vec2(by, 0.0); }"))
        let result = try #require(
            filter.apply(kernel, arguments: [image, 0.0], options: [kCIApplyOptionExtent: [2, 3, 4, 5]]))
        #expect(result.extent == image.extent)
        #expect(throws: CIFilterError.self) { try filter.applying(kernel, arguments: [0.0]) }
        // It would sample the image itself, without the sampler's options.
        let sampler = CISampler(image: image, options: [kCISamplerWrapMode: kCISamplerWrapClamp])
        let error = #expect(throws: CIFilterError.self) {
            try filter.applying(kernel, arguments: [sampler, 0.0], options: [kCIApplyOptionExtent: [2, 3, 4, 5]])
        }
        #expect("\(try #require(error))".contains("CISampler"))
        #expect(throws: CIError.self) {
            try kernel.applying(extent: image.extent, roiCallback: { $1 }, arguments: [sampler, 0.0])
        }
    }
}
