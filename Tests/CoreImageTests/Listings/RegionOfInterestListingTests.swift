import CoreImage
import Testing

/// Listings 9-9 to 9-12 of the Core Image Programming Guide: region-of-interest functions, each with a kernel that
/// needs it.
///
/// If rendering in small parts gives the same pixels as rendering the whole, the function was called and its regions
/// are large enough.
@Suite("Listings: regions of interest")
struct RegionOfInterestListingTests {
    let grid = PixelGrid.colorful(x: -4, y: 3, width: 17, height: 14)

    /// A filter that applies a kernel, as the listings' `outputImage` methods do.
    private final class KernelFilter: CIFilter {
        var kernel: CIKernel?
        var arguments: [Any] = []
        var options: [String: Any] = [:]

        override var outputImage: CIImage? { kernel.flatMap { apply($0, arguments: arguments, options: options) } }
    }

    @Test("9-9: a kernel that looks at the eight neighbours reads one pixel around the result")
    func neighbours() throws {
        let kernel = try CIKernel(
            compiling: """
                kernel vec4 edges(sampler image) {
                    vec4 sum = vec4(0.0);
                    for (int j = -1; j <= 1; ++j)
                        for (int i = -1; i <= 1; ++i)
                            sum += sample(image, samplerTransform(image, destCoord() + vec2(i, j)));
                    return 9.0 * sample(image, samplerCoord(image)) - sum;
                }
                """)
        kernel.setROISelector { _, r, _ in r.insetBy(dx: -1.0, dy: -1.0) }
        let filter = KernelFilter()
        let src = CISampler(image: grid.image)
        (filter.kernel, filter.arguments) = (kernel, [src])
        filter.options = [kCIApplyOptionDefinition: src.definition.insetBy(x: -1, y: -1)]
        #expect(filter.outputImage?.extent == grid.bounds.insetBy(dx: -1, dy: -1))
        // The renderer stores the pixels that the kernel reads as half floats, each off by 2⁻¹² at most. The absolute
        // weights, an 8 and eight times 1, sum to 16.
        try expect(filter.outputImage, in: grid.bounds.insetBy(dx: -3, dy: -3), tolerance: 16 * 0x1p-12) { x, y in
            guard grid.bounds.insetBy(dx: -1, dy: -1).contains(pixelCenter(x, y)) else { return .zero }
            var sum = SIMD4<Float>.zero
            for j in -1...1 { for i in -1...1 { sum += grid[x + i, y + j] } }
            return 9 * grid[x, y] - sum
        }
        try expectSameInParts(filter.outputImage, in: grid.bounds)
    }

    @Test("9-10: glass reads half the scale around the result, and all of the texture")
    func glass() throws {
        let texture = PixelGrid(width: 5, height: 4) { x, y in SIMD4(Float(x) / 4, Float(y) / 3, 0, 1) }
        let kernel = try CIKernel(
            compiling: """
                kernel vec4 glass(sampler image, sampler texture, float scale) {
                    vec2 p = destCoord();
                    vec2 bump = sample(texture, samplerTransform(texture, mod(p, samplerSize(texture)))).xy;
                    return sample(image, samplerTransform(image, p + (bump - 0.5) * scale));
                }
                """)
        kernel.setROISelector { samplerIndex, r, obj in
            if samplerIndex == 0 {
                let s = CGFloat((obj as? NSNumber)?.floatValue ?? 0) * 0.5
                return r.insetBy(dx: -s, dy: -s)
            }
            return CGRect.infinite
        }
        let filter = KernelFilter()
        let src = CISampler(image: grid.image)
        let scale = NSNumber(value: 6.5)
        (filter.kernel, filter.arguments) = (kernel, [src, CISampler(image: texture.image), scale])
        filter.options = [kCIApplyOptionDefinition: src.definition, kCIApplyOptionUserInfo: scale]
        try expect(filter.outputImage, in: grid.bounds, tolerance: 1e-3) { x, y in
            let bump = texture[((x % 5) + 5) % 5, ((y % 4) + 4) % 4]
            return grid.bilinear(
                at: CGPoint(
                    x: pixelCenter(x, y).x + CGFloat(bump.x - 0.5) * 6.5,
                    y: pixelCenter(x, y).y + CGFloat(bump.y - 0.5) * 6.5))
        }
        try expectSameInParts(filter.outputImage, in: grid.bounds)
    }

