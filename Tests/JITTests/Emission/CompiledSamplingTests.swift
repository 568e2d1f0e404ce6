import Foundation
import ImageGraph
import KernelLanguage
import KernelTestSupport
import Pixels
import TestSupport
import Testing

@testable import JIT

/// Sampling in generated code, against the interpreter, bit for bit.
@Suite(.needsCodeGeneration) struct CompiledSamplingTests {
    @Test(arguments: [Interpolation.nearest, .linear], [WrapMode.transparent, .clamp])
    func agrees(interpolation: Interpolation, wrap: WrapMode) throws {
        let programs = [
            (try kernel(SamplingCases.here), [[]]), (try kernel(SamplingCases.points), [[], [Float(0.13)]]),
        ]
        for (index, bounds) in [
            PixelRect(x: -4, y: 1, width: 23, height: 9), PixelRect(x: 0, y: 0, width: 0, height: 0),
            PixelRect(x: 5, y: 5, width: 1, height: 1),
        ].enumerated() {
            let raster = SamplingCases.image(bounds, seed: UInt64(index), special: index == 0)
            for extent in SamplingCases.extents(bounds) {
                for transform in SamplingCases.transforms {
                    let binding = SamplerBinding(
                        raster: raster, extent: extent, transform: transform, interpolation: interpolation, wrap: wrap)
                    for (program, arguments) in programs {
                        for aligned in [true, false] {
                            let region = PixelRect(x: -9, y: -3, width: 37, height: 14)
                            let difference = try KernelComparison.difference(
                                program, arguments, images: [binding], region: region, aligned: aligned)
                            #expect(difference == nil, "\(bounds) \(extent) \(transform) aligned \(aligned)")
                        }
                    }
                }
            }
        }
    }

    /// Up to `maximumInlinedSamples` samples of an image are inlined. More are calls.
    @Test(arguments: [1, 8, KernelEmitter.maximumInlinedSamples, KernelEmitter.maximumInlinedSamples + 1])
    func agreesInManyPlaces(count: Int) throws {
        let samples = (0..<count).map { "sum += sample(s, samplerTransform(s, d * (1.0 + scale * \($0).0)));" }
        let program = try kernel(
            "kernel vec4 k(sampler s, float scale) { vec2 d = destCoord(); vec4 sum = vec4(0.0);\n"
                + samples.joined(separator: "\n") + "\nreturn sum; }")
        let raster = SamplingCases.image(PixelRect(x: -4, y: 1, width: 23, height: 9), seed: 3, special: false)
        for interpolation in [Interpolation.nearest, .linear] {
            let binding = SamplerBinding(
                raster: raster, extent: raster.bounds.cgRect, transform: .identity, interpolation: interpolation,
                wrap: .transparent)
            let difference = try KernelComparison.difference(
                program, [[], [0.21]], images: [binding], region: PixelRect(x: -9, y: -3, width: 37, height: 14))
            #expect(difference == nil, "\(interpolation)")
        }
    }

    /// For every format, the result equals that of the interpreter with the unpacked image.
    @Test(arguments: PixelFormat.all) func agreesInEveryFormat(format: PixelFormat) throws {
        let program = try kernel(SamplingCases.points)
        let bounds = PixelRect(x: -4, y: 1, width: 43, height: 19)
        let memory = TestMemory(byteCount: bounds.area * format.bytesPerPixel)
        let view = PixelView(
            bounds: bounds, format: format, base: memory.base, bytesPerRow: bounds.width * format.bytesPerPixel,
            keeping: memory)
        view.pack(SamplingCases.image(bounds, seed: 4, special: format.isFloat))
        let unpacked = Raster(bounds: bounds)
        view.unpack(into: unpacked)
        for interpolation in [Interpolation.nearest, .linear] {
            let region = PixelRect(x: -9, y: -3, width: 61, height: 30)
            let expected = try KernelComparison.interpreted(
                program, [[], [-0.005]],
                images: [SamplerBinding(raster: unpacked, extent: bounds.cgRect, interpolation: interpolation)],
                region: region)
            let output = try KernelComparison.compiled(
                program, [[], [-0.005]],
                images: [SamplerBinding(pixels: view, extent: bounds.cgRect, interpolation: interpolation)],
                region: region)
            #expect(KernelComparison.difference(output, expected) == nil, "\(interpolation)")
        }
    }

