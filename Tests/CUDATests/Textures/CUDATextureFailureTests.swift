import DeviceKernels
import KernelTestSupport
import Pixels
import Testing

@testable import CUDA

/// Textures whose streams end late or never, renderings that are stopped, and calls of the driver that fail.
@Suite struct CUDATextureFailureTests {
    typealias Kind = TextureTrial.Kind

    /// A stream that ends late is waited for.
    @Test(arguments: Kind.allCases) func lateStreams(kind: Kind) throws {
        let simulation = SimulatedDevice()
        let device = try CUDADevice(simulation)
        let trial = try TextureTrial(simulation, device, kind, width: 7, height: 5)
        simulation.configure { $0.lateness[trial.stream] = 4 }
        let image = try trial.texture.beginReading()
        #expect(simulation.calls.count { $0 == "isReached" } >= 5)
        #expect(trial.bytes == trial.expected)
        #expect(simulation.violations == [])
        withExtendedLifetime(image) {}
    }

    /// A stream that doesn't end is an error of the application. The device goes on working.
    @Test(arguments: Kind.allCases) func endlessStreams(kind: Kind) throws {
        let simulation = SimulatedDevice()
        let device = try CUDADevice(simulation, limits: CUDADevice.Limits(time: .milliseconds(20)))
        let trial = try TextureTrial(simulation, device, kind, width: 7, height: 5)
        simulation.configure { $0.lateness[trial.stream] = .max }
        let cause = CUDAError.streamBusy(limit: .milliseconds(20))
        #expect("\(cause)".contains("; render when it has ended, or give a stream with less work"))
        let failure = DeviceFailure(.failed, device: "Simulated", reason: "\(cause)")
        #expect(throws: failure) { try trial.texture.beginReading() }
        #expect(throws: failure) { try trial.texture.beginWriting() }
        #expect(simulation.leftovers(draining: false) == ["1 contexts", "1 streams"])
        simulation.configure { $0.lateness[trial.stream] = 0 }
        _ = try trial.texture.beginReading()
        #expect(trial.bytes == trial.expected)
        #expect(simulation.violations == [])
    }

    @Test(arguments: Kind.allCases) func stoppedRenderings(kind: Kind) throws {
        let simulation = SimulatedDevice()
        let device = try CUDADevice(simulation)
        let trial = try TextureTrial(simulation, device, kind, width: 7, height: 5)
        simulation.configure { $0.lateness[trial.stream] = .max }
        // The first check is before the wait, the fourth during it.
        for checks in [1, 4] {
            let counter = CallCounter(stoppingAt: checks)
            let meter = WorkMeter(probe: { try counter.count() }, now: { .now })
            let events = simulation.calls.count { $0 == "createEvent" }
            WorkMeter.$current.withValue(meter) {
                #expect(throws: WorkMeter.Stopped(reason: .cancelled)) { try trial.texture.beginReading() }
            }
            #expect(simulation.calls.count { $0 == "createEvent" } == events + (checks == 1 ? 0 : 1))
        }
        #expect(simulation.leftovers(draining: false) == ["1 contexts", "1 streams"])
        simulation.configure { $0.lateness[trial.stream] = 0 }
        _ = try trial.texture.beginReading()
        #expect(trial.bytes == trial.expected)
        #expect(simulation.violations == [])
    }

