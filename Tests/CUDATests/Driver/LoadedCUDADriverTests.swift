import Foundation
import TestSupport
import Testing

@testable import CUDA

/// Calls of a driver's library, for which a small C library stands. It is compiled with the prototypes of NVIDIA's
/// manual, and writes down the arguments that it gets.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/cc"), "needs a C compiler, /usr/bin/cc"))
struct LoadedCUDADriverTests {
    /// What stands for a cubin.
    private static let code = Array("text\0".utf8)

    /// Calls `body` with the path of a library.
    private func withLibrary(_ source: String, _ body: (String) throws -> Void) throws {
        try withTemporaryFolder { folder in
            let (file, library) = (folder + "/driver.c", folder + "/libdriver.so")
            try source.write(toFile: file, atomically: false, encoding: .utf8)
            let compiler = LaunchedProgram()
            compiler.executableURL = URL(fileURLWithPath: "/usr/bin/cc")
            compiler.arguments = ["-shared", "-fPIC", "-Wall", "-Werror", "-o", library, file]
            try compiler.run()
            compiler.waitUntilExit()
            try #require(compiler.terminationStatus == 0)
            try body(library)
        }
    }

    /// Returns the lines that a library has written since the last time.
    private func lines(_ library: String) throws -> [String] {
        let handle = try #require(dlopen(library, RTLD_NOW))
        defer { dlclose(handle) }
        let address = try #require(dlsym(handle, "taken_log"))
        let function = unsafeBitCast(address, to: (@convention(c) () -> UnsafePointer<CChar>).self)
        return String(cString: function()).split(separator: "\n").map(String.init)
    }

