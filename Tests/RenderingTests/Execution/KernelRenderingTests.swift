import Foundation
import KernelLanguage
import Pixels
import Synchronization
import Testing

@testable import ImageGraph
@testable import Rendering

@Suite("Kernels in recipes")
struct KernelRenderingTests {
    private let size = PixelRect(0, 0, 33, 21)
    private var image: ImageNode { .source(PatternSource(33, 21)) }
    private var pixel: (Int, Int) -> SIMD4<Float> { inside(size, Noise.pixel) }

    @Test("a colour kernel sees its images, numbers and premultiplied colours in order") func colorKernel() throws {
        let backend = ClosureBackend([
            "blend": { x, y, arguments, images in
                let color = SIMD4(arguments[2][0], arguments[2][1], arguments[2][2], arguments[2][3])
                return images[0].raster[x, y] * arguments[1][0] + images[1].raster[x, y] + color
            }
        ])
        let other = image.transformed(by: CGAffineTransform(translationX: 5, y: 2))
        let node = try ImageNode.kernel(
            .named("blend", parameters: [.sample, .float, .color, .sample]),
            arguments: [
                .image(SampledImage(image)), .numbers([0.5]),
                .color(GraphColor(components: SIMD4(1, 0.5, 0, 0.5), colorSpace: nil)), .image(SampledImage(other)),
            ], extent: size.cgRect)
        let raster = try renderer(backend).render(node, region: PixelRect(-5, -5, 50, 40))
        let expected = inside(size) { pixel($0, $1) * 0.5 + pixel($0 - 5, $1 - 2) + SIMD4(0.5, 0.25, 0, 0.5) }
        #expect(raster.largestDifference(expected) < 1e-6)
    }

    @Test("a kernel's region of interest brings the pixels that it samples") func generalKernel() throws {
        let backend = ClosureBackend(["mirror": { x, y, _, images in images[0].raster[32 - x, y] }])
        let node = try ImageNode.kernel(
            .named("mirror", .general, parameters: [.sampler], samplesFreely: true),
            arguments: [.image(SampledImage(image))],
            extent: size.cgRect
        ) { CGRect(x: 33 - $1.maxX, y: $1.minY, width: $1.width, height: $1.height) }
        let raster = try renderer(backend).render(node, region: size)
        #expect(raster.largestDifference { pixel(32 - $0, $1) } == 0)
    }

    @Test("floats in memory are read where they lie, to the last bit, however many tiles read all of them")
    func floatsInMemory() throws {
        let third = SIMD4<Float>(repeating: 1.0 / 3)
        let data = [SIMD4<Float>](repeating: third, count: 70 * 70).withUnsafeBytes { Data($0) }
        let table = try BitmapSource(
            data: data, bytesPerRow: 70 * 16, width: 70, height: 70, format: .RGBAf, colorSpace: nil)
        let backend = ClosureBackend(["look": { _, _, _, images in images[0].raster[69, 3] }])
        let node = try ImageNode.kernel(
            .named("look", .general, parameters: [.table], samplesFreely: true),
            arguments: [.image(SampledImage(.source(table, colorManaged: false)))],
            extent: CGRect(x: 0, y: 0, width: 200, height: 200)
        ) { _, _ in .infinite }
        let raster = try renderer(backend, intermediates: .RGBAh).render(node, region: PixelRect(0, 0, 200, 200))
        #expect(raster.largestDifference { _, _ in third } == 0)
    }

    @Test("beside a table that is read anywhere, an image that is read at the pixel needs no margin")
    func regionBesideTable() throws {
        let node = try ImageNode.kernel(
            .named("look", .general, parameters: [.sample, .table, .sampler], samplesFreely: true),
            arguments: [.image(SampledImage(image)), .image(SampledImage(image)), .image(SampledImage(image))],
            extent: size.cgRect
        ) { $1 }
        let part = CGRect(x: 3, y: 4, width: 5, height: 6)
        #expect(node.operation.region(ofInput: 0, for: part) == part)
        #expect(node.operation.region(ofInput: 1, for: part) == part.insetBy(dx: -1, dy: -1))
        #expect(node.operation.region(ofInput: 2, for: part) == part.insetBy(dx: -1, dy: -1))
    }

    @Test("an empty region of interest reads nothing") func emptyRegion() throws {
        let source = PatternSource(33, 21)
        let backend = ClosureBackend(["still": { x, y, _, images in images[0].raster[x, y] + 1 }])
        let node = try ImageNode.kernel(
            .named("still"), arguments: [.image(SampledImage(.source(source)))], extent: size.cgRect
        ) { _, _ in .null }
        let raster = try renderer(backend).render(node, region: size)
        #expect(raster.largestDifference { _, _ in SIMD4(repeating: 1) } == 0)
        #expect(source.pixelsRead == 0)
    }

    @Test("an infinite region of interest brings the whole image, once") func infiniteRegion() throws {
        let source = PatternSource(33, 21)
        let backend = ClosureBackend(["turn": { x, y, _, images in images[0].raster[32 - x, 20 - y] }])
        let node = try ImageNode.kernel(
            .named("turn", .general, parameters: [.sampler], samplesFreely: true),
            arguments: [.image(SampledImage(.source(source)))], extent: size.cgRect
        ) { _, _ in .infinite }
        let raster = try renderer(backend, tile: 4).render(node, region: size)
        #expect(raster.largestDifference { pixel(32 - $0, 20 - $1) } == 0)
        #expect(source.pixelsRead == size.area)
    }

