import DeviceKernels
import Foundation
import ImageGraph
import Pixels
import Testing

@testable import Rendering

@Suite("Textures as sources and destinations")
struct TextureRenderingTests {
    private static let sRGB = CGColorSpace(name: CGColorSpace.sRGB)
    private static let formats: Set<PixelFormat> = [.RGBAf, .RGBAh, .RGBA8]

    private static func device() -> SimulatedDevice { SimulatedDevice(CompilingInterpreter(), formats: formats) }

    private static func renderer(
        _ device: (any KernelDevice)?, memoryLimit: Int = 1 << 28,
        report: @escaping @Sendable (String) -> Void = { _ in }
    ) -> Renderer {
        var configuration = RendererConfiguration(
            workingColorSpace: CGColorSpace(name: CGColorSpace.extendedLinearSRGB), backend: CompilingInterpreter(),
            tileWidth: 5, tileHeight: 4, threadCount: 2, memoryLimit: memoryLimit, intermediateFormat: .RGBAf)
        configuration.device = device.map { DeviceRendering($0, use: .always, stepBudget: 1_000_000) }
        configuration.checksRegions = false
        configuration.report = report
        return Renderer(configuration: configuration)
    }

    /// An image of sRGB pixels, which are converted to the linear working space.
    private static func image(_ texture: any DeviceTexture) -> ImageNode {
        .source(TextureSource(.device(texture), colorSpace: sRGB, alphaState: .premultiplied), colorManaged: true)
    }

    /// What conversions of a format may differ by. Those of bytes are shorter formulas.
    private static func tolerance(_ format: PixelFormat) -> Float { format == .RGBA8 ? 0x1p-10 : 2e-6 }

    /// The published curve of sRGB, of colours that are multiplied by alpha.
    private static func linear(_ pixel: SIMD4<Float>) -> SIMD4<Float> {
        if pixel.w == 0 { return pixel }
        var result = pixel
        for channel in 0..<3 {
            let value = Double(pixel[channel] / pixel.w)
            let curved = value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
            result[channel] = Float(curved) * pixel.w
        }
        return result
    }

    @Test("a device reads its textures where they are", arguments: [PixelFormat.RGBAf, .RGBAh, .RGBA8])
    func readingInPlace(format: PixelFormat) throws {
        let device = Self.device()
        let texture = SimulatedTexture(23, 17, format, on: device)
        let stored = texture.pixels
        let region = PixelRect(-2, -1, 20, 21)
        let renderer = Self.renderer(device)
        for _ in 1...2 {
            let result = try renderer.render(Self.image(texture), region: region)
            let expected = inside(PixelRect(0, 0, 23, 17)) { Self.linear(stored[$0, $1]) }
            #expect(result.largestDifference(expected) < Self.tolerance(format))
        }
        #expect(device.copiedPixels.to == 0)
        #expect(texture.calls == [.beginReading, .beginReading])
        let explained = try renderer.explain(Self.image(texture), region: region).passes
        #expect(explained.map(\.processor) == [device.name])
    }

    @Test("each rendering shows the pixels that the texture has then") func changingPixels() throws {
        let device = Self.device()
        let renderer = Self.renderer(device)
        let texture = SimulatedTexture(9, 6, on: device)
        let blurred = Self.image(texture).gaussianBlurred(sigma: 1)
        let first = try renderer.render(blurred, region: PixelRect(0, 0, 9, 6))
        let second = try renderer.render(
            Self.image(SimulatedTexture(9, 6, on: device) { x, y in Noise.pixel(x + 40, y) }),
            region: PixelRect(0, 0, 9, 6))
        #expect(second.largestDifference { Self.linear(Noise.pixel($0 + 40, $1)) } < 2e-6)
        try renderer.render(
            .constant(GraphColor(components: SIMD4(0.5, 0.25, 0, 1), colorSpace: nil)), into: .device(texture),
            region: PixelRect(0, 0, 9, 6))
        let third = try renderer.render(Self.image(texture), region: PixelRect(3, 3, 1, 1))
        #expect(third.largestDifference { _, _ in Self.linear(SIMD4(0.5, 0.25, 0, 1)) } < 2e-6)
        #expect(first.bits != (try renderer.render(blurred, region: PixelRect(0, 0, 9, 6))).bits)
    }

    @Test("other processors get copies of the pixels") func copies() throws {
        let owner = Self.device()
        let texture = SimulatedTexture(23, 17, .RGBA8, on: owner)
        let stored = texture.pixels
        let expected = inside(PixelRect(0, 0, 23, 17)) { Self.linear(stored[$0, $1]) }
        for other in [nil, Self.device()] {
            let result = try Self.renderer(other).render(Self.image(texture), region: PixelRect(-1, 0, 25, 17))
            #expect(result.largestDifference(expected) < Self.tolerance(.RGBA8))
        }
        #expect(owner.copiedPixels.from == 2 * 23 * 17)
        #expect(owner.runs == 0)
    }

    @Test("results stay on the device, and other pixels as they are", arguments: [PixelFormat.RGBAf, .RGBAh, .RGBA8])
    func writingInPlace(format: PixelFormat) throws {
        let device = Self.device()
        let source = SimulatedTexture(12, 9, .RGBAf, on: device)
        let target = SimulatedTexture(20, 15, format, on: device) { _, _ in SIMD4(0.25, 0.5, 0.75, 1) }
        let before = target.pixels
        let region = PixelRect(3, 2, 14, 11)
        let moved = Self.image(source).transformed(by: CGAffineTransform(translationX: 5, y: 4))
        try Self.renderer(device).render(moved, into: .device(target), region: region)
        let written = target.pixels
        let step: Float = format == .RGBA8 ? 0.5 / 255 : format == .RGBAh ? 0x1p-11 : 0
        let expected = inside(PixelRect(5, 4, 12, 9)) { Self.linear(Noise.pixel($0 - 5, $1 - 4)) }
        let difference = written.largestDifference { x, y in
            region.contains(PixelRect(x, y, 1, 1)) ? expected(x, y) : before[x, y]
        }
        #expect(difference < 2e-6 + step)
        #expect(device.copiedPixels == (0, 0))
        #expect(target.calls == [.beginWriting, .endWriting(region)])
    }

