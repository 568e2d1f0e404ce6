import DeviceKernels
import KernelTestSupport
import Pixels
import Testing

@testable import CUDA

/// Pixels of applications' textures on a simulated device, against the interpreter's. The bytes beside the pixels that
/// are written, and between rows, must stay as they are.
@Suite(.needsPTX) struct CUDATextureTests {
    typealias Kind = TextureTrial.Kind

    /// Renders textures of all formats and odd sizes, whose pixels the application has begun to write.
    @Test(arguments: PixelFormat.forDevices, Kind.allCases)
    func formats(format: PixelFormat, kind: Kind) throws {
        let simulation = SimulatedDevice()
        do {
            let device = try CUDADevice(simulation)
            for (width, height) in [(1, 1), (1, 7), (5, 3), (67, 13)] {
                let (padding, offset) = (format.deviceAlignment * 3, format.deviceAlignment * 5)
                let isMemory = kind == .memory
                let (a, b) = try (0..<2).map { index in
                    try TextureTrial(
                        simulation, device, kind, width: width, height: height, format: format,
                        padding: isMemory ? padding : 0, offset: isMemory ? offset : 0, seed: UInt64(3 + index))
                }.pair
                let part = PixelRect(x: width / 3, y: height / 4, width: width / 2, height: height / 2)
                for region in [b.bounds, part, PixelRect(x: width - 1, y: 0, width: 1, height: 1)] {
                    if !region.isEmpty { try b.render(a, region) }
                    #expect(b.bytes == b.expected, "\(format.name), \(width) × \(height), \(region)")
                    #expect(a.bytes == a.expected)
                }
            }
        }
        #expect(simulation.violations == [] && simulation.leftovers == [])
    }

    /// From arrays to memory and back, with different formats.
    @Test(arguments: Kind.allCases) func mixed(kind: Kind) throws {
        let simulation = SimulatedDevice()
        let device = try CUDADevice(simulation)
        let a = try TextureTrial(simulation, device, kind, width: 33, height: 9, format: .BGRA8, seed: 5)
        let b = try TextureTrial(
            simulation, device, kind == .array ? .memory : .array, width: 20, height: 12, format: .RGBAh, seed: 6)
        try b.render(a, PixelRect(x: 2, y: 3, width: 17, height: 8))
        try a.render(b, PixelRect(x: 1, y: 0, width: 11, height: 9))
        #expect(b.bytes == b.expected && a.bytes == a.expected)
        #expect(simulation.violations == [])
    }

    /// The legacy default stream by both of its numbers.
    @Test(arguments: [0, 1], Kind.allCases) func legacyStream(number: UInt, kind: Kind) throws {
        let simulation = SimulatedDevice()
        let device = try CUDADevice(simulation)
        let a = try TextureTrial(simulation, device, kind, width: 6, height: 5, seed: 2, legacyStream: number)
        let b = try TextureTrial(simulation, device, .memory, width: 6, height: 5)
        try b.render(a, b.bounds)
        #expect(b.bytes == b.expected && simulation.violations == [])
    }

