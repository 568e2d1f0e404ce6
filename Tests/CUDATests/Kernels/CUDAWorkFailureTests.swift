import DeviceKernels
import Foundation
import ImageGraph
import KernelLanguage
import KernelTestSupport
import Pixels
import Testing

@testable import CUDA

/// Works that fail, are stopped, or come to a device that is lost.
@Suite(.needsPTX) struct CUDAWorkFailureTests {
    private static let region = CUDAWorkTests.region

    /// The first run with a fault gives the error, in whichever part.
    @Test(arguments: [1 << 25, 40]) func faults(pixelsOfLaunch: Int) throws {
        let simulation = SimulatedDevice()
        let device = try CUDADevice(simulation, limits: CUDADevice.Limits(pixelsOfLaunch: pixelsOfLaunch))
        var trial = CUDAWorkTests.trial(device, simulation)
        var work = try CUDAWorkTests.failingWork(&trial, budget: 50)
        var later = work.runs[1]
        later.region = PixelRect(x: 9, y: 4, width: 1, height: 1)
        work.runs.append(later)
        #expect(
            throws: KernelRunError.stepBudgetExceeded(kernel: "endless", file: "<kernel>", x: 4, y: -2, budget: 50)
        ) { try device.perform(work) }
        // Nothing was copied from the device.
        let view = work.downloads[1].view
        #expect((0..<Self.region.area).allSatisfy { view.raster?.pixels[$0] == .zero })
        work.runs = [later]
        #expect(
            throws: KernelRunError.stepBudgetExceeded(kernel: "endless", file: "<kernel>", x: 9, y: 4, budget: 50)
        ) { try device.perform(work) }
        #expect(try WorkCase.chain.differences(CUDAWorkTests.trial(device, simulation)) == [])
        #expect(simulation.violations == [])
    }

    /// Whichever call of a work fails, the error names it, nothing is accessed later, and everything is released.
    @Test(arguments: [true, false]) func everyCall(hasMemoryPools: Bool) throws {
        func attempt(_ failing: Int?) throws -> (simulation: SimulatedDevice, calls: ArraySlice<String>) {
            let simulation = SimulatedDevice()
            simulation.configure { $0.description.hasMemoryPools = hasMemoryPools }
            let device = try CUDADevice(simulation)
            var trial = CUDAWorkTests.trial(device, simulation)
            var work = try CUDAWorkTests.failingWork(&trial, budget: 50)
            work.runs.remove(at: 1)
            let next = simulation.calls.count
            if let failing { simulation.configure { $0.failures[next + failing] = .outOfMemory } }
            do {
                try device.perform(work)
            } catch let failure as DeviceFailure {
                let name = simulation.calls[next + (failing ?? 0)]
                let cause = CUDAError.failed(call: name, result: .outOfMemory, message: "an error of the test")
                #expect(failure == DeviceFailure(.outOfMemory, device: "Simulated", reason: "\(cause)"))
            }
            let calls = simulation.calls[next...]
            #expect(simulation.violations == [])
            if failing != nil, simulation.calls[next + (failing ?? 0)] != "pop" {
                #expect(try WorkCase.chain.differences(CUDAWorkTests.trial(device, simulation)) == [])
            }
            return (simulation, calls)
        }
        let whole = try attempt(nil).calls
        for (index, name) in whole.enumerated() {
            let simulation = try attempt(index).simulation
            switch name {
            // What a failing call would have released is left.
            case "destroyStream", "destroyEvent", "free": #expect(simulation.leftovers.count == 1, "\(name)")
            case "pop": break
            default: #expect(simulation.leftovers == [], "\(name), call \(index)")
            }
        }
    }

    /// Work of a stream that can't be waited for may go on for ever, in memory that others would get.
    @Test func waitsThatFail() throws {
        let simulation = SimulatedDevice()
        let device = try CUDADevice(simulation)
        var trial = CUDAWorkTests.trial(device, simulation)
        let work = try CUDAWorkTests.failingWork(&trial, budget: 50)
        let next = simulation.calls.count
        // "push", "allocate", two copies, "synchronize", and "synchronize" after the error.
        simulation.configure { state in for index in 4...5 { state.failures[next + index] = .outOfMemory } }
        let failure = try #require(throws: DeviceFailure.self) { try device.perform(work) }
        #expect(failure.kind == .outOfMemory && failure.reason.hasPrefix("synchronize failed"))
        let later = try #require(throws: DeviceFailure.self) { try device.perform(work) }
        #expect(later.kind == .lost && later.reason.hasPrefix("Simulated can't be used any more: synchronize failed"))
    }

    /// A stop ends the loops of all parts of all runs.
    @Test func stopping() throws {
        let simulation = SimulatedDevice()
        let device = try CUDADevice(simulation, limits: CUDADevice.Limits(pixelsOfLaunch: 100))
        var trial = CUDAWorkTests.trial(device, simulation)
        let work = try CUDAWorkTests.failingWork(&trial, budget: Int(Int32.max))
        simulation.configure { $0.polls = 3 }
        let meter = WorkMeter()
        meter.stop(.cancelled)
        #expect(throws: WorkMeter.Stopped(reason: .cancelled)) {
            try WorkMeter.$current.withValue(meter) { try device.perform(work) }
        }
        // Parts have 5 rows of 20 pixels, so each of the three runs has 3.
        #expect(simulation.calls.count { $0 == "launch" } == 9)
        #expect(simulation.calls.count { $0 == "fill 0" } == 1)
        #expect(simulation.configure { $0.fills } == [9])
        #expect(try WorkCase.chain.differences(CUDAWorkTests.trial(device, simulation)) == [])
        #expect(simulation.violations == [])
    }

    /// A device that doesn't answer is lost, with the names of the kernels. Nothing is called that would wait for it,
    /// also when its images are released.
    @Test(arguments: [true, false]) func timeouts(hasMemoryPools: Bool) throws {
        let simulation = SimulatedDevice()
        simulation.configure { $0.description.hasMemoryPools = hasMemoryPools }
        let device = try CUDADevice(simulation, limits: CUDADevice.Limits(time: .milliseconds(20)))
        var work = DeviceWork()
        do {
            var trial = CUDAWorkTests.trial(device, simulation)
            work = try CUDAWorkTests.failingWork(&trial, budget: 50)
        }
        simulation.configure { $0.polls = .max }
        let cause = CUDAError.timedOut(kernel: "half' and 'endless", limit: .milliseconds(20))
        #expect("\(cause)".hasPrefix("kernel 'half' and 'endless' took longer than"))
        #expect(throws: DeviceFailure(.lost, device: "Simulated", reason: "\(cause)")) { try device.perform(work) }
        let last = try #require(simulation.calls.lastIndex(of: "isReached"))
        #expect(
            Array(simulation.calls[(last + 1)...])
                == ["destroyEvent"] + (hasMemoryPools ? ["free"] : []) + ["destroyStream", "pop"])
        let calls = simulation.calls.count
        let later = CUDAError.deviceLost(name: "Simulated", cause: "\(cause)")
        let failure = DeviceFailure(.lost, device: "Simulated", reason: "\(later)")
        #expect(throws: failure) { try device.perform(work) }
        #expect(throws: failure) { try DeviceImage(bounds: Self.region, format: .RGBAf, on: device) }
        #expect(throws: failure) {
            try device.kernel(for: kernel(CUDAWorkTests.half), layout: KernelLayout(imageCount: 1))
        }
        work = DeviceWork()
        #expect(simulation.calls.count == calls)
    }

    @Test func kinds() {
        func kind(_ result: CUDAResult) -> DeviceFailure.Kind {
            CUDAError.failed(call: "", result: result, message: "").failureKind
        }
        #expect(kind(.outOfMemory) == .outOfMemory && kind(.launchOutOfResources) == .outOfMemory)
        #expect(kind(.illegalAddress) == .lost && kind(.notPermitted) == .failed)
        #expect(CUDAError.codeRejected(result: .noCodeForDevice, message: "", log: "").failureKind == .unsupported)
        #expect(CUDAError.codeRejected(result: .outOfMemory, message: "", log: "").failureKind == .outOfMemory)
        #expect(CUDAError.timedOut(kernel: "k", limit: .seconds(1)).failureKind == .lost)
    }
}