    @Test("a warp kernel's points are sampled bilinearly; points that aren't finite are transparent") func warp() throws
    {
        let backend = ClosureBackend([
            "wave": { x, y, arguments, _ in
                if x == 7, y == 7 { return SIMD4(.nan, 3, 0, 0) }
                if x == 8, y == 7 { return SIMD4(.infinity, 3, 0, 0) }
                return SIMD4((Float(x) + 0.5) * 0.75 + arguments[0][0], Float(y) + 0.75, 0, 0)
            }
        ])
        let node = try ImageNode.kernel(
            .named("wave", .warp, parameters: [.float]), arguments: [.numbers([1.5]), .image(SampledImage(image))],
            extent: CGRect(x: 0, y: 0, width: 40, height: 22)
        ) { _, rect in
            CGRect(x: rect.minX * 0.75 + 1.5, y: rect.minY, width: rect.width * 0.75, height: rect.height + 1)
        }
        let raster = try renderer(backend).render(node, region: PixelRect(0, 0, 40, 22))
        let expected = { (x: Int, y: Int) -> SIMD4<Float> in
            if y == 7, x == 7 || x == 8 { return .zero }
            return bilinear((Double(x) + 0.5) * 0.75 + 1.5, Double(y) + 0.75, pixel)
        }
        #expect(raster.largestDifference(expected) < 1e-6)
    }

    @Test("a warped image may be clamped, read by nearest pixel, and have a transform of its own") func warpSampler()
        throws
    {
        let backend = ClosureBackend(["same": { x, y, _, _ in SIMD4(Float(x) + 0.5, Float(y) + 0.5, 0, 0) }])
        let sampled = SampledImage(
            image, transform: CGAffineTransform(translationX: 4.25, y: 0), interpolation: .nearest, wrap: .clamp)
        let node = try ImageNode.kernel(
            .named("same", .warp, parameters: []), arguments: [.image(sampled)], extent: .infinite)
        let raster = try renderer(backend).render(node, region: PixelRect(-20, -10, 80, 40))
        let expected = { (x: Int, y: Int) in
            Noise.pixel(min(max(Int((Double(x) - 3.75).rounded(.down)), 0), 32), min(max(y, 0), 20))
        }
        #expect(raster.largestDifference(expected) == 0)
    }

    @Test("samplers carry extent, wrapping, interpolation and the inverse of their transform") func bindings() throws {
        let backend = ClosureBackend([
            "look": { _, _, _, images in
                let binding = images[0]
                return SIMD4(
                    Float(binding.extent.width), Float(binding.transform.tx), binding.wrap == .clamp ? 1 : 0,
                    binding.interpolation == .nearest ? 1 : 0)
            }
        ])
        let sampled = SampledImage(
            image, transform: CGAffineTransform(translationX: 4.25, y: 0), interpolation: .nearest, wrap: .clamp)
        let node = try ImageNode.kernel(
            .named("look", .general, parameters: [.sampler]), arguments: [.image(sampled)], extent: .infinite)
        #expect(try renderer(backend).render(node, region: PixelRect(0, 0, 1, 1))[0, 0] == SIMD4(33, -4.25, 1, 1))
    }

    @Test("a step that several others read is computed once per pixel") func sharing() throws {
        let source = PatternSource(33, 21)
        let shared = ImageNode.source(source)
        let backend = ClosureBackend(["add": { x, y, _, images in images[0].raster[x, y] + images[1].raster[x, y] }])
        var node = shared
        for _ in 0..<20 {
            // 2²⁰ paths lead to the source.
            node = try .kernel(
                .named("add", parameters: [.sample, .sample]),
                arguments: [.image(SampledImage(node)), .image(SampledImage(node))], extent: size.cgRect)
        }
        let raster = try renderer(backend).render(node, region: size)
        #expect(raster.largestDifference { Noise.pixel($0, $1) * Float(1 << 20) } == 0)
        #expect(source.pixelsRead == size.area)
    }

    @Test("what a tile's margin would compute many times is computed once") func margins() throws {
        let calls = Mutex(0)
        let backend = ClosureBackend([
            "count": { x, y, _, images in
                calls.withLock { $0 += 1 }
                return images[0].raster[x, y]
            },
            "far": { x, y, _, images in images[0].raster[x + 15, y - 15] + images[0].raster[x - 15, y + 15] },
        ])
        let counted = try ImageNode.kernel(
            .named("count"), arguments: [.image(SampledImage(image))], extent: size.cgRect)
        let node = try ImageNode.kernel(
            .named("far", .general, parameters: [.sampler], samplesFreely: true),
            arguments: [.image(SampledImage(counted))],
            extent: size.cgRect
        ) { $1.insetBy(dx: -15, dy: -15) }
        let raster = try renderer(backend, tile: 8).render(node, region: size)
        #expect(raster.largestDifference { pixel($0 + 15, $1 - 15) + pixel($0 - 15, $1 + 15) } == 0)
        #expect(calls.withLock { $0 } == size.area)
    }

    @Test(
        "arguments that don't fit are refused when the recipe is built",
        arguments: [
            ([KernelArgument.numbers([1])], KernelArgumentError.wrongCount(kernel: "k", expected: 2, actual: 1)),
            (
                [.numbers([1]), .numbers([1])],
                .wrongKind(kernel: "k", parameter: "p0", expected: "an image", actual: "a number")
            ),
            (
                [.image(SampledImage(.empty)), .numbers([1, 2])],
                .wrongComponentCount(kernel: "k", parameter: "p1", expected: 1, actual: 2)
            ),
            (
                [.image(SampledImage(.empty)), .image(SampledImage(.empty))],
                .wrongKind(kernel: "k", parameter: "p1", expected: "a number", actual: "an image")
            ),
        ])
    func refusedArguments(arguments: [KernelArgument], expected: KernelArgumentError) {
        #expect(throws: expected) {
            try ImageNode.kernel(.named("k", parameters: [.sample, .float]), arguments: arguments, extent: .infinite)
        }
        #expect(expected.description.contains("'k'"))
    }
}
