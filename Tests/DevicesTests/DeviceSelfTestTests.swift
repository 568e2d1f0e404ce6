import DeviceKernels
import ImageGraph
import Interpreter
import KernelLanguage
import Pixels
import Rendering
import Testing

@testable import Devices

@Suite("The self-test of devices, and their measurement")
struct DeviceSelfTestTests {
    /// The devices of this machine that can be used. Mesa's software driver is one, if it is installed.
    private static var usable: [DeviceReport] {
        DeviceFinder.reports().flatMap(\.devices).filter { $0.problem == nil }
    }

    @Test("usable devices pass") func usableDevices() throws {
        for report in Self.usable {
            let opened = try #require(try DeviceFinder.open(report.selection))
            #expect(opened.report == report)
            let test = DeviceSelfTest(opened.device)
            #expect(test.formats.count == 10)
            #expect(test.run() == .init(passed: DeviceTestKernel.all.count + test.formats.count))
        }
    }

    @Test("a device with right results passes", arguments: [KernelExactness.equalBits, .bounded(by: 0.001)])
    func rightDevice(exactness: KernelExactness) {
        let outcome = DeviceSelfTest(HostDevice(exactness: exactness)).run()
        #expect(outcome == .init(passed: DeviceTestKernel.all.count))
    }

    @Test("wrong results fail, and each kernel is told") func wrongDevice() {
        let outcome = DeviceSelfTest(HostDevice(exactness: .equalBits, error: 1e-6)).run()
        #expect(outcome.passed == 1)
        #expect(outcome.failures.count == DeviceTestKernel.all.count - 1)
        #expect(outcome.failures.first?.hasPrefix("arithmetic: component ") == true)
        let allowed = DeviceSelfTest(HostDevice(exactness: .bounded(by: 1e-5), error: 1e-6)).run()
        #expect(allowed.failures.isEmpty)
    }

    @Test("formats are read and written in every bit, or told") func formats() throws {
        let right = DeviceSelfTest(HostDevice(exactness: .equalBits, formats: [.RGBAf, .RGBA8, .RGBAh]))
        #expect(try right.problem(with: .RGBA8) == nil)
        #expect(try right.problem(with: .RGBAh) == nil)
        #expect(right.formats == [.RGBA8, .RGBAh])
        let wrong = DeviceSelfTest(HostDevice(exactness: .equalBits, error: 1e-3, formats: [.RGBAf, .RGBA8]))
        #expect(try wrong.problem(with: .RGBA8) == "they aren't read as they are stored")
        #expect(wrong.run().failures.contains("pixels as RGBA8: they aren't read as they are stored"))
    }

    @Test("formats that are only read are tested, too") func readFormats() throws {
        let right = DeviceSelfTest(HostDevice(exactness: .equalBits, readFormats: [.R8, .RG16]))
        #expect(right.formats == [.R8, .RG16])
        #expect(right.run() == .init(passed: DeviceTestKernel.all.count + 2))
        let wrong = DeviceSelfTest(HostDevice(exactness: .equalBits, error: 1e-3, readFormats: [.R8]))
        #expect(wrong.run().failures.contains("pixels as R8: they aren't read as they are stored"))
    }

    @Test("a device that fails, fails every kernel") func failingDevice() {
        let outcome = DeviceSelfTest(HostDevice(exactness: .equalBits, isLost: true)).run()
        #expect(outcome.passed == 0)
        #expect(outcome.failures.first == "arithmetic: host: it is lost")
    }

    @Test("speeds are measured in plausible ranges") func speed() throws {
        let speed = try DeviceMeasurement(
            HostDevice(exactness: .equalBits), InterpreterBackend(), stepBudget: 1000
        ).speed()
        #expect(speed.secondsPerPass > 0 && speed.secondsPerPass < 1)
        #expect(speed.bytesPerSecond > 1e6)
        // Both numbers are those of the interpreter, on one core and on all of them.
        #expect(speed.workPerSecond > 1e4 && speed.processorWorkPerSecond > speed.workPerSecond / 10)
    }

    @Test("drivers need address space") func addressSpace() {
        #expect(DeviceFinder.problem(addressSpace: .max) == nil)
        #expect(DeviceFinder.problem(addressSpace: 4 << 30) == nil)
        let problem = DeviceFinder.problem(addressSpace: 600 << 20)
        #expect(problem?.contains("need 4 GiB of address space, and this process has 600 MiB; raise the limit") == true)
    }

    @Test("what can't be opened says why, once opened or not") func missingDevices() throws {
        let devices = SharedDevices(backend: InterpreterBackend(), stepBudget: 1000)
        #expect(try devices.rendering(for: .processor) == nil)
        for _ in 0..<2 {
            let error = try #require(throws: DeviceSelectionError.self) {
                try devices.rendering(for: .vulkan("no device has this name"))
            }
            #expect("\(error)".contains("the device 'vulkan:no device has this name' can't be used: "))
            #expect("\(error)".hasSuffix("'coreimage devices' lists what there is"))
        }
        // Software isn't chosen automatically.
        let automatic = try devices.rendering(for: .automatic)
        #expect(automatic.map { $0.report?.isSoftware == false } ?? true)
    }
}
