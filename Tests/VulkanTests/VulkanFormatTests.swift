import DeviceKernels
import ImageGraph
import KernelLanguage
import KernelTestSupport
import Pixels
import Testing
import Vulkan

/// Images and results in all formats of devices.
@Suite("Formats on Vulkan", .needsVulkan) struct VulkanFormatTests {
    private static func trial(_ format: PixelFormat, copiesPixels: Bool) -> FormatTrial {
        FormatTrial(format) { program, layout in
            let device = try (copiesPixels ? Lavapipe.copyingDevice : Lavapipe.device).get()
            return try VulkanKernel(program, layout: layout, on: device, stepBudget: 1000)
        }
    }

    @Test("Every stored value is read as defined", arguments: PixelFormat.readByDevices, [false, true])
    func loads(format: PixelFormat, copiesPixels: Bool) throws {
        let trial = Self.trial(format, copiesPixels: copiesPixels)
        for isTopDown in [false, true] { #expect(try trial.loads(isTopDown: isTopDown) == []) }
        Lavapipe.expectNoMessages()
    }

    @Test("Numbers are rounded and clamped as defined", arguments: PixelFormat.forDevices, [false, true])
    func stores(format: PixelFormat, copiesPixels: Bool) throws {
        let trial = Self.trial(format, copiesPixels: copiesPixels)
        for isTopDown in [false, true] { #expect(try trial.stores(isTopDown: isTopDown) == []) }
        Lavapipe.expectNoMessages()
    }

    @Test(
        "Images are sampled in all formats", arguments: [Interpolation.nearest, .linear],
        [WrapMode.transparent, .clamp])
    func sampling(interpolation: Interpolation, wrap: WrapMode) throws {
        let bounds = PixelRect(x: -4, y: 1, width: 23, height: 9)
        for format in PixelFormat.readByDevices {
            if format.isForDevices {
                let trial = Self.trial(format, copiesPixels: false)
                #expect(try trial.mixedImages(interpolation, wrap) == [])
                #expect(try trial.mixedImages(interpolation, wrap, formats: FormatTrial.readFormats) == [])
            }
            let pixels = PixelView.stored(
                SamplingCases.image(bounds, seed: 4, special: format.isFloat), as: format, isTopDown: format.isFloat)
            for (text, arguments) in [(SamplingCases.here, [[]]), (SamplingCases.points, [[], [Float(0.13)]])] {
                for extent in SamplingCases.extents(bounds) {
                    for transform in SamplingCases.transforms {
                        let binding = SamplerBinding(
                            pixels: pixels, extent: extent, transform: transform, interpolation: interpolation,
                            wrap: wrap)
                        let tally = try VulkanComparison(
                            program: kernel(text), arguments: arguments, images: [binding],
                            region: PixelRect(x: -9, y: -3, width: 37, height: 14)
                        ).tally()
                        #expect(tally.results == tally.equalBits, "\(format) \(extent) \(transform): \(tally)")
                    }
                }
            }
        }
        Lavapipe.expectNoMessages()
    }

    @Test("A device states its formats, and refuses others with a reason")
    func others() throws {
        let device = try Lavapipe.device.get()
        let program = try kernel(SamplingCases.here)
        let formats = PixelFormat.all + [.planarRGBf]
        #expect(formats.filter(device.supports) == [.RGBA8, .RGBA16, .RGBAh, .RGBAf, .BGRA8])
        #expect(
            formats.filter { device.canRead($0) && !device.supports($0) } == [.R8, .R16, .Rh, .RG8, .RG16, .RGh])
        for format in formats where !device.supports(format) {
            let written = KernelLayout(images: [ImageLayout(format: .RGBAh)], output: format)
            let read = KernelLayout(images: [ImageLayout(format: format)], output: .RGBA8)
            for layout in device.canRead(format) ? [written] : [written, read] {
                let failure = #expect(throws: DeviceFailure.self) { try device.kernel(for: program, layout: layout) }
                #expect(failure?.kind == .unsupported)
                #expect(failure?.reason.contains("of format \(format.name); convert them to RGBAf") == true)
            }
        }
    }
}
