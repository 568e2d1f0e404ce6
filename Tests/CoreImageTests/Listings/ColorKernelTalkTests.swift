import CoreImage
import Testing

/// The colour kernels of the 2014 talk on custom filters, as an app would write them.
@Suite("Talks: colour kernels")
struct ColorKernelTalkTests {
    private class SwapRedGreenFilter: CIFilter {
        var inputImage: CIImage?
        var inputAmount: CGFloat = 1

        static let kernel = CIColorKernel(
            source: """
                kernel vec4 swapRedAndGreen(__sample s, float amount) {
                    return mix(s.rgba, s.grba, amount);
                }
                """)

        override class func customAttributes() -> [String: Any]? {
            [
                kCIAttributeFilterDisplayName: "Swap Red and Green",
                "inputAmount": [
                    kCIAttributeMin: 0, kCIAttributeMax: 1, kCIAttributeDefault: 1, kCIAttributeIdentity: 0,
                    kCIAttributeType: kCIAttributeTypeScalar,
                ] as [String: Any],
            ]
        }

        override var outputImage: CIImage? {
            guard let inputImage else { return nil }
            return Self.kernel?.apply(extent: inputImage.extent, arguments: [inputImage, inputAmount])
        }
    }

    private class VignetteFilter: CIFilter {
        var inputImage: CIImage?

        static let kernel = CIColorKernel(
            source: """
                kernel vec4 vignette(__sample s, vec2 centerOffset, float radius) {
                    vec2 fromCenter = destCoord() - centerOffset;
                    float darkening = 1.0 - length(fromCenter) / radius;
                    return vec4(s.rgb * darkening, s.a);
                }
                """)

        override var outputImage: CIImage? {
            guard let inputImage else { return nil }
            let dod = inputImage.extent
            let radius = 0.5 * hypot(dod.size.width, dod.size.height)
            let centerOffset = CIVector(x: dod.midX, y: dod.midY)
            return Self.kernel?.apply(extent: dod, arguments: [inputImage, centerOffset, radius])
        }
    }

    let grid = PixelGrid.colorful(x: -5, y: 2, width: 14, height: 9)

    @Test("A kernel that returns its sample changes nothing")
    func nothing() throws {
        let kernel = try #require(CIColorKernel(source: "kernel vec4 doNothing(__sample s) { return s.rgba; }"))
        try expect(kernel.apply(extent: grid.bounds, arguments: [grid.image]), in: grid.bounds) { grid[$0, $1] }
    }

    @Test("Swap red and green, in part", arguments: [CGFloat(0), 0.25, 1])
    func swapRedAndGreen(amount: CGFloat) throws {
        let filter = SwapRedGreenFilter()
        filter.setValue(grid.image, forKey: kCIInputImageKey)
        filter.setValue(amount, forKey: "inputAmount")
        try expect(filter.outputImage, in: grid.bounds) { x, y in
            let s = grid[x, y]
            let t = Float(amount)
            return SIMD4(s.x + (s.y - s.x) * t, s.y + (s.x - s.y) * t, s.z, s.w)
        }
        #expect((filter.attributes["inputAmount"] as? [String: Any])?[kCIAttributeIdentity] as? Int == 0)
    }

    @Test("Vignette: light falls with the distance from the centre of an image that does not lie at the origin")
    func vignette() throws {
        let filter = VignetteFilter()
        filter.inputImage = grid.image
        let radius = 0.5 * hypot(14, 9.0)
        try expect(filter.outputImage, in: grid.bounds) { x, y in
            let darkening = Float(1 - hypot(pixelCenter(x, y).x - 2, pixelCenter(x, y).y - 6.5) / radius)
            let s = grid[x, y]
            return SIMD4(s.x * darkening, s.y * darkening, s.z * darkening, s.w)
        }
    }

    @Test("The domain of a kernel over two images is the union that the filter states")
    func union() throws {
        let other = PixelGrid(x: 4, y: 8, width: 10, height: 7) { _, _ in SIMD4(0.25, 0, 0.5, 0.5) }
        let kernel = try #require(
            CIColorKernel(
                source: "kernel vec4 over(__sample top, __sample bottom) { return top + bottom * (1.0 - top.a); }"))
        let result = kernel.apply(extent: grid.bounds.union(other.bounds), arguments: [other.image, grid.image])
        #expect(result?.extent == CGRect(x: -5, y: 2, width: 19, height: 13))
        try expect(result, in: CGRect(x: -7, y: 0, width: 23, height: 17)) { x, y in
            other[x, y] + grid[x, y] * (1 - other[x, y].w)
        }
    }
}
