import CoreImage
import Foundation
import TestSupport
import Testing

@Suite("Kernels")
struct KernelTests {
    private let source = makePicture(4, 3) { x, y in SIMD4(Float(x) / 4, Float(y) / 4, 0.5, 1) }

    private func colors(_ image: CIImage) throws -> [SIMD4<Float>] { try RenderedPixels(image, source.extent).all }

    private func expected(_ value: (_ x: Int, _ y: Int) -> SIMD4<Float>) -> [SIMD4<Float>] {
        (0..<3).flatMap { y in (0..<4).map { x in value(x, y) } }
    }

    @Test("A colour kernel, applied in every way")
    func colorKernel() throws {
        let text = "kernel vec4 swapRedAndGreen(__sample s, float gain) { return vec4(s.g * gain, s.r, s.b, s.a); }"
        let kernel = try #require(CIColorKernel(source: text))
        #expect(kernel.name == "swapRedAndGreen")
        let wanted = expected { x, y in SIMD4(Float(y) / 2, Float(x) / 4, 0.5, 1) }
        let results = [
            try #require(kernel.apply(extent: source.extent, arguments: [source, 2])),
            try kernel.applying(extent: source.extent, arguments: [CISampler(image: source), NSNumber(value: 2)]),
            kernel.apply(to: source, Float(2)), kernel.apply(to: source, CGFloat(2)), kernel.apply(to: source, 2.0),
            try #require(kernel.apply(extent: source.extent, roiCallback: { $1 }, arguments: [source, 2])),
            CIColorKernel(text).apply(to: source, 2), try CIColorKernel(compiling: text).apply(to: source, 2),
            try #require(CIKernel(source: text)).apply(to: source, region: .same, 2),
        ]
        for result in results {
            #expect(result.extent == source.extent)
            #expect(try colors(result) == wanted)
        }
        #expect(kernel.apply(to: source, extent: CGRect(x: 1, y: 1, width: 1, height: 1), 2).extent.width == 1)
    }