    /// Points that are pixel centres in some blocks, nearly centres in others, and between centres in the rest. For
    /// every format, the result equals that of the interpreter with the unpacked image.
    @Test(arguments: PixelFormat.all) func agreesWhereNothingIsMixed(format: PixelFormat) throws {
        let program = try kernel(
            """
            kernel vec4 k(sampler s, vec2 shift) {
                vec2 d = destCoord();
                return sample(s, samplerTransform(s, d + shift + vec2(0.37, 0.21) * max(0.0, d.x - 40.0)));
            }
            """)
        let bounds = PixelRect(x: -4, y: 1, width: 90, height: 12)
        let memory = TestMemory(byteCount: bounds.area * format.bytesPerPixel)
        let view = PixelView(
            bounds: bounds, format: format, base: memory.base, bytesPerRow: bounds.width * format.bytesPerPixel,
            keeping: memory)
        view.pack(SamplingCases.image(bounds, seed: 5, special: format.isFloat))
        let unpacked = Raster(bounds: bounds)
        view.unpack(into: unpacked)
        for shift: [Float] in [[0, 0], [3, -1], [0.0005, -0.0005], [0.002, 0], [0, 0.5]] {
            let region = PixelRect(x: -6, y: 2, width: 80, height: 5)
            let expected = try KernelComparison.interpreted(
                program, [[], shift], images: [SamplerBinding(raster: unpacked, extent: bounds.cgRect)], region: region)
            let output = try KernelComparison.compiled(
                program, [[], shift], images: [SamplerBinding(pixels: view, extent: bounds.cgRect)], region: region)
            #expect(KernelComparison.difference(output, expected) == nil, "\(shift)")
        }
    }

    /// Samples at the same offset for all pixels, across the edges of the image. Offsets are constants or arguments,
    /// and whole or fractional. Those at whole offsets are loaded without interpolation.
    @Test(arguments: [Interpolation.nearest, .linear], [WrapMode.transparent, .clamp])
    func agreesAtNeighbours(interpolation: Interpolation, wrap: WrapMode) throws {
        let program = try kernel(
            """
            vec4 near(sampler s, vec2 offset) { return sample(s, samplerTransform(s, destCoord() + offset)); }
            kernel vec4 k(sampler s, vec2 offset) {
                vec4 sum = near(s, vec2(-1.0, 2.0)) + 2.0 * near(s, offset) - 3.0 * near(s, -offset);
                for (int i = -2; i < 2; i++) { sum += float(i) * near(s, vec2(float(i), offset.x)); }
                vec2 d = destCoord() - offset;
                offset += 1.0;
                return sum + 5.0 * sample(s, samplerTransform(s, d)) + 7.0 * near(s, offset.yx);
            }
            """)
        let raster = SamplingCases.image(PixelRect(x: -4, y: 1, width: 43, height: 9), seed: 6, special: false)
        let offsets: [[Float]] = [
            [0, 0], [3, -2], [-40, 1], [0.5, 1], [1, 0.25], [0.0004, 2], [.nan, 1], [.infinity, 0], [3e8, 0],
            [-1e30, 4],
        ]
        for offset in offsets {
            for translation in [0, 3] {
                let binding = SamplerBinding(
                    raster: raster, extent: raster.bounds.cgRect,
                    transform: CGAffineTransform(translationX: CGFloat(translation), y: -1),
                    interpolation: interpolation, wrap: wrap)
                for width in [61, 5] {
                    let region = PixelRect(x: -9, y: -3, width: width, height: 14)
                    let difference = try KernelComparison.difference(
                        program, [[], offset], images: [binding], region: region, aligned: true)
                    #expect(difference == nil, "\(offset) moved \(translation), \(width) wide")
                }
            }
        }
    }

