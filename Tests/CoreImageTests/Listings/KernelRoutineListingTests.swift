import CoreImage
import Testing

/// Listings 9-14 to 9-16 of the Core Image Programming Guide: kernel routines.
@Suite("Listings: kernel routines")
struct KernelRoutineListingTests {
    let grid = PixelGrid.colorful(x: 1, y: -4, width: 13, height: 11)

    @Test("9-14: brightening adds a bias, scaled by alpha")
    func brighten() throws {
        let kernel = try CIKernel(
            compiling: """
                kernel vec4 brightenEffect (sampler src, float k)
                {
                    vec4 currentSource = sample (src, samplerCoord (src));           // 1
                    currentSource.rgb = currentSource.rgb + k * currentSource.a;     // 2
                    return currentSource;                                           // 3
                }
                """)
        for k in [Float(0.25), -0.5, 3] {
            let result = kernel.apply(extent: grid.bounds, roiCallback: { $1 }, arguments: [grid.image, k])
            try expect(result, in: grid.bounds) { x, y in
                let pixel = grid[x, y]
                return pixel + SIMD4(k, k, k, 0) * pixel.w
            }
        }
    }

    @Test("9-15: multiplying by a colour, which is premultiplied as pixels are")
    func multiply() throws {
        let kernel = try CIKernel(
            compiling: """
                kernel vec4 multiplyEffect (sampler src, __color mul)
                {
                    return sample (src, samplerCoord (src)) * mul;
                }
                """)
        for (red, green, blue, alpha) in [(1.0, 0.5, 0.0, 1.0), (0.2, 0.4, 0.9, 0.5), (1.0, 1.0, 1.0, 0.0)] {
            let color = CIColor(red: red, green: green, blue: blue, alpha: alpha)
            let result = kernel.apply(extent: grid.bounds, roiCallback: { $1 }, arguments: [grid.image, color])
            try expect(result, in: grid.bounds) { x, y in
                grid[x, y] * SIMD4(linearFromSRGB(red), linearFromSRGB(green), linearFromSRGB(blue), 1) * Float(alpha)
            }
        }
    }

    @Test(
        "9-16: a hole distortion",
        arguments: [(CGPoint(x: 7, y: 1.25), 3), (CGPoint(x: 2, y: -3), 1.5), (CGPoint(x: 30, y: 9), 12)]
            as [(CGPoint, CGFloat)])
    func holeDistortion(center middle: CGPoint, radius: CGFloat) throws {
        let kernel = try CIKernel(
            compiling: """
                kernel vec4 holeDistortion (sampler src, vec2 center, vec2 params) // 1
                {
                    vec2 t1;
                    float distance0, distance1;

                    t1 = destCoord () - center;           // 2
                    distance0 = dot (t1, t1);              // 3
                    t1 = t1 * inversesqrt (distance0);    // 4
                    distance0 = distance0 * inversesqrt (distance0) * params.x; // 5
                    distance1 = distance0 - (1.0 / distance0); // 6
                    distance0 = (distance0 < 1.0 ? 0.0 : distance1) * params.y; // 7
                    t1 = t1 * distance0 + center;         // 8

                    return sample (src, samplerTransform (src, t1)); // 9
                }
                """)
        let bounds = grid.bounds
        let result = kernel.apply(
            extent: bounds, roiCallback: { _, _ in bounds },
            arguments: [grid.image, CIVector(cgPoint: middle), CIVector(x: 1 / radius, y: radius)])
        try expect(result, in: bounds, tolerance: 1e-3) { x, y in
            let (dx, dy) = (pixelCenter(x, y).x - middle.x, pixelCenter(x, y).y - middle.y)
            let distance = hypot(dx, dy) / radius
            let source = distance < 1 ? 0 : (distance - 1 / distance) * radius
            let length = hypot(dx, dy)
            return grid.bilinear(at: CGPoint(x: middle.x + dx / length * source, y: middle.y + dy / length * source))
        }
    }
}