    @Test("the processor and other devices write into textures, too") func writingFromElsewhere() throws {
        for other in [nil, Self.device()] {
            let device = Self.device()
            let target = SimulatedTexture(20, 15, .RGBAf, on: device) { _, _ in .zero }
            let region = PixelRect(2, 3, 9, 8)
            try Self.renderer(other).render(
                .source(PatternSource(20, 15)), into: .device(target), region: region)
            #expect(target.pixels.largestDifference(inside(region, Noise.pixel)) == 0)
            #expect(device.copiedPixels == (region.area, 0))
        }
    }

    @Test("an image of a texture can be rendered into it") func feedback() throws {
        for own in [true, false] {
            let device = Self.device()
            let texture = SimulatedTexture(19, 13, on: device)
            let other = SimulatedTexture(19, 13, on: device)
            let region = PixelRect(0, 0, 19, 13)
            // The second recipe reads pixels that a band above has overwritten if nothing prevents it.
            let shifted = Self.image(texture).transformed(by: CGAffineTransform(translationX: 3, y: 2))
                .gaussianBlurred(sigma: 1.5)
            let renderer = Self.renderer(own ? device : nil)
            try renderer.render(shifted, into: .device(other), region: region)
            try renderer.render(shifted, into: .device(texture), region: region)
            #expect(texture.pixels.bits == other.pixels.bits)
        }
    }

    @Test("without memory for a copy, the processor renders an image of a texture into it") func feedbackWithoutMemory()
        throws
    {
        let device = SimulatedDevice(CompilingInterpreter(), formats: Self.formats, memoryLimit: 1000)
        let texture = SimulatedTexture(19, 13, on: device)
        let (other, region) = (SimulatedTexture(19, 13, on: Self.device()), PixelRect(0, 0, 19, 13))
        func shifted(_ texture: SimulatedTexture) -> ImageNode {
            Self.image(texture).transformed(by: CGAffineTransform(translationX: 3, y: 2))
        }
        try Self.renderer(nil).render(shifted(texture), into: .device(other), region: region)
        try Self.renderer(device).render(shifted(texture), into: .device(texture), region: region)
        #expect(texture.pixels.largestDifference { other.pixels[$0, $1] } < 2e-6)
    }

    @Test("a device that fails in mid-rendering leaves the work to the processor") func failure() throws {
        let region = PixelRect(0, 0, 15, 11)
        let expected = SimulatedTexture(15, 11, on: Self.device()) { _, _ in .zero }
        try Self.renderer(nil).render(
            .source(PatternSource(15, 11)).gaussianBlurred(sigma: 1), into: .device(expected), region: region)
        for failing in 0..<6 {
            let device = SimulatedDevice(
                CompilingInterpreter(), formats: Self.formats, failures: [failing: .failed])
            let target = SimulatedTexture(15, 11, on: device) { _, _ in .zero }
            do {
                try Self.renderer(device).render(
                    .source(PatternSource(15, 11)).gaussianBlurred(sigma: 1), into: .device(target), region: region)
                #expect(target.pixels.largestDifference { expected.pixels[$0, $1] } < 2e-6)
            } catch RenderingError.destinationFailed(let underlying) {
                // The last call copies the pixels into the texture. Nothing else can do that.
                #expect(underlying is DeviceFailure)
                #expect(device.calls.last == .perform)
            }
        }
    }

    @Test("a texture that can't be accessed is an error that says so") func refusedAccess() throws {
        let device = Self.device()
        let failure = DeviceFailure(.failed, device: device.name, reason: "the semaphore didn't come")
        let texture = SimulatedTexture(8, 8, on: device, failure: failure)
        for processor in [nil, device] {
            let renderer = Self.renderer(processor)
            let reading = #expect(throws: RenderingError.self) {
                try renderer.render(Self.image(texture), region: PixelRect(0, 0, 8, 8))
            }
            #expect("\(try #require(reading))".contains("source: simulated device: the semaphore didn't come"))
            let writing = #expect(throws: RenderingError.self) {
                try renderer.render(.source(PatternSource(8, 8)), into: .device(texture), region: PixelRect(0, 0, 8, 8))
            }
            #expect("\(try #require(writing))".contains("texture: simulated device: the semaphore didn't come"))
        }
    }

    @Test("short memory of the device divides the region") func shortMemory() throws {
        // Enough for a few rows of the result and their margins only.
        let device = SimulatedDevice(CompilingInterpreter(), formats: Self.formats, memoryLimit: 60_000)
        let target = SimulatedTexture(40, 80, on: device) { _, _ in .zero }
        let node = ImageNode.source(PatternSource(40, 80)).gaussianBlurred(sigma: 1)
        try Self.renderer(device).render(node, into: .device(target), region: PixelRect(0, 0, 40, 80))
        let expected = try Self.renderer(nil).render(node, region: PixelRect(0, 0, 40, 80))
        #expect(target.pixels.largestDifference { expected[$0, $1] } < 2e-6)
        #expect(device.runs > 2)
    }
}
