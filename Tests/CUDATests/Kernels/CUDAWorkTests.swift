import DeviceKernels
import Foundation
import ImageGraph
import KernelLanguage
import KernelTestSupport
import Pixels
import Testing

@testable import CUDA
@testable import JIT

/// Works of a simulated device, against the interpreter.
@Suite(.needsPTX) struct CUDAWorkTests {
    static let region = PixelRect(x: 4, y: -2, width: 20, height: 11)
    static let half = "kernel vec4 half(__sample s) { return s * 0.5; }"
    static let endless = "kernel vec4 endless() { float x = 0.0; while (x < 1.0) x *= 0.5; return vec4(x); }"

    /// Begins work for a device, whose kernels the simulation learns when they are needed.
    static func trial(
        _ device: CUDADevice, _ simulation: SimulatedDevice, formats: [PixelFormat] = [.RGBAf]
    ) -> WorkTrial {
        WorkTrial(device, formats: formats) { program, layout in
            try SimulatedKernel(program, layout).register(in: simulation)
            return try device.kernel(for: program, layout: layout)
        }
    }

    /// A copy to the device, three runs, the second of which has a loop without end, and copies back.
    static func failingWork(_ trial: inout WorkTrial, budget: Int) throws -> DeviceWork {
        let (a, b) = (try trial.image(region, seed: 1), try trial.image(region, seed: 2))
        trial.upload(.stored(b.model, isTopDown: true), to: a, region)
        try trial.run(half, [[]], reading: [WorkTrial.Input(a)], over: region, into: b)
        trial.download(b, region, to: .stored(a.model, isTopDown: true))
        trial.download(a, region, to: Raster(bounds: region).view)
        var work = trial.work
        let program = try kernel(endless)
        work.runs.append(
            DeviceRun(
                try trial.kernel(program, KernelLayout(imageCount: 0)), arguments: KernelArguments(components: []),
                images: [], pixels: [], region: region, output: a.image, stepBudget: budget))
        work.runs.append(work.runs[0])
        return work
    }

    /// With and without memory pools, and with a launch or many for a run.
    @Test(arguments: WorkCase.allCases, [(true, 1 << 25), (false, 1 << 25), (true, 40), (false, 1)])
    func cases(_ workCase: WorkCase, device: (hasMemoryPools: Bool, pixelsOfLaunch: Int)) throws {
        let (hasMemoryPools, pixelsOfLaunch) = device
        let simulation = SimulatedDevice()
        simulation.configure { $0.description.hasMemoryPools = hasMemoryPools }
        do {
            let device = try CUDADevice(simulation, limits: CUDADevice.Limits(pixelsOfLaunch: pixelsOfLaunch))
            for formats in WorkTrial.formats {
                let differences = try workCase.differences(Self.trial(device, simulation, formats: formats))
                #expect(differences == [], "\(formats.map(\.name))")
            }
        }
        #expect(simulation.violations == [])
        #expect(simulation.leftovers == [])
    }

    @Test func threads() async throws {
        let simulation = SimulatedDevice()
        let device = try CUDADevice(simulation)
        try await withThrowingTaskGroup(of: [String].self) { group in
            for _ in 0..<3 {
                for workCase in WorkCase.allCases {
                    group.addTask { try workCase.differences(Self.trial(device, simulation)) }
                }
            }
            for try await differences in group { #expect(differences == []) }
        }
        #expect(simulation.violations == [])
    }

    /// The calls of a work with two runs: one wait for the copies, one launch after the other, and the results last.
    @Test func order() throws {
        let simulation = SimulatedDevice()
        let device = try CUDADevice(simulation)
        var trial = Self.trial(device, simulation)
        let (a, b) = (try trial.image(Self.region, seed: 1), try trial.image(Self.region, seed: 2))
        trial.upload(SamplingCases.image(Self.region, seed: 3, special: false).view, to: a, Self.region)
        for (source, target) in [(a, b), (b, a)] {
            try trial.run(Self.half, [[]], reading: [WorkTrial.Input(source)], over: Self.region, into: target)
        }
        for image in [a, b] { trial.download(image, Self.region, to: Raster(bounds: Self.region).view) }
        let next = simulation.calls.count
        #expect(try trial.differences() == [])
        #expect(
            Array(simulation.calls[next...]) == [
                "push", "allocate", "copyToDevice", "copyToDevice", "synchronize", "createEvent", "launch", "launch",
                "record", "isReached", "destroyEvent", "copyFromDevice", "synchronize", "copyFromDevice",
                "copyFromDevice", "synchronize", "free", "pop",
            ])
    }