    @Test("A general kernel reads its neighbours; the region says which")
    func generalKernel() throws {
        let kernel = CIKernel(
            """
            kernel vec4 shift(sampler s, float distance) {
                return sample(s, samplerTransform(s, destCoord() + vec2(distance, 0.0)));
            }
            """)
        let wanted = expected { x, y in x < 2 ? SIMD4(Float(x + 2) / 4, Float(y) / 4, 0.5, 1) : .zero }
        let region = CIKernelRegion { _, rect in rect.offsetBy(dx: 2, dy: 0) }
        #expect(try colors(kernel.apply(to: source, region: region, 2)) == wanted)
        #expect(try colors(kernel.apply(to: source, region: .inset(-2), 2)) == wanted)
        #expect(try colors(kernel.apply(to: source, region: .everything, 2)) == wanted)
        #expect(try colors(kernel.apply(to: source, region: .fixed(source.extent), 2)) == wanted)
        let moved = CGAffineTransform(translationX: 2, y: 0)
        #expect(try colors(kernel.apply(to: source, region: .mapped(by: moved), 2)) == wanted)
        let result = try #require(
            kernel.apply(extent: source.extent, roiCallback: { $1.offsetBy(dx: 2, dy: 0) }, arguments: [source, 2]))
        #expect(try colors(result) == wanted)
        #expect(
            result.regionOfInterest(for: source, in: CGRect(x: 0, y: 0, width: 1, height: 1)).contains(
                CGRect(x: 2, y: 0, width: 1, height: 1)))
    }

    @Test("The region callback gets the number of the image parameter")
    func regionIndex() throws {
        let kernel = CIKernel(
            """
            kernel vec4 both(float weight, sampler a, vec2 unused, sampler b) {
                return mix(sample(a, samplerCoord(a)), sample(b, samplerCoord(b)), weight) + vec4(unused, 0.0, 0.0);
            }
            """)
        let seen = Indices()
        let other = makePicture(4, 3) { _, _ in SIMD4(0, 0, 1, 1) }
        let result = try kernel.applying(
            extent: source.extent,
            roiCallback: { index, rect in
                seen.add(index)
                return rect
            }, arguments: [0.5, source, CIVector(x: 0, y: 0), other])
        #expect(try colors(result) == expected { x, y in SIMD4(Float(x) / 8, Float(y) / 8, 0.75, 1) })
        #expect(seen.values == [0, 1])
    }

    @Test("A warp kernel moves pixels")
    func warpKernel() throws {
        let text = "kernel vec2 mirror(float width) { return vec2(width - destCoord().x, destCoord().y); }"
        let kernel = try #require(CIWarpKernel(source: text))
        let wanted = expected { x, y in SIMD4(Float(3 - x) / 4, Float(y) / 4, 0.5, 1) }
        let all: CIKernelROICallback = { _, _ in CGRect(x: 0, y: 0, width: 4, height: 3) }
        let results = [
            try #require(kernel.apply(extent: source.extent, roiCallback: all, image: source, arguments: [4])),
            try #require(kernel.apply(extent: source.extent, roiCallback: all, arguments: [source, 4])),
            CIWarpKernel(text).apply(to: source, region: .everything, 4),
        ]
        for result in results { #expect(try colors(result) == wanted) }
        #expect(kernel.apply(extent: source.extent, roiCallback: all, arguments: [4]) == nil)
    }

    @Test("Every kind of argument")
    func arguments() throws {
        let kernel = CIColorKernel(
            """
            kernel vec4 sum(__sample s, float f, int i, bool b, vec2 v2, vec3 v3, vec4 v4, __color c, mat2 m) {
                return vec4(f + float(i) + (b ? 1.0 : 0.0), v2.x + v2.y, v3.x + v3.y + v3.z, v4.w + c.r + m[1][0]);
            }
            """)
        let color = CIColor(red: 0.5, green: 0, blue: 0, alpha: 0.5)
        let red = Float(SRGBFormula.decoded(0.5)) / 2
        let forms: [[Any]] = [
            [
                0.25, 3, true, CIVector(x: 1, y: 2), CIVector(x: 1, y: 2, z: 3), CIVector(x: 0, y: 0, z: 0, w: 8),
                color, CIVector(x: 1, y: 2, z: 3, w: 4),
            ],
            [
                Float(0.25), NSNumber(value: 3), NSNumber(value: true), CGPoint(x: 1, y: 2), [1, 2, 3],
                CGRect(x: 0, y: 0, width: 0, height: 8), color, [1.0, 2.0, 3.0, 4.0],
            ],
            [
                NSNumber(value: 0.25), UInt8(3), 1, CGSize(width: 1, height: 2), [CGFloat(1), 2, 3], [0, 0, 0, 8],
                color, [1, 2, 3, 4],
            ],
            [
                CGFloat(0.25), 3.9, 7.0, NSValue(point: CGPoint(x: 1, y: 2)), [NSNumber(value: 6)] + [0, 0],
                NSValue(rect: CGRect(x: 0, y: 0, width: 0, height: 8)), color, [1, 2, 3, 4],
            ],
        ]
        for form in forms {
            let found = try RenderedPixels(
                try kernel.applying(extent: source.extent, arguments: [source] + form), source.extent)[0, 0]
            #expect(isClose(found, SIMD4(4.25, 3, 6, 11 + red), 1e-4), "\(form)")
        }
    }

    @Test("An affine transform as a 3 × 3 matrix")
    func matrixArgument() throws {
        let kernel = CIColorKernel(
            "kernel vec4 map(__sample s, mat3 m) { vec3 p = m * vec3(2.0, 3.0, 1.0); return vec4(p, 1.0); }")
        let transform = CGAffineTransform(1, 2, 3, 4, 5, 6)
        let point = CGPoint(x: 2, y: 3).applying(transform)
        let forms: [Any] = [
            transform, NSAffineTransform(transform), NSValue(cgAffineTransform: transform),
            [1, 2, 0, 3, 4, 0, 5, 6, 1],
        ]
        for form in forms {
            let found = try RenderedPixels(kernel.apply(to: source, form), source.extent)[0, 0]
            #expect(found == SIMD4(Float(point.x), Float(point.y), 1, 1))
        }
    }

    @Test("Arguments that do not fit are refused by name")
    func refusedArguments() throws {
        let kernel = CIColorKernel(
            "kernel vec4 tint(__sample image, __color light, float amount, vec3 mask) { return image; }")
        let good: [Any] = [source, CIColor.red, 1, CIVector(x: 1, y: 2, z: 3)]
        #expect(kernel.apply(extent: source.extent, arguments: good) != nil)
        let cases: [([Any], [String])] = [
            (Array(good.dropLast()), ["'tint'", "4 arguments", "__color light", "3 were given"]),
            (good + [1], ["'tint'", "5 were given"]),
            ([1] + good.dropFirst(), ["'image'", "CIImage or CISampler", "Int"]),
            ([source, 1, 1, good[3]], ["'light'", "CIColor"]),
            ([source, CIColor.red, "much", good[3]], ["'amount'", "number", "much"]),
            ([source, CIColor.red, 1, CIVector(x: 1, y: 2)], ["'mask'", "3 numbers", "[1 2]"]),
            ([source, CIColor.red, 1, ["a", "b", "c"]], ["'mask'"]),
        ]
        for (arguments, words) in cases {
            #expect(kernel.apply(extent: source.extent, arguments: arguments) == nil)
            do {
                _ = try kernel.applying(extent: source.extent, arguments: arguments)
                Issue.record("the arguments were taken")
            } catch {
                for word in words { #expect("\(error)".contains(word), "\(error)") }
            }
        }
        let failing = kernel.apply(to: source, "wrong")
        #expect(failing.extent == source.extent)
        #expect(throws: CIError.self) { try CIContext().renderedCGImage(failing, from: failing.extent) }
    }

    @Test("Text with errors: nil, a thrown diagnostic that points into this file, and an image that can't be rendered")
    func diagnostics() throws {
        let text = "kernel vec4 broken(__sample s) { return vec4(s.rgb, smple); }"
        #expect(
            CIColorKernel(source: text) == nil && CIKernel(source: text) == nil
                && CIKernel.makeKernels(source: text) == nil)
        let line = #line + 2
        do {
            _ = try CIColorKernel(compiling: text)
            Issue.record("the text compiled")
        } catch {
            #expect("\(error)".contains("CoreImageTests/KernelTests.swift:\(line):"), "\(error)")
            #expect("\(error)".contains("smple"))
        }
        let literal = CIColorKernel("kernel vec4 broken(__sample s) { return smple; }")
        let image = literal.apply(to: source)
        do {
            _ = try CIContext().renderedCGImage(image, from: image.extent)
            Issue.record("the image was rendered")
        } catch {
            #expect("\(error)".contains("smple"), "\(error)")
        }
        #expect(literal.name.isEmpty)
    }

    @Test("Kernels are returned as their subclasses; a class takes the first of its kind")
    func kinds() throws {
        let text = """
            kernel vec2 w() { return destCoord(); }
            kernel vec4 g(sampler s) { return sample(s, samplerCoord(s)); }
            kernel vec4 c(__sample s) { return s; }
            """
        let kernels = try #require(CIKernel.makeKernels(source: text))
        #expect(kernels.map(\.name) == ["w", "g", "c"])
        #expect(kernels[0] is CIWarpKernel && kernels[2] is CIColorKernel)
        #expect(!(kernels[1] is CIWarpKernel) && !(kernels[1] is CIColorKernel))
        #expect(
            CIColorKernel(source: text)?.name == "c" && CIWarpKernel(source: text)?.name == "w"
                && CIKernel(source: text)?.name == "g")
        #expect(throws: CIError.self) { try CIWarpKernel(compiling: "kernel vec4 c(__sample s) { return s; }") }
        #expect(throws: CIError.self) { try CIColorKernel(compiling: "kernel vec2 w() { return destCoord(); }") }
        #expect(throws: CIError.self) { try CIKernel(compiling: "kernel vec2 w() { return destCoord(); }") }
    }

    @Test("A kernel's result has the properties of its first image")
    func properties() {
        let described = source.settingProperties(["name": "first"])
        let kernel = CIColorKernel("kernel vec4 first(__sample a, __sample b) { return a; }")
        #expect(kernel.apply(to: described, source).properties["name"] as? String == "first")
    }

    @Test("One kernel, many threads")
    func threads() throws {
        let kernel = CIColorKernel("kernel vec4 add(__sample s, float f) { return s + vec4(f); }")
        let seen = Indices()
        DispatchQueue.concurrentPerform(iterations: 32) { index in
            let image = kernel.apply(to: source, index)
            let found = try? RenderedPixels(image, source.extent)[0, 0]
            if found == SIMD4(0, 0, 0.5, 1) + Float(index) { seen.add(Int32(index)) }
        }
        #expect(seen.values == Set(0..<32))
    }
}

private final class Indices: @unchecked Sendable {
    private let lock = NSLock()
    private var stored: Set<Int32> = []
    var values: Set<Int32> { lock.withLock { stored } }
    func add(_ index: Int32) { lock.withLock { _ = stored.insert(index) } }
}
