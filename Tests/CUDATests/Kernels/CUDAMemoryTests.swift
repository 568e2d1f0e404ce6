import DeviceKernels
import Foundation
import KernelTestSupport
import Pixels
import Testing

@testable import CUDA

/// The memory of images on a simulated device.
@Suite struct CUDAMemoryTests {
    private static func count(_ name: String, _ simulation: SimulatedDevice) -> Int {
        simulation.calls.count { $0 == name }
    }

    /// Memory that nobody uses is taken by images that are nearly as large.
    @Test func reuse() throws {
        let simulation = SimulatedDevice()
        let device = try CUDADevice(simulation)
        var memory: (any DeviceMemory)? = try device.memory(byteCount: 1 << 20)
        let address = try #require(memory?.address)
        #expect(memory?.byteCount == 1 << 20)
        let other = try device.memory(byteCount: 1 << 20)
        #expect(other.address != address)
        memory = nil
        memory = try device.memory(byteCount: 700_000)
        #expect(memory?.address == address && Self.count("allocate", simulation) == 2)
        memory = nil
        // Much smaller images don't keep it from larger ones.
        memory = try device.memory(byteCount: 1000)
        #expect(memory?.address != address && memory?.byteCount == 65_536)
        #expect(Self.count("free", simulation) == 0)
        withExtendedLifetime(other) {}
    }

    /// The smallest memory that is large enough.
    @Test func smallestRange() throws {
        let device = try CUDADevice(SimulatedDevice())
        var memory = try [300_000, 200_000, 250_000].map { try device.memory(byteCount: $0) }
        let address = memory[1].address
        memory = []
        #expect(try device.memory(byteCount: 190_000).address == address)
    }

    /// A device of 1 MB keeps 128 KB of memory that nobody uses. More is freed, the oldest first, but not during works.
    @Test func surplus() throws {
        let simulation = SimulatedDevice()
        simulation.configure { $0.description.byteCount = 1 << 20 }
        let device = try CUDADevice(simulation)
        var memory = try (0..<5).map { _ in try device.memory(byteCount: 1 << 16) }
        device.pool.duringWork {
            device.pool.duringWork { memory.removeLast(3) }
            #expect(Self.count("free", simulation) == 0)
        }
        #expect(Self.count("free", simulation) == 1)
        memory = []
        #expect(Self.count("free", simulation) == 3)
        #expect(simulation.leftovers == ["1 contexts", "1 streams", "2 allocations"])
        #expect(simulation.violations == [])
    }

    /// Memory of other sizes that nobody uses is freed if there is too little.
    @Test func outOfMemory() throws {
        let simulation = SimulatedDevice()
        simulation.configure { $0.memoryLimit = 1 << 20 }
        let device = try CUDADevice(simulation)
        var memory: [any DeviceMemory] = try (0..<10).map { _ in try device.memory(byteCount: 1 << 16) }
        let failure = try #require(throws: DeviceFailure.self) { try device.memory(byteCount: 1 << 19) }
        #expect(failure.kind == .outOfMemory && failure.reason.contains("render a smaller region"))
        memory.removeLast(8)
        memory.append(try device.memory(byteCount: 1 << 19))
        #expect(Self.count("free", simulation) == 8)
        for byteCount in [1 << 31, 1 << 60, .max] {
            let failure = try #require(throws: DeviceFailure.self) { try device.memory(byteCount: byteCount) }
            #expect(failure.kind == .outOfMemory)
            #expect(
                failure.reason
                    == "an image has \(byteCount) bytes, and the device's memory 1073741824; render it in parts")
        }
        #expect(try device.memory(byteCount: 0).byteCount > 0)
        #expect(simulation.violations == [])
    }

    /// The memory of parameter blocks, too, takes the place of what nobody uses.
    @Test(.needsPTX) func spaceForBlocks() throws {
        let simulation = SimulatedDevice()
        let device = try CUDADevice(simulation)
        var trial = CUDAWorkTests.trial(device, simulation)
        let image = try WorkTrial.Image(PixelRect(x: 0, y: 0, width: 3, height: 3), on: device)
        try trial.run("kernel vec4 k() { return vec4(0.5); }", over: image.model.bounds, into: image)
        _ = try device.memory(byteCount: 1 << 20)
        simulation.configure { $0.memoryLimit = (1 << 20) + (1 << 16) }
        #expect(try trial.differences([image]) == [])
        #expect(simulation.violations == [])
    }

    /// Images and kernels keep the device open.
    @Test(.needsPTX) func lifetimes() throws {
        let simulation = SimulatedDevice()
        var device: CUDADevice? = try CUDADevice(simulation)
        let kernel = try SimulatedKernel(CUDAWorkTests.half)
        try kernel.register(in: simulation)
        var loaded = try device?.kernel(for: kernel.program, layout: kernel.code.layout)
        var memory = try device?.memory(byteCount: 1)
        device = nil
        #expect(loaded != nil && memory != nil)
        #expect(simulation.leftovers == ["1 contexts", "1 modules", "1 streams", "1 allocations"])
        memory = nil
        #expect(simulation.leftovers == ["1 contexts", "1 modules", "1 streams"])
        loaded = nil
        #expect(simulation.leftovers == [] && simulation.violations == [])
    }
}
