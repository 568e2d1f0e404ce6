import CoreImage
import Testing

/// The general kernels of the 2014 talk on custom filters: motion blur with and without a mask, and a square
/// kaleidoscope, for which a chain of a warp and a colour kernel is better.
@Suite("Talks: general kernels and chains")
struct GeneralKernelTalkTests {
    /// A helper function of two kernels: the mean of 21 samples along a line through the pixel.
    static let blurHelper = """
        vec4 motionBlurred(sampler image, vec2 velocity) {
            const int samples = 10;
            vec4 sum = vec4(0.0);
            vec2 p = destCoord();
            vec2 offset = -velocity;
            for (int i = 0; i < 2 * samples + 1; i++) {
                sum += sample(image, samplerTransform(image, p + offset));
                offset += velocity / float(samples);
            }
            return sum / float(2 * samples + 1);
        }

        """

    private class MotionBlurFilter: CIFilter {
        var inputImage: CIImage?
        var inputRadius: CGFloat = 5
        var inputAngle: CGFloat = 0

        static let kernel = CIKernel(
            source: GeneralKernelTalkTests.blurHelper
                + "kernel vec4 motionBlur(sampler image, vec2 velocity) { return motionBlurred(image, velocity); }")

        override var outputImage: CIImage? {
            guard let inputImage else { return nil }
            let velocity = CGVector(dx: inputRadius * cos(inputAngle), dy: inputRadius * sin(inputAngle))
            let grow: @Sendable (CGRect) -> CGRect = { $0.insetBy(dx: -abs(velocity.dx), dy: -abs(velocity.dy)) }
            return Self.kernel?.apply(
                extent: grow(inputImage.extent), roiCallback: { _, r in grow(r) },
                arguments: [inputImage, CIVector(x: velocity.dx, y: velocity.dy)])
        }
    }

    private class MaskedMotionBlurFilter: CIFilter {
        var inputImage: CIImage?
        var inputMaskImage: CIImage?
        var inputRadius: CGFloat = 5

        static let kernel = CIKernel(
            source: GeneralKernelTalkTests.blurHelper + """
                kernel vec4 motionBlurWithMask(sampler image, sampler mask, float radius) {
                    vec2 direction = sample(mask, samplerCoord(mask)).rg * 2.0 - 1.0;
                    return motionBlurred(image, direction * radius);
                }
                """)

        override var outputImage: CIImage? {
            guard let inputImage, let inputMaskImage else { return nil }
            let radius = inputRadius
            return Self.kernel?.apply(
                extent: inputImage.extent.insetBy(dx: -radius, dy: -radius),
                roiCallback: { index, r in index == 0 ? r.insetBy(dx: -radius, dy: -radius) : r },
                arguments: [inputImage, inputMaskImage, radius])
        }
    }

    private class SquareKaleidoscopeFilter: CIFilter {
        var inputImage: CIImage?
        var inputCenter = CIVector(x: 150, y: 150)
        var inputSize: CGFloat = 100
        var inputAngle: CGFloat = 0

        static let fold = CIWarpKernel(
            source: """
                kernel vec2 fold(vec2 center, float size, vec2 turn) {
                    vec2 p = destCoord() - center;
                    p = vec2(p.x * turn.x + p.y * turn.y, p.y * turn.x - p.x * turn.y);
                    // Every other square is a mirror image, so that edges meet.
                    p = abs(mod(p + size, 2.0 * size) - size);
                    return center + p;
                }
                """)
        static let fade = CIColorKernel(
            source: """
                kernel vec4 fade(__sample s, vec2 center, float size) {
                    float light = pow(0.5, length(destCoord() - center) / size);
                    return vec4(s.rgb * light, s.a);
                }
                """)

        override var outputImage: CIImage? {
            guard let inputImage else { return nil }
            let square = CGRect(x: inputCenter.x, y: inputCenter.y, width: inputSize, height: inputSize)
            let turned = Self.fold?.apply(
                extent: .infinite, roiCallback: { _, _ in square }, image: inputImage,
                arguments: [inputCenter, inputSize, CIVector(x: cos(inputAngle), y: sin(inputAngle))])
            return turned.flatMap { Self.fade?.apply(extent: .infinite, arguments: [$0, inputCenter, inputSize]) }
        }
    }

    let grid = PixelGrid.colorful(x: 2, y: 4, width: 13, height: 12)

    private func blurred(x: Int, y: Int, velocity: CGVector) -> SIMD4<Float> {
        var sum = SIMD4<Float>.zero
        for step in -10...10 {
            let part = CGFloat(step) / 10
            sum += grid.bilinear(
                at: CGPoint(x: pixelCenter(x, y).x + velocity.dx * part, y: pixelCenter(x, y).y + velocity.dy * part))
        }
        return sum / 21
    }

