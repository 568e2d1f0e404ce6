import Foundation
import ImageGraph
import KernelLanguage
import KernelTestSupport
import Pixels
import Testing
import Vulkan

/// Sampling on the device, against the interpreter.
@Suite("Sampling on Vulkan", .needsVulkan) struct VulkanSamplingTests {
    @Test(arguments: [Interpolation.nearest, .linear], [WrapMode.transparent, .clamp])
    func agrees(interpolation: Interpolation, wrap: WrapMode) throws {
        for (text, arguments) in [(SamplingCases.here, [[]]), (SamplingCases.points, [[], [Float(0.13)]])] {
            let program = try kernel(text)
            var kernels: [KernelLayout: VulkanKernel] = [:]
            var tally = VulkanComparison.Tally()
            for (index, bounds) in [
                PixelRect(x: -4, y: 1, width: 23, height: 9), PixelRect(x: 0, y: 0, width: 0, height: 0),
                PixelRect(x: 5, y: 5, width: 1, height: 1),
            ].enumerated() {
                let raster = SamplingCases.image(bounds, seed: UInt64(index), special: index == 0)
                for extent in SamplingCases.extents(bounds) {
                    for transform in SamplingCases.transforms {
                        let binding = SamplerBinding(
                            raster: raster, extent: extent, transform: transform, interpolation: interpolation,
                            wrap: wrap)
                        for aligned in [true, false] {
                            let comparison = VulkanComparison(
                                program: program, arguments: arguments, images: [binding],
                                region: PixelRect(x: -9, y: -3, width: 37, height: 14), aligned: aligned)
                            let kernel = try kernels[comparison.layout] ?? comparison.kernel()
                            kernels[comparison.layout] = kernel
                            let part = try comparison.tally(kernel)
                            #expect(part.wrong.isEmpty, "\(bounds) \(extent) \(transform) \(aligned): \(part)")
                            tally += part
                        }
                    }
                }
            }
            // This device computes positions and mixtures exactly.
            #expect(tally.results == tally.equalBits, "\(tally)")
        }
        Lavapipe.expectNoMessages()
    }

    /// Samples at the same offset for all pixels, across the edges of the image, and at points that aren't finite.
    @Test(arguments: [Interpolation.nearest, .linear], [WrapMode.transparent, .clamp])
    func agreesAtNeighbours(interpolation: Interpolation, wrap: WrapMode) throws {
        let program = try kernel(
            """
            vec4 near(sampler s, vec2 offset) { return sample(s, samplerTransform(s, destCoord() + offset)); }
            kernel vec4 k(sampler s, vec2 offset) {
                vec4 sum = near(s, vec2(-1.0, 2.0)) + 2.0 * near(s, offset) - 3.0 * near(s, -offset);
                for (int i = -2; i < 2; i++) { sum += float(i) * near(s, vec2(float(i), offset.x)); }
                return sum + 7.0 * sample(s, offset);
            }
            """)
        let raster = SamplingCases.image(PixelRect(x: -4, y: 1, width: 43, height: 9), seed: 6, special: false)
        let offsets: [[Float]] = [
            [0, 0], [3, -2], [-40, 1], [0.5, 1], [1, 0.25], [0.0004, 2], [.nan, 1], [.infinity, 0], [3e8, 0],
            [-1e30, 4], [0.3, -.infinity],
        ]
        var kernels: [KernelLayout: VulkanKernel] = [:]
        for offset in offsets {
            for translation in [0, 3] {
                let comparison = VulkanComparison(
                    program: program, arguments: [[], offset],
                    images: [
                        SamplerBinding(
                            raster: raster, extent: raster.bounds.cgRect,
                            transform: CGAffineTransform(translationX: CGFloat(translation), y: -1),
                            interpolation: interpolation, wrap: wrap)
                    ], region: PixelRect(x: -9, y: -3, width: 61, height: 14))
                let kernel = try kernels[comparison.layout] ?? comparison.kernel()
                kernels[comparison.layout] = kernel
                let tally = try comparison.tally(kernel)
                #expect(tally.wrong.isEmpty, "\(offset) moved \(translation): \(tally)")
            }
        }
        Lavapipe.expectNoMessages()
    }

    /// Far from the origin, floats don't hold coordinates exactly. Images and regions lie there too.
    @Test(arguments: [(1 << 22) - 10, 1 << 23, -(1 << 22) - 7, 1 << 33, -(1 << 39)])
    func agreesFarAway(start: Int) throws {
        let program = try kernel(
            """
            kernel vec4 k(sampler s, __sample t) {
                return sample(s, samplerTransform(s, destCoord() + vec2(1.0, 0.0))) + t + destCoord().x;
            }
            """)
        let raster = SamplingCases.image(PixelRect(x: start, y: 1, width: 43, height: 9), seed: 7, special: false)
        let binding = SamplerBinding(raster: raster, extent: raster.bounds.cgRect)
        for aligned in [true, false] {
            let tally = try VulkanComparison(
                program: program, arguments: [[], []], images: [binding, binding],
                region: PixelRect(x: start - 3, y: 0, width: 40, height: 5), aligned: aligned
            ).tally()
            #expect(tally.wrong.isEmpty, "\(tally)")
        }
    }

    /// Rows that are stored from the top down, with bytes between them.
    @Test func agreesInViewsOfOtherMemory() throws {
        let raster = SamplingCases.image(PixelRect(x: 0, y: 0, width: 31, height: 12), seed: 8, special: false)
        let row = 31 * 16
        let view = PixelView(
            topLeft: UnsafeMutableRawPointer(raster.pixels) + 16, bounds: PixelRect(x: 2, y: 3, width: 20, height: 11),
            format: .RGBAf, bytesPerRow: row, keeping: raster.view.raster.map { $0 as AnyObject })
        let tally = try VulkanComparison(
            program: kernel(SamplingCases.points), arguments: [[], [0.1]],
            images: [SamplerBinding(pixels: view, extent: view.bounds.cgRect)],
            region: PixelRect(x: -2, y: -2, width: 30, height: 20)
        ).tally()
        withExtendedLifetime(raster) {}
        #expect(tally.wrong.isEmpty && tally.equalBits == tally.results, "\(tally)")
    }
}