    /// Programs that read at constant offsets have separate code for blocks away from borders. This one also has a
    /// second image, a sample at another offset, and one that only some pixels take.
    @Test(arguments: [WrapMode.transparent, .clamp], [PixelFormat.RGBA8, .RGBAh, .RGBAf])
    func agreesAwayFromBorders(wrap: WrapMode, format: PixelFormat) throws {
        let program = try kernel(
            """
            vec4 near(sampler s, vec2 offset) { return sample(s, samplerTransform(s, destCoord() + offset)); }
            kernel vec4 k(sampler s, sampler t, float limit) {
                vec4 a = near(s, vec2(-1.0, 2.0)), b = near(s, vec2(3.0, -1.0)), c = near(s, vec2(0.0));
                vec4 d = near(t, vec2(-2.0, 0.0)) - sample(t, samplerCoord(t));
                if (a.r < limit) { d += 3.0 * near(t, vec2(0.0, 1.0)); }
                return a - 2.0 * b + 5.0 * max(c, d) + 7.0 * near(s, vec2(0.5, 0.0)) + sample(s, vec2(0.3, 0.4));
            }
            """)
        let bounds = PixelRect(x: -4, y: 1, width: 75, height: 11)
        let memory = TestMemory(byteCount: bounds.area * format.bytesPerPixel)
        let view = PixelView(
            bounds: bounds, format: format, base: memory.base, bytesPerRow: bounds.width * format.bytesPerPixel,
            keeping: memory)
        view.pack(SamplingCases.image(bounds, seed: 8, special: false))
        let unpacked = Raster(bounds: bounds)
        view.unpack(into: unpacked)
        let other = SamplingCases.image(PixelRect(x: 2, y: -3, width: 61, height: 12), seed: 9, special: false)
        for translation in [0, 5] {
            for width in [97, 16, 7] {
                let region = PixelRect(x: -9, y: -5, width: width, height: 21)
                func bindings(_ first: PixelView) -> [SamplerBinding] {
                    [
                        SamplerBinding(
                            pixels: first, extent: bounds.cgRect,
                            transform: CGAffineTransform(translationX: CGFloat(translation), y: -1), wrap: wrap),
                        SamplerBinding(raster: other, extent: other.bounds.cgRect, wrap: wrap),
                    ]
                }
                let arguments: [[Float]] = [[], [], [0.5]]
                let expected = try KernelComparison.interpreted(
                    program, arguments, images: bindings(unpacked.view), region: region)
                let output = try KernelComparison.compiled(
                    program, arguments, images: bindings(view), region: region, aligned: true)
                #expect(KernelComparison.difference(output, expected) == nil, "moved \(translation), \(width) wide")
            }
        }
    }

    /// So far from the origin that coordinates aren't exact in floats, no sample is treated as a neighbouring pixel.
    @Test func agreesAtNeighboursFarAway() throws {
        let program = try kernel(
            "kernel vec4 k(sampler s) { return sample(s, samplerTransform(s, destCoord() + vec2(1.0, 0.0))); }")
        for start in [(1 << 22) - 10, 1 << 23, -(1 << 22) - 7] {
            let raster = SamplingCases.image(PixelRect(x: start, y: 1, width: 43, height: 9), seed: 7, special: false)
            let difference = try KernelComparison.difference(
                program, [[]], images: [SamplerBinding(raster: raster, extent: raster.bounds.cgRect)],
                region: PixelRect(x: start - 3, y: 0, width: 40, height: 5), aligned: true)
            #expect(difference == nil, "from \(start)")
        }
    }

