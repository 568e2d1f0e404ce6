import DeviceKernels
import Foundation
import ImageGraph
import JIT
import KernelLanguage
import Pixels
import Testing

@testable import CUDA

/// Failing calls of the driver, devices that are lost, and work that is stopped.
@Suite(.needsPTX) struct CUDAFailureTests {
    private static let text = "kernel vec4 k(__sample s) { return s * 2.0; }"
    private static let region = PixelRect(x: 0, y: 0, width: 5, height: 4)
    private static let image = Pictures.noise(region, seed: 3)

    private static func run(_ kernel: CUDAKernel) throws {
        try kernel.run(
            arguments: KernelArguments(components: [[]]),
            images: [SamplerBinding(raster: image, extent: region.cgRect)], region: region,
            output: Raster(bounds: region))
    }

    /// The failure that an error which makes the device unusable is.
    private static func lost(_ error: CUDAError) -> DeviceFailure {
        DeviceFailure(.lost, device: "Simulated", reason: "\(error)")
    }

    /// Calls whose failure doesn't matter to a run that has its result.
    private static let releasing = [
        "unload", "destroyStream", "destroyEvent", "releasePrimaryContext", "pop", "push", "free",
    ]

    /// Whichever call fails, the error names it, and everything is released.
    @Test func everyCall() throws {
        let kernel = try SimulatedKernel(Self.text)
        func attempt(_ simulation: SimulatedDevice) throws {
            try Self.run(try kernel.load(on: CUDADevice(simulation), simulation))
        }
        let whole = SimulatedDevice()
        try attempt(whole)
        for (index, name) in whole.calls.enumerated() {
            let simulation = SimulatedDevice()
            simulation.configure { $0.failures[index] = .outOfMemory }
            do {
                try attempt(simulation)
                // The results are there before these calls.
                #expect(Self.releasing.contains(name), "\(name), call \(index)")
            } catch {
                let cause = CUDAError.failed(call: name, result: .outOfMemory, message: "an error of the test")
                if let failure = error as? DeviceFailure {
                    #expect(failure.kind == .outOfMemory && failure.reason == "\(cause)")
                } else {
                    #expect(error as? CUDAError == cause)
                }
                #expect("\(error)".contains("render a smaller region"))
            }
            #expect(simulation.violations.filter { !$0.hasSuffix("without a context") } == [], "\(name), call \(index)")
            // What the failing call would have released is left, and all that a context is needed for.
            let left = simulation.leftovers
            switch name {
            case "unload", "destroyStream", "destroyEvent", "releasePrimaryContext", "free":
                #expect(left.count == 1 && left[0].hasPrefix("1 "), "\(name): \(left)")
            case "pop", "push": break
            default: #expect(left == [], "\(name), call \(index)")
            }
        }
    }

    /// After an error that a device doesn't recover from, later runs fail without a call, and state the cause.
    @Test(arguments: [CUDAResult.illegalAddress, .launchTimeout, .launchFailed, .uncorrectableMemoryError])
    func lostDevices(result: CUDAResult) throws {
        let simulation = SimulatedDevice()
        let device = try CUDADevice(simulation)
        let kernel = try SimulatedKernel(Self.text).load(on: device, simulation)
        try Self.run(kernel)
        let next = simulation.calls.count
        // The error of a kernel is returned by the call that waits for it. The images have memory already, so the first
        // call is "push".
        let begin = try #require(simulation.calls.lastIndex(of: "createStream"))
        let wait = try #require(simulation.calls.lastIndex(of: "isReached"))
        simulation.configure { $0.failures[next + wait - begin] = result }
        let error = CUDAError.failed(call: "isReached", result: result, message: "an error of the test")
        #expect(throws: Self.lost(error)) { try Self.run(kernel) }
        let calls = simulation.calls.count
        let later = Self.lost(.deviceLost(name: "Simulated", cause: "\(error)"))
        #expect(throws: later) { try Self.run(kernel) }
        #expect(throws: later) { try SimulatedKernel(Self.text).load(on: device, simulation) }
        #expect(throws: later) { try device.memory(byteCount: 1) }
        #expect(simulation.calls.count == calls)
        #expect(simulation.violations == [])
    }