    /// Copies between textures and the process's memory: rows in both directions, that overlap, and parts.
    @Test(arguments: [true, false]) func copies(isTopDown: Bool) throws {
        let simulation = SimulatedDevice()
        let device = try CUDADevice(simulation)
        for (width, height) in [(9, 7), (1, 1), (4, 1)] {
            let trial = try TextureTrial(
                simulation, device, .memory, width: width, height: height, format: .RGBA8, padding: 12, offset: 4)
            let image = try trial.texture.beginWriting()
            let part = PixelRect(x: 0, y: 0, width: width, height: max(1, height - 2))
            let noise = SamplingCases.image(trial.bounds, seed: 9, special: false)
            let view = PixelView.stored(noise, as: .RGBA8, isTopDown: isTopDown)
            var work = DeviceWork()
            work.uploads = [DeviceWork.Copy(view, image, part)]
            let result = PixelView.stored(
                Raster(bounds: trial.bounds.outset(by: 1)), as: .RGBA8, isTopDown: isTopDown)
            work.downloads = [DeviceWork.Copy(result, image, trial.bounds)]
            try device.perform(work)
            let written = Raster(bounds: part)
            view.unpack(into: written)
            trial.write(written)
            #expect(trial.bytes == trial.expected)
            let expected = Raster(bounds: result.bounds)
            expected.copy(from: trial.model)
            #expect(Pictures.bits(result.unpacked) == Pictures.bits(expected))
            // A view that repeats a row.
            work.uploads = [
                DeviceWork.Copy(
                    PixelView(
                        bounds: trial.bounds, format: .RGBA8, base: view.base, bytesPerRow: 0, keeping: nil), image,
                    trial.bounds)
            ]
            try device.perform(work)
            let (first, model) = (view.unpacked, Raster(bounds: trial.bounds))
            for y in 0..<height { for x in 0..<width { model[x, y] = first[x, 0] } }
            trial.write(model)
            #expect(trial.bytes == trial.expected)
            // The memory has all bytes of the texture, and begins where memory of devices does.
            let start = image.memory.address
            #expect(start.isMultiple(of: 256) && start <= UInt64(trial.handle) + 4)
            let end = UInt64(trial.handle) + 4 + UInt64((height - 1) * trial.bytesPerRow + 4 * width)
            #expect(start + UInt64(image.memory.byteCount) == end)
        }
        #expect(simulation.violations == [])
    }

    /// An array of any size is one copy, in the order of the stream's work.
    @Test func order() throws {
        let simulation = SimulatedDevice()
        let device = try CUDADevice(simulation)
        let (memory, array) = (
            try TextureTrial(simulation, device, .memory, width: 5, height: 40),
            try TextureTrial(simulation, device, .array, width: 5, height: 40)
        )
        func calls(_ body: () throws -> Void) rethrows -> [String] {
            let next = simulation.calls.count
            try body()
            return Array(simulation.calls[next...])
        }
        let wait = ["push", "createEvent", "record", "isReached", "destroyEvent", "pop"]
        #expect(try calls { _ = try memory.texture.beginReading() } == wait)
        #expect(try calls { _ = try memory.texture.beginWriting() } == wait)
        let copy = ["createEvent", "record", "isReached", "destroyEvent", "pop"]
        let space = ["push", "allocate", "pop"]
        #expect(
            try calls { _ = try array.texture.beginReading() } == wait + space
                + ["push", "createStream", "copyFromArray"] + copy)
        // The memory of the last reading is reused.
        var image: DeviceImage?
        #expect(try calls { image = try array.texture.beginWriting() } == wait)
        let output = try #require(image)
        #expect(try calls { try array.texture.endWriting(output, array.bounds) } == ["push", "copyToArray"] + copy)
        #expect(try calls { try array.texture.endWriting(output, .empty) } == [])
        #expect(simulation.violations == [])
    }

    @Test func sharing() throws {
        let simulation = SimulatedDevice()
        let device = try CUDADevice(simulation)
        let address = simulation.applicationMemory(byteCount: 1 << 16)
        func part(_ offset: UInt64) throws -> any DeviceTexture {
            try device.texture(
                .cudaMemory(address + offset, bytesPerRow: 40, stream: 0), width: 2, height: 3, format: .RGBA8)
        }
        // Two rows of 40 bytes, and two pixels of 4.
        let (first, second, third) = (try part(0), try part(84), try part(88))
        #expect(first.sharesMemory(with: first) && first.sharesMemory(with: second))
        #expect(!first.sharesMemory(with: third) && !third.sharesMemory(with: first))
        let (a, b) = (
            try TextureTrial(simulation, device, .array, width: 2, height: 3),
            try TextureTrial(simulation, device, .array, width: 2, height: 3)
        )
        let again = try device.texture(.cudaArray(a.handle, stream: 0), width: 2, height: 3, format: .RGBAf)
        #expect(again.sharesMemory(with: a.texture) && !again.sharesMemory(with: b.texture))
        #expect(!again.sharesMemory(with: first) && !first.sharesMemory(with: again))
        #expect(first.width == 2 && first.height == 3 && first.format == .RGBA8 && again.format == .RGBAf)
        #expect((first.device as? CUDADevice) === device && (again.device as? CUDADevice) === device)
    }
}

extension Array {
    /// The two elements.
    fileprivate var pair: (Element, Element) { (self[0], self[1]) }
}
