import DeviceKernels
import Foundation
import ImageGraph
import Interpreter
import KernelTestSupport
import Pixels
import TestSupport
import Testing

@testable import Rendering

/// Planes that a simulated device packs, against the processor's.
@Suite("Planes of video on a device")
struct DevicePlanesTests {
    private static let coding = YCbCrCoding(matrix: .bt709, isFullRange: false)

    private static func frame(_ width: Int, _ height: Int, _ sampling: ChromaSampling = .half) throws -> ImageNode {
        var random = SeededGenerator(seed: 4)
        return try Planes(width, height, coding, sampling) { random.below(256) }.image()
    }

    @Test("any part of any planes has the processor's bytes, and no other byte changes", arguments: 0..<2)
    func parts(separate: Int) throws {
        var random = SeededGenerator(seed: UInt64(11 + separate))
        for (bits, unit) in [(8, 1), (10, 64), (16, 1)] {
            for sampling in YCbCrTests.samplings {
                let (width, height) = (1 + random.below(21), 1 + random.below(17))
                let coding = YCbCrCoding(matrix: .bt601, isFullRange: true, bitDepth: bits, storedUnit: unit)
                let image = try Self.frame(width, height)
                let (x, y) = (random.below(width), random.below(height))
                let part = PixelRect(
                    x: x, y: y, width: 1 + random.below(width - x), height: 1 + random.below(height - y))
                let padding = 2 * random.below(5)
                for part in [nil, part] {
                    let pair = try [nil, PlanePackingTests.device()].map { device in
                        let planes = PlaneBuffers(
                            width, height, coding, sampling, separateChroma: separate == 1,
                            padding: padding)
                        let control = RenderingControl()
                        try planes.render(
                            image, part: part, with: PlanePackingTests.renderer(device), control: control)
                        #expect(control.statistics.passes.last?.device == device?.name)
                        return planes
                    }
                    // The bytes between rows and beside the part are the same, too.
                    #expect(
                        pair[0].bytes == pair[1].bytes,
                        "\(width) × \(height), \(part as Any), \(bits) bits, \(sampling)")
                }
            }
        }
    }

    @Test("planes are packed in bands where memory is short", arguments: [1 << 20, 250_000, 120_000, 1000])
    func littleMemory(limit: Int) throws {
        let image = try Self.frame(50, 99)
        let expected = PlaneBuffers(50, 99, Self.coding, .half)
        try expected.render(image, with: PlanePackingTests.renderer(nil))
        let device = SimulatedDevice(
            InterpreterBackend(), formats: [.RGBAf, .RGBA8], reading: [.R8, .RG8], memoryLimit: limit)
        let planes = PlaneBuffers(50, 99, Self.coding, .half)
        let control = RenderingControl()
        try planes.render(image, with: PlanePackingTests.renderer(device), control: control)
        #expect(planes.bytes == expected.bytes)
        #expect(control.statistics.passes.map(\.device) == [limit == 1000 ? nil : device.name])
        let works = device.calls.count { $0 == .perform }
        #expect(limit == 1000 ? works == 0 : (works == 1) == (limit == 1 << 20))
        #expect(device.usedBytes == 0 || limit != 1000)
    }

    @Test("bands of the rendering itself have the processor's bytes") func bands() throws {
        let image = try Self.frame(61, 83).gaussianBlurred(sigma: 2)
        let planes = [nil, PlanePackingTests.device()].map { device in
            (PlaneBuffers(61, 83, Self.coding, .half), device)
        }
        for (buffers, device) in planes {
            var configuration = PlanePackingTests.renderer(device).configuration
            configuration.memoryLimit = 150_000
            configuration.cacheIntermediates = false
            try buffers.render(image, with: Renderer(configuration: configuration))
        }
        #expect(planes[0].0.greatestDifference(from: planes[1].0) <= 1)
        #expect(try #require(planes[1].1).runs > 0)
    }

    @Test(
        "each call may fail in each way, and the planes are the processor's",
        arguments: [DeviceFailure.Kind.unsupported, .outOfMemory, .lost, .failed])
    func failures(kind: DeviceFailure.Kind) throws {
        let image = try Self.frame(13, 40)
        let expected = PlaneBuffers(13, 40, Self.coding, .half)
        try expected.render(image, with: PlanePackingTests.renderer(nil))
        let whole = PlanePackingTests.device()
        try PlaneBuffers(13, 40, Self.coding, .half).render(image, with: PlanePackingTests.renderer(whole))
        // Memory of two planes, of members and of two packed planes, and kernels that compute and pack.
        #expect(whole.calls.count >= 8)
        for number in whole.calls.indices {
            let device = SimulatedDevice(
                InterpreterBackend(), formats: [.RGBAf, .RGBA8], reading: [.R8, .RG8], failures: [number: kind])
            let renderer = PlanePackingTests.renderer(device)
            for _ in 0..<2 {
                let planes = PlaneBuffers(13, 40, Self.coding, .half)
                try planes.render(image, with: renderer)
                #expect(planes.bytes == expected.bytes, "call \(number)")
            }
            renderer.clearCaches()
            #expect(device.usedBytes == 0)
        }
    }

    @Test("explanations say who computes planes, and stopped renderings stop") func explanations() throws {
        let image = try Self.frame(13, 40)
        let planes = PlaneBuffers(13, 40, Self.coding, .half)
        func processor(_ device: SimulatedDevice, _ use: DeviceRendering.Use = .always) throws -> String? {
            var configuration = PlanePackingTests.renderer(nil).configuration
            configuration.device = DeviceRendering(device, use: use, stepBudget: 1000)
            let destination = planes.destination(configuration.backend)
            let renderer = Renderer(configuration: configuration)
            let control = RenderingControl()
            try planes.render(image, with: renderer, control: control)
            let explained = try renderer.explain(try planes.codes(of: image, destination), into: destination)
                .passes.last?.processor
            #expect(control.statistics.passes.last?.device == (explained == device.name ? device.name : nil))
            return explained
        }
        #expect(try processor(PlanePackingTests.device()) == "simulated device")
        let floats = SimulatedDevice(InterpreterBackend(), formats: [.RGBAf])
        #expect(try processor(floats) == "the processor, because the device doesn't write RGBA8")
        #expect(floats.calls.isEmpty)
        // The bytes that count are those that cross: no codes of four floats.
        let recording = RecordingDevice(PlanePackingTests.device())
        try planes.render(image, with: PlanePackingTests.renderer(recording))
        #expect(recording.traffic.downloaded == 13 * 40 + 2 * 7 * 20)
        let copying = DeviceSpeed(
            secondsPerPass: 1e-9, bytesPerSecond: 1e3, workPerSecond: 1e18, processorWorkPerSecond: 1e18)
        let bytes = Double(recording.traffic.uploaded + recording.traffic.downloaded)
        let expected = "the processor, because the device would take about \(String(format: "%.2g", bytes)) ms"
        #expect(try processor(PlanePackingTests.device(), .whereFaster(copying))?.hasPrefix(expected) == true)
        let slow = DeviceSpeed(secondsPerPass: 1, bytesPerSecond: 1e9, workPerSecond: 1e9, processorWorkPerSecond: 1e9)
        let reason = try processor(PlanePackingTests.device(), .whereFaster(slow))
        #expect(reason?.hasPrefix("the processor, because the device would take about 1e+03 ms") == true)
        let control = RenderingControl()
        control.cancel()
        #expect(throws: CancellationError.self) {
            try planes.render(image, with: PlanePackingTests.renderer(PlanePackingTests.device()), control: control)
        }
    }
}
