import CacheFiles
import DeviceKernels
import Foundation
import ImageGraph
import JIT
import KernelLanguage
import KernelTestSupport
import TestSupport
import Testing

@testable import CUDA

/// Kernels of a simulated device whose code is in the disk cache.
@Suite(.needsPTX) struct CachedCodeTests {
    /// What a chain of a warp, an exposure, a matrix of colours, a vignette and a composite is fused to.
    private static let chain = """
        kernel vec4 chain(sampler s, sampler b, float ev, vec4 r, vec4 g, vec4 bl, vec4 bias, vec3 v) {
            vec2 d = destCoord();
            vec2 c = d - v.xy;
            float a = 0.4 * exp(-dot(c, c) * 0.0001);
            vec2 p = v.xy + vec2(c.x * cos(a) - c.y * sin(a), c.x * sin(a) + c.y * cos(a));
            vec4 t = sample(s, samplerTransform(s, p));
            t = vec4(t.rgb * pow(2.0, ev), t.a);
            t = vec4(dot(t, r), dot(t, g), dot(t, bl), t.a) + bias * t.a;
            t = clamp(t, 0.0, 1.0);
            t.rgb *= 1.0 - v.z * smoothstep(0.4, 1.2, length(c) * 0.01);
            vec4 o = sample(b, samplerCoord(b));
            return t + o * (1.0 - t.a);
        }
        """

    /// Opens a device with the cache in a folder. Without LLVM, all code must be there.
    private static func device(
        _ simulation: SimulatedDevice, _ folder: String, hasLLVM: Bool = true
    ) throws -> CUDADevice {
        let location = hasLLVM ? LLVMLibrary.Location() : .named("/nowhere/libLLVM.so")
        return try CUDADevice(
            simulation, code: PTXStore(location: location, cache: DiskCache(path: folder)),
            cubins: CubinStore(cache: DiskCache(path: folder)))
    }

    /// The calls of the driver by which a kernel is loaded.
    private static func calls(
        _ kernel: SimulatedKernel, _ simulation: SimulatedDevice, _ folder: String, hasLLVM: Bool
    ) throws -> [String] {
        let device = try device(simulation, folder, hasLLVM: hasLLVM)
        let next = simulation.calls.count
        _ = try device.kernel(for: kernel.program, layout: kernel.code.layout)
        return simulation.calls[next...].filter { $0 != "push" && $0 != "pop" && $0 != "version" }
    }

    private static let cold = ["compile", "loadModule", "function kernel"]
    private static let warm = ["loadModule", "function kernel"]

    /// A cached kernel needs neither LLVM nor the driver's compiler.
    @Test func warmKernels() throws {
        try withTemporaryFolder { folder in
            let (simulation, kernel) = (SimulatedDevice(), try SimulatedKernel(CUDAWorkTests.half))
            try kernel.register(in: simulation)
            #expect(try Self.calls(kernel, simulation, folder, hasLLVM: true) == Self.cold)
            for _ in 0..<2 { #expect(try Self.calls(kernel, simulation, folder, hasLLVM: false) == Self.warm) }
            // Another device, and another version of the driver.
            simulation.configure { $0.description.capability = (8, 6) }
            #expect(try Self.calls(kernel, simulation, folder, hasLLVM: false) == Self.cold)
            simulation.configure { $0.version += 10 }
            #expect(try Self.calls(kernel, simulation, folder, hasLLVM: false) == Self.cold)
            #expect(try Self.calls(kernel, simulation, folder, hasLLVM: false) == Self.warm)
            #expect(simulation.violations == [] && simulation.leftovers == [])
        }
    }

    /// Code from the cache computes the same.
    @Test func results() throws {
        try withTemporaryFolder { folder in
            let simulation = SimulatedDevice()
            for _ in 0..<2 {
                let device = try Self.device(simulation, folder)
                #expect(try WorkCase.chain.differences(CUDAWorkTests.trial(device, simulation)) == [])
            }
            let (loads, compilations) = (
                simulation.calls.count { $0 == "loadModule" }, simulation.calls.count { $0 == "compile" }
            )
            #expect(compilations > 0 && loads == 2 * compilations)
            #expect(simulation.violations == [])
        }
    }

    /// Code that the driver refuses, because another one of this version compiled it, is replaced.
    @Test func refusedCode() throws {
        try withTemporaryFolder { folder in
            let (simulation, kernel) = (SimulatedDevice(), try SimulatedKernel(CUDAWorkTests.half))
            try kernel.register(in: simulation)
            _ = try Self.calls(kernel, simulation, folder, hasLLVM: true)
            simulation.configure { $0.build = 2 }
            #expect(try Self.calls(kernel, simulation, folder, hasLLVM: false) == ["loadModule"] + Self.cold)
            #expect(try Self.calls(kernel, simulation, folder, hasLLVM: false) == Self.warm)
            #expect(simulation.violations == [] && simulation.leftovers == [])
        }
    }

    /// Code in which bytes were changed, or are missing, isn't loaded.
    @Test(arguments: [true, false]) func damagedFiles(isCut: Bool) throws {
        try withTemporaryFolder { folder in
            let (simulation, kernel) = (SimulatedDevice(), try SimulatedKernel(CUDAWorkTests.half))
            try kernel.register(in: simulation)
            _ = try Self.calls(kernel, simulation, folder, hasLLVM: true)
            let mark = Data("simulated cubin".utf8)
            var count = 0
            for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
                let file = URL(fileURLWithPath: "\(folder)/\(name)")
                var bytes = try Data(contentsOf: file)
                guard bytes.range(of: mark) != nil else { continue }
                if isCut { bytes.removeLast(9) } else { bytes[bytes.count - 9] ^= 0x10 }
                try bytes.write(to: file)
                count += 1
            }
            #expect(count == 1)
            #expect(try Self.calls(kernel, simulation, folder, hasLLVM: false) == Self.cold)
            #expect(try Self.calls(kernel, simulation, folder, hasLLVM: false) == Self.warm)
        }
    }