    @Test func emptyWorks() throws {
        let simulation = SimulatedDevice()
        let device = try CUDADevice(simulation)
        let calls = simulation.calls.count
        try device.perform(DeviceWork())
        #expect(simulation.calls.count == calls)
    }

    /// Rows that lie on each other, as in a view that repeats a row.
    @Test func repeatedRows() throws {
        let simulation = SimulatedDevice()
        let trial = Self.trial(try CUDADevice(simulation), simulation)
        let image = try trial.image(Self.region, seed: 1)
        let row = SamplingCases.image(PixelRect(x: 4, y: 0, width: 20, height: 1), seed: 2, special: false)
        var work = DeviceWork()
        let view = PixelView(
            bounds: Self.region, format: .RGBAf, base: row.view.base, bytesPerRow: 0, keeping: nil)
        work.uploads = [DeviceWork.Copy(view, image.image, Self.region)]
        try trial.device.perform(work)
        let result = try trial.pixels(of: image)
        for y in -2..<9 { for x in 4..<24 { #expect(result[x, y] == row[x, 0]) } }
        #expect(simulation.violations == [])
    }

    @Test func cachedKernels() throws {
        let simulation = SimulatedDevice()
        let device = try CUDADevice(simulation)
        let kernel = try SimulatedKernel(Self.half)
        try kernel.register(in: simulation)
        let first = try device.kernel(for: kernel.program, layout: kernel.code.layout) as? CUDADeviceKernel
        let second = try device.kernel(for: kernel.program, layout: kernel.code.layout) as? CUDADeviceKernel
        #expect(first != nil && first === second)
        #expect(simulation.calls.count { $0 == "loadModule" } == 1)
    }

    @Test func unsupportedPrograms() throws {
        let simulation = SimulatedDevice()
        let device = try CUDADevice(simulation)
        #expect(device.name == "CUDA on Simulated" && device.exactness == .equalBits)
        let formats = PixelFormat.all + [.planarRGBf]
        #expect(formats.filter(device.supports) == [.RGBA8, .RGBA16, .RGBAh, .RGBAf, .BGRA8])
        var program = try kernel(Self.half)
        func failure(_ layout: KernelLayout) throws -> DeviceFailure {
            try #require(throws: DeviceFailure.self) { try device.kernel(for: program, layout: layout) }
        }
        let bytes = KernelLayout(images: [ImageLayout(format: .ARGB8)], output: .RGBAf)
        #expect(try failure(bytes).kind == .unsupported)
        #expect(try failure(bytes).reason.contains("convert the images first"))
        program.requiresSandbox = true
        #expect(try failure(KernelLayout(imageCount: 1)).kind == .unsupported)
    }

    @Test func otherDevices() throws {
        let simulation = SimulatedDevice()
        let (device, other) = (try CUDADevice(simulation), try CUDADevice(simulation))
        let image = try WorkTrial.Image(Self.region, on: device)
        let stranger = try WorkTrial.Image(Self.region, on: other)
        var trial = Self.trial(device, simulation)
        try trial.run(Self.half, [[]], reading: [WorkTrial.Input(stranger)], over: Self.region, into: image)
        #expect(throws: DeviceKernelError.wrongDevice(what: "image 0 of kernel 'half'")) { try trial.differences() }
        trial = WorkTrial(device) { try other.kernel(for: $0, layout: $1) }
        try trial.run(Self.half, [[]], reading: [WorkTrial.Input(image)], over: Self.region, into: image)
        #expect(throws: DeviceKernelError.wrongDevice(what: "kernel 'half'")) { try trial.differences() }
        #expect(simulation.violations == [])
    }

    /// Grids of blocks of 32 × 8 threads cover a part, and no row or column of blocks is superfluous.
    @Test(arguments: [(6000, 4000), (1, 524_280), (1 << 26, 1), (33, 9), (32, 8)])
    func grids(width: Int, height: Int) {
        let grid = CUDAWork.grid(for: PixelRect(x: 3, y: -7, width: width, height: height))
        #expect(Int(grid.x) * 32 >= width && Int(grid.x) * 32 - 32 < width)
        #expect(Int(grid.y) * 8 >= height && Int(grid.y) * 8 - 8 < height)
        #expect(grid.y <= 65_535)
    }
}