    /// An endless loop ends when the rendering is stopped, although its budget isn't spent.
    @Test func stopping() throws {
        let simulation = SimulatedDevice()
        let kernel = try SimulatedKernel("kernel vec4 k() { float x = 0.0; while (x < 1.0) x *= 0.5; return vec4(x); }")
            .load(
                on: CUDADevice(simulation), simulation, stepBudget: Int(Int32.max))
        simulation.configure { $0.polls = 3 }
        let meter = WorkMeter()
        meter.stop(.cancelled)
        #expect(throws: WorkMeter.Stopped(reason: .cancelled)) {
            try WorkMeter.$current.withValue(meter) {
                try kernel.run(
                    arguments: KernelArguments(components: []), images: [], region: Self.region,
                    output: Raster(bounds: Self.region))
            }
        }
        #expect(simulation.calls.count { $0 == "fill 0" } == 1)
        #expect(simulation.violations == [])
        #expect(simulation.leftovers == ["1 contexts", "1 modules", "1 streams", "1 allocations"])
    }

    /// A device that doesn't answer is lost. Nothing is called that would wait for it.
    @Test(arguments: [true, false]) func timeouts(hasMemoryPools: Bool) throws {
        let simulation = SimulatedDevice()
        simulation.configure {
            $0.polls = .max
            $0.description.hasMemoryPools = hasMemoryPools
        }
        let kernel = try SimulatedKernel(Self.text).load(
            on: CUDADevice(simulation, limits: CUDADevice.Limits(time: .milliseconds(20))), simulation, stepBudget: 1)
        let error = CUDAError.timedOut(kernel: "k", limit: .milliseconds(20))
        #expect(throws: Self.lost(error)) { try Self.run(kernel) }
        let last = simulation.calls.lastIndex(of: "isReached") ?? 0
        #expect(
            Array(simulation.calls[(last + 1)...])
                == ["destroyEvent"] + (hasMemoryPools ? ["free"] : []) + ["destroyStream", "pop"])
        let calls = simulation.calls.count
        #expect(throws: Self.lost(.deviceLost(name: "Simulated", cause: "\(error)"))) { try Self.run(kernel) }
        #expect(simulation.calls.count == calls)
    }

    @Test func rejectedCode() throws {
        let simulation = SimulatedDevice()
        let device = try CUDADevice(simulation)
        let kernel = try SimulatedKernel(Self.text)
        let error = try #require(throws: CUDAError.self) {
            try CUDADeviceKernel(kernel.code, on: device.opened, cubins: CubinStore())
        }
        #expect(error == .codeRejected(result: .invalidPTX, message: "INVALID_PTX", log: "line 7"))
        #expect("\(error)".contains("(218): line 7; render on the processor"))
        #expect(throws: DeviceFailure(.unsupported, device: "Simulated", reason: "\(error)")) {
            try device.kernel(for: kernel.program, layout: kernel.code.layout)
        }
        #expect(simulation.leftovers == ["1 contexts", "1 streams"])
    }

    @Test func unusableDevices() throws {
        let simulation = SimulatedDevice()
        #expect(throws: CUDAError.noDevice(index: 1, count: 1)) { try CUDADevice(1, driver: simulation) }
        #expect(throws: CUDAError.noDevice(index: -1, count: 1)) { try CUDADevice(-1, driver: simulation) }
        for (capability, isAllowed) in [((6, 2), false), ((7, 0), true), ((7, 5), true), ((12, 0), true)] {
            simulation.configure { $0.description.capability = capability }
            if isAllowed {
                _ = try CUDADevice(simulation)
            } else {
                #expect(
                    throws: CUDAError.deviceTooOld(name: "Simulated", capability: "6.2", needed: "7.0")
                ) { try CUDADevice(simulation) }
            }
        }
        #expect(simulation.leftovers == [])
    }

    /// The context of an application is used, and not released.
    @Test func adoptedContexts() throws {
        let simulation = SimulatedDevice()
        do {
            let device = try CUDADevice(
                adopting: 77, driver: simulation, code: PTXStore(), cubins: CubinStore())
            #expect(device.opened.context.bits == 77)
            try Self.run(try SimulatedKernel(Self.text).load(on: device, simulation))
        }
        #expect(!simulation.calls.contains { $0.hasSuffix("PrimaryContext") })
        #expect(simulation.violations == [])
        #expect(simulation.leftovers == [])
        let calls = simulation.calls.count
        let error = try #require(throws: CUDAError.self) { try CUDADevice(adopting: 0, driver: simulation) }
        #expect(error == .noContext && "\(error)".hasPrefix("the CUcontext is null; give one that cuCtxCreate"))
        #expect(simulation.calls.count == calls)
    }
}