    /// A device that doesn't end a copy is lost.
    @Test func endlessCopies() throws {
        let simulation = SimulatedDevice()
        let device = try CUDADevice(simulation, limits: CUDADevice.Limits(time: .milliseconds(20)))
        let trial = try TextureTrial(simulation, device, .array, width: 7, height: 5)
        simulation.configure { $0.polls = .max }
        let failure = try #require(throws: DeviceFailure.self) { try trial.texture.beginReading() }
        #expect(failure.kind == .lost && failure.reason.hasPrefix("the copy of an array took longer than"))
        let calls = simulation.calls.count
        let later = try #require(throws: DeviceFailure.self) { try trial.texture.beginWriting() }
        #expect(later.kind == .lost && later.reason.hasPrefix("Simulated can't be used any more: the copy"))
        #expect(simulation.calls.count == calls)
        #expect(throws: DeviceFailure.self) {
            try device.texture(.cudaArray(trial.handle, stream: 0), width: 7, height: 5, format: .RGBAf)
        }
    }

    /// Whichever call fails, the error names it, and nothing is left.
    @Test(arguments: Kind.allCases, [CUDAResult.outOfMemory, .launchFailed])
    func everyCall(kind: Kind, result: CUDAResult) throws {
        func attempt(_ failing: Int?) throws -> (simulation: SimulatedDevice, calls: [String]) {
            let simulation = SimulatedDevice()
            let device = try CUDADevice(simulation)
            let (context, next) = (device.opened.context, simulation.calls.count)
            if let failing { simulation.configure { $0.failures[next + failing] = result } }
            do {
                let trial = try TextureTrial(simulation, device, kind, width: 7, height: 5)
                _ = try trial.texture.beginReading()
                let output = try trial.texture.beginWriting()
                try trial.texture.endWriting(output, trial.bounds)
                let name = simulation.calls[next + (failing ?? 0)]
                // The pixels are there before these calls.
                #expect(failing == nil || ["destroyEvent", "free"].contains(name), "\(name)")
            } catch let failure as DeviceFailure {
                let name = simulation.calls[next + (failing ?? 0)]
                let cause = CUDAError.failed(call: name, result: result, message: "an error of the test")
                let kind: DeviceFailure.Kind = result.isPermanent ? .lost : .outOfMemory
                // What is called after the loss fails too.
                #expect(failure.kind == kind && (name == "destroyEvent" || failure.reason.contains("\(cause)")))
            }
            #expect(context.bits != 0)
            return (simulation, Array(simulation.calls[next...]))
        }
        for (index, name) in try attempt(nil).calls.enumerated() {
            let simulation = try attempt(index).simulation
            #expect(simulation.violations.filter { !$0.hasSuffix("without a context") } == [], "\(name), \(index)")
            if result.isPermanent { continue }
            switch name {
            // What a failing call would have released is left.
            case "destroyEvent", "destroyStream", "releasePrimaryContext", "free":
                #expect(simulation.leftovers.count == 1, "\(name)")
            case "push", "pop": break
            default: #expect(simulation.leftovers == [], "\(name), call \(index)")
            }
        }
    }

    /// A copy that has begun is waited for after an error, since others get its memory next.
    @Test func unfinishedCopies() throws {
        let simulation = SimulatedDevice()
        let device = try CUDADevice(simulation)
        let trial = try TextureTrial(simulation, device, .array, width: 7, height: 5)
        // The first reading allocates memory and creates a stream. All others have the same calls.
        _ = try trial.texture.beginReading()
        let next = simulation.calls.count
        _ = try trial.texture.beginReading()
        let place = try #require(simulation.calls[next...].lastIndex(of: "createEvent")) - next
        let again = simulation.calls.count
        simulation.configure { $0.failures[again + place] = .outOfMemory }
        #expect(throws: DeviceFailure.self) { try trial.texture.beginReading() }
        #expect(simulation.calls.suffix(5) == ["copyFromArray", "createEvent", "synchronize", "destroyStream", "pop"])
        #expect(simulation.violations == [])
    }

    /// Pixels that `beginWriting` hasn't returned.
    @Test func wrongEnds() throws {
        let simulation = SimulatedDevice()
        let (device, other) = (try CUDADevice(simulation), try CUDADevice(simulation))
        let trial = try TextureTrial(simulation, device, .array, width: 7, height: 5)
        let larger = try TextureTrial(simulation, device, .array, width: 8, height: 5)
        let stranger = try TextureTrial(simulation, other, .array, width: 7, height: 5)
        let own = try trial.texture.beginWriting()
        let calls = simulation.calls.count
        for (image, region) in try [
            (own, trial.bounds.outset(by: 1)), (larger.texture.beginWriting(), trial.bounds),
            (stranger.texture.beginWriting(), trial.bounds),
            (DeviceImage(bounds: trial.bounds, format: .RGBAf, on: device), trial.bounds),
        ] {
            let failure = try #require(throws: DeviceFailure.self) { try trial.texture.endWriting(image, region) }
            #expect(failure.kind == .failed && failure.reason.hasSuffix("; end the writing that was begun"))
        }
        #expect(!simulation.calls[calls...].contains("copyToArray"))
        #expect(simulation.violations == [])
    }

    /// A work refuses textures of other devices.
    @Test(.needsPTX) func otherDevices() throws {
        let simulation = SimulatedDevice()
        let (device, other) = (try CUDADevice(simulation), try CUDADevice(simulation))
        for kind in Kind.allCases {
            let trial = try TextureTrial(simulation, device, .memory, width: 7, height: 5)
            let stranger = try TextureTrial(simulation, other, kind, width: 7, height: 5)
            let (own, foreign) = (try trial.texture.beginWriting(), try stranger.texture.beginReading())
            #expect(throws: DeviceKernelError.wrongDevice(what: "image 0 of kernel 'shift'")) {
                try trial.run(foreign, stranger, own, trial.bounds)
            }
            #expect(throws: DeviceKernelError.wrongDevice(what: "the result of kernel 'shift'")) {
                try trial.run(own, stranger, foreign, trial.bounds)
            }
        }
        #expect(simulation.violations == [])
    }

    /// Textures keep the device open.
    @Test(arguments: Kind.allCases) func lifetimes(kind: Kind) throws {
        let simulation = SimulatedDevice()
        var texture: (any DeviceTexture)?
        var image: DeviceImage?
        do {
            let trial = try TextureTrial(simulation, try CUDADevice(simulation), kind, width: 7, height: 5)
            texture = trial.texture
            image = try texture?.beginReading()
        }
        #expect(simulation.leftovers.first == "1 contexts" && texture != nil)
        texture = nil
        #expect(simulation.leftovers.first == "1 contexts" && image != nil)
        image = nil
        #expect(simulation.leftovers == [] && simulation.violations == [])
    }
}