    @Test func callsPassTheirArguments() throws {
        try withLibrary(FakeDriver.source()) { library in
            let driver = try LoadedCUDADriver(name: library)
            #expect(try lines(library) == ["cuDriverGetVersion", "cuInit 0"])
            #expect(try driver.deviceCount() == 2)
            let description = try driver.describeDevice(1)
            #expect(
                description
                    == CUDADeviceDescription(
                        name: "Fake", byteCount: 0x1_2345_6789, capability: (8, 6), hasMemoryPools: true))
            #expect(
                try lines(library) == [
                    "cuDeviceGetCount", "cuDeviceGet 1", "cuDeviceGetName 256 101", "cuDeviceTotalMem_v2 101",
                    "cuDeviceGetAttribute 75 101", "cuDeviceGetAttribute 76 101", "cuDeviceGetAttribute 115 101",
                ])
            let context = try driver.retainPrimaryContext(ofDevice: 1)
            try driver.push(context)
            #expect(try driver.currentDevice() == 1)
            try driver.pop()
            try driver.releasePrimaryContext(ofDevice: 1)
            #expect(
                try lines(library) == [
                    "cuDeviceGet 1", "cuDevicePrimaryCtxRetain 101", "cuCtxPushCurrent_v2 0xc0", "cuCtxGetDevice",
                    "cuDeviceGetCount", "cuDeviceGet 0", "cuDeviceGet 1", "cuCtxPopCurrent_v2", "cuDeviceGet 1",
                    "cuDevicePrimaryCtxRelease_v2 101",
                ])
        }
    }

    @Test func workPassesItsArguments() throws {
        try withLibrary(FakeDriver.source()) { library in
            let driver = try LoadedCUDADriver(name: library)
            let module = try driver.loadModule(Self.code)
            let function = try driver.function("kernel", of: module)
            let (stream, event) = (try driver.createStream(), try driver.createEvent())
            _ = try lines(library)
            try driver.launch(
                CUDALaunch(
                    function: function, grid: SIMD2(7, 5), block: SIMD2(32, 8), argument: 0xfedc_ba98_7654_3210),
                on: stream)
            let address = try driver.allocate(0x1_0000_0001, on: stream)
            #expect(address == 0x7f00_0000_1000)
            try driver.free(address, on: stream)
            #expect(try driver.allocate(3, on: nil) == 0x7f00_0000_2000)
            try driver.free(2, on: nil)
            try driver.fill(0x7f00_0000_0004, with: 0xffff_fffe, count: 9, on: stream)
            let host = try #require(UnsafeMutableRawPointer(bitPattern: 0x1234_5678_9abc))
            for direction in [CUDACopy.Direction.toDevice, .fromDevice] {
                try driver.copy(
                    CUDACopy(
                        direction, host: host, hostBytesPerRow: 0x1_0000_0010, device: 0x7f00_0000_3000,
                        deviceBytesPerRow: 512, width: 80, rows: 6), on: stream)
            }
            try driver.record(event, on: stream)
            #expect(try driver.isReached(event) == false)
            #expect(try driver.isReached(event))
            try driver.synchronize(stream)
            try driver.destroy(event)
            try driver.destroy(stream)
            try driver.unload(module)
            #expect(
                try lines(library) == [
                    "cuLaunchKernel 0xf0 7 5 1 32 8 1 0 0x50 fedcba9876543210 (nil)",
                    "cuMemAllocAsync 4294967297 0x50", "cuMemFreeAsync 7f0000001000 0x50", "cuMemAlloc_v2 3",
                    "cuMemFree_v2 2", "cuMemsetD32Async 7f0000000004 fffffffe 9 0x50",
                    "cuMemcpy2DAsync_v2 0 0 1 0x123456789abc 0 (nil) 4294967312 0 0 2 (nil) 7f0000003000 (nil) 512 80 6 0x50",
                    "cuMemcpy2DAsync_v2 0 0 2 (nil) 7f0000003000 (nil) 512 0 0 1 0x123456789abc 0 (nil) 4294967312 80 6 0x50",
                    "cuEventRecord 0xe0 0x50", "cuEventQuery 0xe0", "cuEventQuery 0xe0", "cuStreamSynchronize 0x50",
                    "cuEventDestroy_v2 0xe0", "cuStreamDestroy_v2 0x50", "cuModuleUnload 0xa0",
                ])
        }
    }

    /// Flags, and options of loading code.
    @Test func creationPassesItsOptions() throws {
        try withLibrary(FakeDriver.source()) { library in
            let driver = try LoadedCUDADriver(name: library)
            _ = try lines(library)
            let module = try driver.loadModule(Self.code)
            _ = try driver.function("kernel", of: module)
            _ = try driver.createStream()
            _ = try driver.createEvent()
            #expect(
                try lines(library) == [
                    "cuModuleLoadDataEx text 2 5 6 8192", "cuModuleGetFunction 0xa0 kernel", "cuStreamCreate 1",
                    "cuEventCreate 2",
                ])
            let error = try #require(throws: CUDAError.self) { try driver.loadModule(Array("bad\0".utf8)) }
            #expect(
                error
                    == .codeRejected(
                        result: .invalidImage, message: "NAME_200, description of 200", log: "it is damaged"))
        }
    }

    /// Code is compiled by one linker, which is destroyed whatever fails.
    @Test func compilationPassesItsArguments() throws {
        let (create, destroy) = ("cuLinkCreate_v2 2 5 6 8192", "cuLinkDestroy 0x40")
        try withLibrary(FakeDriver.source()) { library in
            let driver = try LoadedCUDADriver(name: library)
            _ = try lines(library)
            #expect(try driver.compile("text") == Array("cu\0bin".utf8))
            // The size includes the zero at the end.
            #expect(
                try lines(library) == [
                    create, "cuLinkAddData_v2 0x40 1 text 5 kernel 0 (nil) (nil)", "cuLinkComplete 0x40", destroy,
                ])
            let error = try #require(throws: CUDAError.self) { try driver.compile("bad") }
            #expect(
                error
                    == .codeRejected(
                        result: .invalidPTX, message: "NAME_218, description of 218", log: "line 3 is wrong"))
            #expect("\(error)".contains("NAME_218, description of 218 (218): line 3 is wrong; "))
            #expect(
                try lines(library) == [
                    create, "cuLinkAddData_v2 0x40 1 bad 4 kernel 0 (nil) (nil)", destroy,
                ])
        }
        try withLibrary(FakeDriver.source(completion: 209)) { library in
            let driver = try LoadedCUDADriver(name: library)
            _ = try lines(library)
            let error = try #require(throws: CUDAError.self) { try driver.compile("text") }
            #expect(
                error
                    == .codeRejected(
                        result: .noCodeForDevice, message: "NAME_209, description of 209", log: "too many registers"))
            #expect(try lines(library).suffix(2) == ["cuLinkComplete 0x40", destroy])
        }
    }

    /// What the driver says about memory, arrays and streams of applications, and copies of arrays.
    @Test func texturesPassTheirArguments() throws {
        try withLibrary(FakeDriver.source()) { library in
            let driver = try LoadedCUDADriver(name: library)
            _ = try lines(library)
            let (context, address): (CUDAContext, UInt64) = (CUDAContext(bits: 0xc0), 0x7f00_0000_4010)
            var memory = CUDAMemoryDescription(
                context: context, device: 1, deviceAddress: address, start: 0x7f00_0000_4000,
                byteCount: 0x1_0000_0002)
            #expect(try driver.describeMemory(at: address) == memory)
            #expect(try lines(library) == [3, 11, 12, 1, 9].map { "cuPointerGetAttribute \($0) 7f0000004010" })
            (memory.context, memory.deviceAddress) = (nil, 0x7f00_0000_5000)
            #expect(try driver.describeMemory(at: 0x7f00_0000_5000) == memory)
            #expect(try driver.describeMemory(at: 0xbad) == nil)
            #expect(throws: CUDAError.self) { try driver.describeMemory(at: 0x700) }
            _ = try lines(library)
            let array = CUDAArray(bits: 0xa1)
            #expect(
                try driver.describe(array)
                    == CUDAArrayDescription(
                        width: 0x1_0000_0003, height: 7, depth: 5, format: 0x20, channels: 4, flags: 2))
            #expect(try driver.describe(CUDAArray(bits: 0xbad)) == nil)
            #expect(throws: CUDAError.self) { try driver.describe(CUDAArray(bits: 0x700)) }
            let stream = try driver.createStream()
            #expect(try driver.context(of: stream) == context)
            #expect(try driver.context(of: CUDAStream(bits: 0xbad)) == nil)
            let event = try driver.createEvent()
            try driver.record(event, on: nil)
            _ = try lines(library)
            for direction in [CUDAArrayCopy.Direction.toArray, .fromArray] {
                try driver.copy(
                    CUDAArrayCopy(
                        direction, array: array, x: 48, y: 9, memory: 0x7f00_0000_3000, bytesPerRow: 512, width: 80,
                        rows: 6), on: stream)
            }
            try driver.record(event, on: nil)
            #expect(
                try lines(library) == [
                    "cuMemcpy2DAsync_v2 0 0 2 (nil) 7f0000003000 (nil) 512 48 9 3 (nil) 0 0xa1 0 80 6 0x50",
                    "cuMemcpy2DAsync_v2 48 9 3 (nil) 0 0xa1 0 0 0 2 (nil) 7f0000003000 (nil) 512 80 6 0x50",
                    "cuEventRecord 0xe0 (nil)",
                ])
        }
    }

    /// Every result is an error that names the call, the driver's words and the remedy.
    @Test(arguments: [
        (2, "render a smaller region"), (100, "nvidia-smi"), (46, "exclusively"), (222, "update the NVIDIA driver"),
        (223, "CUDA_DISABLE_PTX_JIT"), (304, "/dev/nvidia"), (700, "restart the process"), (719, "restart the process"),
        (702, "without a display"), (803, "restart the machine"), (1, "render on the processor"),
        (999, "restart the process"), (34, "LD_LIBRARY_PATH"),
    ])
    func resultsAreErrors(code: Int32, remedy: String) throws {
        try withLibrary(FakeDriver.source(initialization: code)) { library in
            let error = try #require(throws: CUDAError.self) { try LoadedCUDADriver(name: library) }
            #expect(
                error
                    == .failed(
                        call: "cuInit", result: CUDAResult(rawValue: code),
                        message: "NAME_\(code), description of \(code)"))
            let text = "\(error)"
            #expect(text.hasPrefix("cuInit failed with NAME_\(code), description of \(code) (\(code)); "))
            #expect(text.contains(remedy))
        }
    }

    @Test func oldDrivers() throws {
        try withLibrary(FakeDriver.source(version: 11_010)) { library in
            let error = try #require(throws: CUDAError.self) { try LoadedCUDADriver(name: library) }
            #expect(error == .driverTooOld(version: 11_010, needed: 11_020))
            #expect("\(error)".contains("CUDA 11.1") && "\(error)".contains("CUDA 11.2"))
        }
    }

    @Test func missingLibraries() throws {
        let error = try #require(throws: CUDAError.self) { try LoadedCUDADriver(name: "/nowhere/libcuda.so.1") }
        guard case .libraryMissing("/nowhere/libcuda.so.1", let reason) = error else {
            Issue.record("\(error)")
            return
        }
        #expect(reason.contains("/nowhere/libcuda.so.1"))
        #expect(throws: CUDAError.functionMissing(library: "libc.so.6", function: "cuInit")) {
            try LoadedCUDADriver(name: "libc.so.6")
        }
    }

    /// The driver of this machine, if there is one, works or states why not.
    @Test func theDriverOfThisMachine() throws {
        switch Result(catching: { () throws(CUDAError) in try LoadedCUDADriver() }) {
        case .success(let driver):
            #expect(try driver.version() >= LoadedCUDADriver.minimumVersion)
            for index in 0..<(try driver.deviceCount()) { #expect(try !driver.describeDevice(index).name.isEmpty) }
        case .failure(let error): #expect("\(error)".contains("; "), "an error without a remedy: \(error)")
        }
    }
}
