import CUDA
import DeviceKernels
import SystemResources

#if canImport(Vulkan)
    import Vulkan
#endif

/// Finds the devices of this machine, and opens them.
///
/// Libraries and drivers are opened when they are needed for the first time, which takes some ten milliseconds.
package enum DeviceFinder {
    /// Describes all devices, also those that can't be used.
    package static func reports() -> [DeviceInterfaceReport] {
        if let problem = problem(addressSpace: AddressSpace.left) {
            return ["CUDA", "Vulkan"].map { DeviceInterfaceReport(interface: $0, devices: [], problem: problem) }
        }
        return [cudaReport(), vulkanReport()]
    }

    /// A device that is open, with what is known about it.
    typealias Opened = (device: any KernelDevice, report: DeviceReport)

    /// Opens the device that is selected; nil if the processor is.
    ///
    /// - Throws: `DeviceSelectionError`.
    static func open(_ selection: DeviceSelection) throws(DeviceSelectionError) -> Opened? {
        if selection == .processor { return nil }
        if let problem = problem(addressSpace: AddressSpace.left) {
            if selection == .automatic { return nil }
            throw DeviceSelectionError(selection, problem)
        }
        do {
            switch selection {
            case .processor: return nil
            case .automatic: return firstGraphicsProcessor()
            case .cuda(let number): return try openCUDA(number)
            case .vulkan(let name): return try openVulkan(name)
            }
        } catch {
            throw DeviceSelectionError(selection, "\(error)")
        }
    }

    /// Uses a device that an application has opened.
    ///
    /// - Throws: An error that says why the device can't be used, and what to do.
    static func adopt(_ device: ForeignDevice) throws -> Opened {
        switch device {
        case .cuda(let context): try adoptCUDA(context)
        case .vulkan(let handles): try adoptVulkan(handles)
        }
    }

    /// The address space that drivers need. Where it is short, they fail at any place, or take what threads need.
    private static let addressSpace = 4 << 30

    /// Returns why no device can be used with so many bytes of address space; nil if one can.
    static func problem(addressSpace left: Int) -> String? {
        left >= addressSpace
            ? nil
            : "drivers of devices need \(addressSpace >> 30) GiB of address space, and this process has "
                + "\(left >> 20) MiB; raise the limit, for example with 'ulimit -v unlimited'"
    }

    /// Returns the first device that isn't software; nil if there is none.
    private static func firstGraphicsProcessor() -> Opened? {
        let reports = reports().flatMap(\.devices).filter { $0.problem == nil && !$0.isSoftware }
        for report in reports {
            if let opened = try? open(report.selection) { return opened }
        }
        return nil
    }

    // MARK: CUDA

    private static func openCUDA(_ number: Int) throws(CUDAError) -> Opened {
        let driver = try LoadedCUDADriver()
        return (try CUDADevice(number, driver: driver), try report(number, driver))
    }

    private static func adoptCUDA(_ context: UInt) throws -> Opened {
        let driver = try LoadedCUDADriver()
        let device = try CUDADevice(adopting: context, driver: driver)
        return (device, try report(device.index, driver))
    }

    private static func report(_ number: Int, _ driver: LoadedCUDADriver) throws(CUDAError) -> DeviceReport {
        let (version, description) = (try driver.version(), try driver.describeDevice(number))
        let capability = "\(description.capability.major).\(description.capability.minor)"
        return DeviceReport(
            name: description.name, kind: "graphics processor",
            driver: "CUDA \(version / 1000).\(version % 1000 / 10), compute capability \(capability)",
            selection: .cuda(number), isSoftware: false, exactness: .equalBits,
            problem: description.problem.map { "\($0)" })
    }

    private static func cudaReport() -> DeviceInterfaceReport {
        do {
            let driver = try LoadedCUDADriver()
            var devices: [DeviceReport] = []
            for number in 0..<(try driver.deviceCount()) { devices.append(try report(number, driver)) }
            let problem = devices.isEmpty ? "the NVIDIA driver sees no device; check CUDA_VISIBLE_DEVICES" : nil
            return DeviceInterfaceReport(interface: "CUDA", devices: devices, problem: problem)
        } catch {
            return DeviceInterfaceReport(interface: "CUDA", devices: [], problem: "\(error)")
        }
    }

    // MARK: Vulkan

    #if canImport(Vulkan)
        private static func openVulkan(_ name: String?) throws(VulkanError) -> Opened {
            let device = try VulkanDevice(
                VulkanInstance(library: VulkanLibrary()), name.map(VulkanDeviceChoice.named) ?? .first)
            return (device, report(device.description))
        }

        private static func adoptVulkan(_ handles: VulkanHandles) throws -> Opened {
            let device = try VulkanDevice(adopting: handles)
            return (device, report(device.description))
        }

        private static func vulkanReport() -> DeviceInterfaceReport {
            do throws(VulkanError) {
                let devices = try VulkanInstance(library: VulkanLibrary()).devices().map(report)
                let problem =
                    devices.isEmpty
                    ? "no driver offers a device; install one, on Debian with 'apt install mesa-vulkan-drivers'" : nil
                return DeviceInterfaceReport(interface: "Vulkan", devices: devices, problem: problem)
            } catch {
                return DeviceInterfaceReport(interface: "Vulkan", devices: [], problem: "\(error)")
            }
        }

        private static func report(_ device: VulkanDeviceDescription) -> DeviceReport {
            let kind =
                switch device.kind {
                case .discrete: "graphics processor"
                case .integrated: "graphics processor with the main memory"
                case .virtual: "graphics processor of a virtual machine"
                case .software: "software on the processor"
                case .other: "device of another kind"
                }
            return DeviceReport(
                name: device.name, kind: kind, driver: "\(device.driver), Vulkan \(device.version)",
                selection: .vulkan(device.name), isSoftware: device.kind == .software,
                exactness: VulkanKernel.exactness,
                problem: device.isUsable ? nil : device.problems.joined(separator: ", "))
        }
    #else
        private struct MissingModule: Error, CustomStringConvertible {
            let description = "this program was built without Vulkan; install libvulkan-dev and build it again"
        }

        private static func openVulkan(_ name: String?) throws -> Opened { throw MissingModule() }

        private static func adoptVulkan(_ handles: VulkanHandles) throws -> Opened { throw MissingModule() }

        private static func vulkanReport() -> DeviceInterfaceReport {
            DeviceInterfaceReport(interface: "Vulkan", devices: [], problem: "\(MissingModule())")
        }
    #endif
}