    /// Rows so far apart in memory that byte offsets need more than 32 bits, upwards and downwards.
    @Test(arguments: [PixelFormat.RGBA8, .RGBAh, .RGBAf], [1, -1]) func agreesInMoreThanTwoGigabytes(
        format: PixelFormat, direction: Int
    ) throws {
        let program = try kernel(SamplingCases.points)
        let bounds = PixelRect(x: -4, y: 1, width: 43, height: 19)
        let pitch = 1 << 28
        // Only the pages with pixels are ever touched.
        let memory = SparseMemory(byteCount: pitch * bounds.height)
        let base = direction > 0 ? memory.base : memory.base + pitch * (bounds.height - 1)
        let view = PixelView(
            bounds: bounds, format: format, base: base, bytesPerRow: direction * pitch, keeping: memory)
        view.pack(SamplingCases.image(bounds, seed: 6, special: false))
        let unpacked = Raster(bounds: bounds)
        view.unpack(into: unpacked)
        let region = PixelRect(x: -9, y: -3, width: 61, height: 30)
        let expected = try KernelComparison.interpreted(
            program, [[], [-0.005]], images: [SamplerBinding(raster: unpacked, extent: bounds.cgRect)], region: region)
        let output = try KernelComparison.compiled(
            program, [[], [-0.005]], images: [SamplerBinding(pixels: view, extent: bounds.cgRect)], region: region)
        #expect(KernelComparison.difference(output, expected) == nil)
    }

    /// Samples at any coordinates read only the image's memory. The pages next to it are inaccessible, so any other
    /// read crashes the test.
    @Test(arguments: [PixelFormat.RGBA8, .RGB8, .R8, .RGBAh, .RGBAf, .RGBf])
    func readsNothingBesideTheImage(format: PixelFormat) throws {
        let text = """
            kernel vec4 k(sampler s, __sample h, float a) {
                vec2 d = destCoord();
                vec4 r = sample(s, samplerTransform(s, d)) + sample(s, d * a) + sample(s, vec2(a)) + h;
                return r + sample(s, vec2(a / (d.x - 3.5), d.y / (a - a))) + sample(s, samplerTransform(s, d + vec2(a, -a)));
            }
            """
        let program = try kernel(text)
        let pages = GuardedPages()
        for (width, height) in [(1, 1), (3, 2), (16, 5), (17, 1), (40, 3)] {
            let bounds = PixelRect(x: 2, y: -1, width: width, height: height)
            let row = width * format.bytesPerPixel
            for atEnd in [false, true] {
                let base = pages.place(byteCount: row * height, atEnd: atEnd)
                let view = PixelView(bounds: bounds, format: format, base: base, bytesPerRow: row, keeping: pages)
                view.pack(SamplingCases.image(bounds, seed: 7, special: false))
                let unpacked = Raster(bounds: bounds)
                view.unpack(into: unpacked)
                for interpolation in [Interpolation.nearest, .linear] {
                    for wrap in [WrapMode.transparent, .clamp] {
                        let binding = SamplerBinding(
                            pixels: view, extent: bounds.cgRect, interpolation: interpolation, wrap: wrap)
                        let copy = SamplerBinding(
                            raster: unpacked, extent: bounds.cgRect, interpolation: interpolation, wrap: wrap)
                        for a in [0.3, -7, 1e9, -1e30, Float.nan, .infinity] {
                            let region = PixelRect(x: -1, y: -3, width: 45, height: 8)
                            let output = try KernelComparison.compiled(
                                program, [[], [], [a]], images: [binding, binding], region: region)
                            let expected = try KernelComparison.interpreted(
                                program, [[], [], [a]], images: [copy, copy], region: region)
                            #expect(KernelComparison.difference(output, expected) == nil)
                        }
                    }
                }
            }
        }
    }
}

/// Address space of which only touched pages take memory.
private final class SparseMemory {
    let base: UnsafeMutableRawPointer
    private let byteCount: Int

    init(byteCount: Int) {
        self.byteCount = byteCount
        base = mmap(
            nil, byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
    }

    deinit { munmap(base, byteCount) }
}

/// Accessible pages between inaccessible ones.
private final class GuardedPages {
    private let start: UnsafeMutableRawPointer
    private let page = Int(sysconf(Int32(_SC_PAGESIZE)))
    private let inner: Int

    init() {
        inner = 4 * page
        start = mmap(nil, inner + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        mprotect(start + page, inner, PROT_READ | PROT_WRITE)
    }

    deinit { munmap(start, inner + 2 * page) }

    /// Memory that begins at the start or ends at the end of the accessible pages.
    func place(byteCount: Int, atEnd: Bool) -> UnsafeMutableRawPointer {
        start + page + (atEnd ? inner - byteCount : 0)
    }
}