    @Test("An offset in pixels is added to destCoord, and then taken to sampler space")
    func offset() throws {
        let kernel = try #require(
            CIKernel(
                source: """
                    kernel vec4 shifted(sampler image) {
                        return sample(image, samplerTransform(image, destCoord() + vec2(0.0, 2.0)));
                    }
                    """))
        let result = kernel.apply(
            extent: grid.bounds.offsetBy(dx: 0, dy: -2), roiCallback: { $1.offsetBy(dx: 0, dy: 2) },
            arguments: [grid.image])
        // The tolerance allows for the half floats in which the renderer stores the image's region.
        try expect(result, in: grid.bounds.insetBy(dx: -3, dy: -3), tolerance: 1e-3) { x, y in grid[x, y + 2] }
    }

    @Test("Sampler space goes from 0 to 1 over the image: half-way is the middle, and 2.5 lies outside")
    func samplerSpace() throws {
        let kernel = try #require(
            CIKernel(source: "kernel vec4 at(sampler image, vec2 where) { return sample(image, where); }"))
        let bounds = grid.bounds
        func pixel(at point: CIVector) throws -> SIMD4<Float> {
            let image = kernel.apply(extent: bounds, roiCallback: { _, _ in bounds }, arguments: [grid.image, point])
            return try PixelGrid(rendering: try #require(image), in: CGRect(x: 3, y: 5, width: 1, height: 1))[3, 5]
        }
        let middle = grid.bilinear(at: CGPoint(x: 8.5, y: 10))
        let found = try pixel(at: CIVector(x: 0.5, y: 0.5))
        for i in 0..<4 { #expect(abs(found[i] - middle[i]) < 1e-4) }
        #expect(try pixel(at: CIVector(x: 0.5, y: 2.5)) == .zero)
    }

    @Test(
        "Motion blur: the mean along a line", arguments: [(4, 0), (3, 0.6), (2.5, 2), (0, 1)] as [(CGFloat, CGFloat)])
    func motionBlur(radius: CGFloat, angle: CGFloat) throws {
        let filter = MotionBlurFilter()
        (filter.inputImage, filter.inputRadius, filter.inputAngle) = (grid.image, radius, angle)
        let velocity = CGVector(dx: radius * cos(angle), dy: radius * sin(angle))
        let image = try #require(filter.outputImage)
        try expect(image, in: grid.bounds, tolerance: 1e-3) { x, y in blurred(x: x, y: y, velocity: velocity) }
        #expect(abs(image.extent.width - 13 - 2 * abs(velocity.dx)) < 1e-9)
        try expectSameInParts(image, in: grid.bounds.insetBy(dx: -3, dy: -3))
    }

    @Test("Masked motion blur: the mask holds the direction at each pixel, and has a region of its own")
    func maskedMotionBlur() throws {
        let mask = PixelGrid(x: 2, y: 4, width: 13, height: 12) { x, y in
            SIMD4(Float(x - 2) / 12, Float(y - 4) / 11, 0, 1)
        }
        let filter = MaskedMotionBlurFilter()
        (filter.inputImage, filter.inputMaskImage, filter.inputRadius) = (grid.image, mask.image, 4)
        try expect(filter.outputImage, in: grid.bounds.insetBy(dx: -2, dy: -2), tolerance: 1e-3) { x, y in
            let direction = mask[x, y]
            return blurred(
                x: x, y: y,
                velocity: CGVector(dx: CGFloat(direction.x * 2 - 1) * 4, dy: CGFloat(direction.y * 2 - 1) * 4))
        }
        try expectSameInParts(filter.outputImage, in: grid.bounds)
    }

    @Test(
        "Square kaleidoscope: a warp and a colour kernel in a chain, over the whole plane",
        arguments: [CGFloat(0), 0.5])
    func squareKaleidoscope(angle: CGFloat) throws {
        let filter = SquareKaleidoscopeFilter()
        filter.inputImage = grid.image
        (filter.inputCenter, filter.inputSize, filter.inputAngle) = (CIVector(x: 6, y: 7), 5, angle)
        #expect(filter.outputImage?.extent.isInfinite == true)
        let window = CGRect(x: -14, y: -11, width: 37, height: 34)
        func fold(_ value: CGFloat) -> CGFloat {
            let cell = (value / 5).rounded(.down)
            let inside = value - cell * 5
            return Int(cell) % 2 == 0 ? inside : 5 - inside
        }
        try expect(filter.outputImage, in: window, tolerance: 1e-3) { x, y in
            let (dx, dy) = (pixelCenter(x, y).x - 6, pixelCenter(x, y).y - 7)
            let along = dx * cos(angle) + dy * sin(angle)
            let across = dy * cos(angle) - dx * sin(angle)
            let s = grid.bilinear(at: CGPoint(x: 6 + fold(along), y: 7 + fold(across)))
            let light = Float(pow(0.5, hypot(dx, dy) / 5))
            return SIMD4(s.x * light, s.y * light, s.z * light, s.w)
        }
        try expectSameInParts(filter.outputImage, in: window, part: 11)
    }
}
