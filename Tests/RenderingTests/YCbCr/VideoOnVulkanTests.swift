import DeviceKernels
import ImageGraph
import Interpreter
import JIT
import KernelTestSupport
import Pixels
import TestSupport
import Testing

@testable import Rendering

/// Frames of video that Mesa's software device decodes, changes and encodes, against the processor.
@Suite("Video on Vulkan", .needsVulkan)
struct VideoOnVulkanTests {
    static func renderer(_ device: (any KernelDevice)?) -> Renderer {
        var configuration = RendererConfiguration(
            workingColorSpace: nil, backend: JITBackend(interpreter: InterpreterBackend()), threadCount: 2)
        configuration.device = device.map { DeviceRendering($0, use: .always, stepBudget: 10_000) }
        return Renderer(configuration: configuration)
    }

    /// 420v, 420f, x420, and 4:2:2 and 4:4:4 of both depths.
    private static let kinds: [(YCbCrCoding, ChromaSampling)] = [
        (YCbCrCoding(matrix: .bt709, isFullRange: false), .half),
        (YCbCrCoding(matrix: .bt601, isFullRange: true), .half),
        (YCbCrCoding(matrix: .bt2020, isFullRange: false, bitDepth: 10, storedUnit: 64), .half),
        (YCbCrCoding(matrix: .bt709, isFullRange: false), .halfColumns),
        (YCbCrCoding(matrix: .bt2020, isFullRange: false, bitDepth: 10, storedUnit: 64), .halfColumns),
        (YCbCrCoding(matrix: .bt709, isFullRange: true), .full),
        (YCbCrCoding(matrix: .bt2020, isFullRange: true, bitDepth: 10, storedUnit: 64), .full),
    ]

    /// A frame whose luma has all codes. Its chroma varies slowly, or not at all where it is `gray`.
    private static func frame(
        _ width: Int, _ height: Int, _ coding: YCbCrCoding, _ sampling: ChromaSampling, isGray: Bool
    ) -> Planes {
        let largest = Int(coding.maximumCode)
        var random = SeededGenerator(seed: 6)
        var planes = Planes(width, height, coding, sampling) { random.below(largest + 1) }
        if isGray {
            planes.cb = planes.cb.map { _ in (largest + 1) / 2 }
            planes.cr = planes.cr.map { _ in (largest + 1) / 2 }
        }
        return planes
    }

    private static func pair(
        _ image: ImageNode, _ width: Int, _ height: Int, _ kind: (YCbCrCoding, ChromaSampling), separate: Bool = false
    ) throws -> (processor: PlaneBuffers, device: PlaneBuffers) {
        let buffers = (0..<2).map { _ in PlaneBuffers(width, height, kind.0, kind.1, separateChroma: separate) }
        try buffers[0].render(image, with: Self.renderer(nil))
        let device = RecordingDevice(try SoftwareDevice.open(copiesPixels: separate))
        let control = RenderingControl()
        let renderer = Self.renderer(device)
        try buffers[1].render(image, with: renderer, control: control)
        // Sources of a few bytes aren't read where they are, and may be a pass of their own.
        let isTiny = width * height < 64
        #expect(control.statistics.passes.last?.device == device.name)
        #expect(control.statistics.passes.count == 1 || isTiny)
        let destination = buffers[1].destination(renderer.configuration.backend)
        let explained = try renderer.explain(try buffers[1].codes(of: image, destination), into: destination)
        #expect(explained.passes.last?.processor == device.name, "\(explained)")
        let size = buffers[1].views.reduce(0) { $0 + $1.bounds.area * $1.format.bytesPerPixel }
        #expect(device.traffic.downloaded == size)
        // Beside planes, a blur uploads its weights.
        if !isTiny { #expect((size..<size + 1024).contains(device.traffic.uploaded)) }
        return (buffers[0], buffers[1])
    }

    @Test("an unchanged frame has the same codes", arguments: 0..<7) func unchanged(index: Int) throws {
        let kind = Self.kinds[index]
        for (width, height) in [(64, 36), (33, 21), (1, 1)] {
            for isGray in [false, true] {
                let frame = Self.frame(width, height, kind.0, kind.1, isGray: isGray)
                for separate in [false, true] {
                    let image = try frame.image(separateChroma: separate)
                    let (processor, device) = try Self.pair(image, width, height, kind, separate: separate)
                    // Luma is what it was, and chroma, too, unless it was interpolated.
                    #expect(device.stored(0) == frame.luma.map { $0 * kind.0.storedUnit })
                    if isGray || kind.1 == .full {
                        #expect(processor.bytes == device.bytes)
                        let chroma =
                            separate ? frame.cb : zip(frame.cb, frame.cr).flatMap { [$0, $1] }
                        #expect(device.stored(1) == chroma.map { $0 * kind.0.storedUnit })
                    } else {
                        #expect(processor.greatestDifference(from: device) <= 1)
                    }
                }
            }
        }
    }

    @Test("a matrix and a blur are within a code of the processor's", arguments: 0..<7) func chain(index: Int) throws {
        let kind = Self.kinds[index]
        let graded = try kernel("kernel vec4 k(__sample s) { return vec4(s.gbr * 0.7 + s.rgb * 0.25 + 0.02, s.a); }")
        for (width, height) in [(96, 54), (45, 31)] {
            let image = try Self.frame(width, height, kind.0, kind.1, isGray: false).image()
            let node = try ImageNode.kernel(
                graded, arguments: [.image(SampledImage(image))], extent: image.extent
            ).clamped(to: image.extent).gaussianBlurred(sigma: 1.5)
            let (processor, device) = try Self.pair(node, width, height, kind, separate: index % 2 == 1)
            #expect(processor.greatestDifference(from: device) <= 1)
            #expect(processor.bytes.map(\.count) == device.bytes.map(\.count))
        }
    }

    @Test("only planes cross between memory and the device") func bytes() throws {
        let (width, height, kind) = (1920, 1080, Self.kinds[0])
        let image = try Self.frame(width, height, kind.0, kind.1, isGray: false).image()
        let graded = try kernel("kernel vec4 k(__sample s) { return vec4(s.rgb * 0.9, s.a); }")
        let node = try ImageNode.kernel(graded, arguments: [.image(SampledImage(image))], extent: image.extent)
        let device = RecordingDevice(try SoftwareDevice.open(copiesPixels: true))
        let planes = PlaneBuffers(width, height, kind.0, kind.1)
        try planes.render(node, with: Self.renderer(device))
        let size = width * height * 3 / 2
        #expect(device.traffic == .init(works: 1, uploaded: size, downloaded: size, formats: [.R8, .RG8]))
        let expected = PlaneBuffers(width, height, kind.0, kind.1)
        try expected.render(node, with: Self.renderer(nil))
        #expect(expected.greatestDifference(from: planes) <= 1)
        // Larger frames are copied in bands while others are computed.
        let large = PlaneBuffers(width, height, Self.kinds[2].0, .half)
        try large.render(node, with: Self.renderer(device))
        #expect(device.traffic.works > 2)
        let largeExpected = PlaneBuffers(width, height, Self.kinds[2].0, .half)
        try largeExpected.render(node, with: Self.renderer(nil))
        #expect(largeExpected.greatestDifference(from: large) <= 1)
    }
}