    @Test(
        "9-11, 9-12: an environment map is read as far as its width and height say, the other samplers where the result is"
    )
    func environmentMap() throws {
        let heights = PixelGrid(x: -4, y: 3, width: 17, height: 14) { x, y in
            SIMD4(Float((x + 4) % 9) / 8, Float((y - 3) % 5) / 4, 0, 1)
        }
        let map = PixelGrid(width: 12, height: 9) { x, y in SIMD4(Float(x) / 11, Float(y) / 8, 0.5, 1) }
        let (width, height) = (NSNumber(value: 12), NSNumber(value: 9))
        let kernel = try CIKernel(
            compiling: """
                kernel vec4 roundLayer(sampler src, sampler blur, sampler env, float surfaceScale, vec2 envscale, float opacity) {
                    vec4 image = sample(src, samplerCoord(src));
                    vec2 slope = sample(blur, samplerCoord(blur)).xy * surfaceScale;
                    vec4 reflected = sample(env, samplerTransform(env, clamp(slope, 0.0, 1.0) * envscale));
                    return mix(image, reflected * image.a, opacity);
                }
                """)
        kernel.setROISelector { samplerIndex, destination, myArray in
            if samplerIndex == 2 {
                let sizes = myArray as? [NSNumber] ?? []
                return CGRect(x: 0, y: 0, width: CGFloat(sizes[0].floatValue), height: CGFloat(sizes[1].floatValue))
            }
            return destination
        }
        let filter = KernelFilter()
        let src = CISampler(image: grid.image)
        let blur = CISampler(image: heights.image)
        let env = CISampler(image: map.image)
        #expect(env.extent.size == CGSize(width: 12, height: 9))
        let envscale = CIVector(x: CGFloat(width.floatValue), y: CGFloat(height.floatValue))
        let inputSurfaceScale = NSNumber(value: -0.1)
        filter.kernel = kernel
        filter.arguments = [
            src, blur, env, NSNumber(value: pow(10.0, Double(inputSurfaceScale.floatValue))), envscale,
            NSNumber(value: 0.75),
        ]
        filter.options = [kCIApplyOptionDefinition: src.definition, kCIApplyOptionUserInfo: [width, height]]
        try expect(filter.outputImage, in: grid.bounds, tolerance: 1e-3) { x, y in
            let scale = pow(10, -0.1)
            let slope = heights[x, y]
            let point = CGPoint(x: Double(slope.x) * scale * 12, y: Double(slope.y) * scale * 9)
            return grid[x, y] * 0.25 + map.bilinear(at: point) * grid[x, y].w * 0.75
        }
        try expectSameInParts(filter.outputImage, in: grid.bounds)
    }

    @Test(
        "A region that is too small shows only at the borders of the picture: what lies outside of the image reads as transparent"
    )
    func tooSmall() throws {
        let kernel = try CIKernel(
            compiling:
                "kernel vec4 shifted(sampler s) { return sample(s, samplerTransform(s, destCoord() + vec2(3.0, 0.0))); }"
        )
        let result = kernel.apply(extent: grid.bounds, roiCallback: { $1 }, arguments: [grid.image])
        let pixels = try PixelGrid(rendering: try #require(result), in: grid.bounds)
        // One call of the function determines what the whole rendering reads. The tolerance allows for the half floats
        // in which this part is stored.
        for y in 3..<17 {
            for x in -4..<13 {
                let difference = pixels[x, y] - grid[x + 3, y]
                #expect((difference * difference).sum().squareRoot() < 1e-3)
            }
        }
    }
}