    /// Too little memory says nothing about the code, which stays in the cache. Nothing is left of a failing attempt.
    @Test(arguments: ["version", "compile", "loadModule", "function kernel"], [true, false])
    func failingCalls(name: String, isCached: Bool) throws {
        try withTemporaryFolder { folder in
            let (simulation, kernel) = (SimulatedDevice(), try SimulatedKernel(CUDAWorkTests.half))
            try kernel.register(in: simulation)
            if isCached { _ = try Self.calls(kernel, simulation, folder, hasLLVM: true) }
            let names = ["push", "version"] + (isCached ? Self.warm : Self.cold)
            guard let place = names.firstIndex(of: name) else { return }
            do {
                let device = try Self.device(simulation, folder)
                let next = simulation.calls.count
                simulation.configure { $0.failures[next + place] = .outOfMemory }
                let failure = try #require(throws: DeviceFailure.self) {
                    try device.kernel(for: kernel.program, layout: kernel.code.layout)
                }
                #expect(failure.kind == .outOfMemory && failure.reason.hasPrefix("\(name) failed"))
                let unload = name == "function kernel" ? ["unload"] : []
                #expect(Array(simulation.calls[next...]) == names[...place] + unload + ["pop"])
            }
            #expect(simulation.leftovers == [] && simulation.violations == [])
            let expected = isCached ? Self.warm : Self.cold
            #expect(try Self.calls(kernel, simulation, folder, hasLLVM: true) == expected)
        }
    }

    /// A module without the kernel is replaced, too.
    @Test func missingFunctions() throws {
        try withTemporaryFolder { folder in
            let (simulation, kernel) = (SimulatedDevice(), try SimulatedKernel(CUDAWorkTests.half))
            try kernel.register(in: simulation)
            _ = try Self.calls(kernel, simulation, folder, hasLLVM: true)
            let device = try Self.device(simulation, folder, hasLLVM: false)
            let next = simulation.calls.count
            let notFound = CUDAResult(rawValue: 500)
            simulation.configure { $0.failures[next + 3] = notFound }
            _ = try device.kernel(for: kernel.program, layout: kernel.code.layout)
            #expect(
                Array(simulation.calls[next...]) == ["push", "version"] + Self.warm + ["unload"] + Self.cold + ["pop"])
        }
    }

    /// The best time of several in which a cached kernel is ready, and in which LLVM makes PTX.
    @Test func times() throws {
        try withTemporaryFolder { folder in
            let (simulation, kernel) = (SimulatedDevice(), try SimulatedKernel(Self.chain))
            try kernel.register(in: simulation)
            let clock = ContinuousClock()
            func best(_ count: Int, _ body: () throws -> Void) rethrows -> Duration {
                try (0..<count).map { _ in try clock.measure(body) }.min() ?? .zero
            }
            _ = try Self.calls(kernel, simulation, folder, hasLLVM: true)
            let devices = try (0..<20).map { _ in try Self.device(simulation, folder, hasLLVM: false) }
            var left = devices[...]
            let warm = try best(devices.count) {
                _ = try left.popFirst()?.kernel(for: kernel.program, layout: kernel.code.layout)
            }
            let store = PTXStore()
            let cold = try best(5) { _ = try store.kernel(kernel.program, layout: kernel.code.layout) }
            let environment = ProcessInfo.processInfo.environment
            // The limits are those of optimised code.
            if environment["COREIMAGE_OPTIMISED"] == "1" {
                #expect(warm <= .milliseconds(2) && cold <= .milliseconds(60))
            }
            if environment["COREIMAGE_RECORD"] != nil {
                print("a cached kernel took \(warm), and its PTX \(cold) without the cache")
            }
        }
    }
}
