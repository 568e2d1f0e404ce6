import CVulkan
import SPIRV

/// A device that a driver offers.
package struct VulkanDeviceDescription: @unchecked Sendable {
    /// The device's name, such as `llvmpipe (LLVM 15.0.6, 256 bits)`.
    package let name: String
    /// What the device is.
    package let kind: VulkanDeviceKind
    /// The driver's name and version, such as `llvmpipe, Mesa 22.3.6`.
    package let driver: String
    /// The version of Vulkan, such as `1.3.230`.
    package let version: String
    /// What the device promises about floats.
    package let floatControls: SPIRVFloatControls
    /// The reasons why kernels can't run on the device. Empty if they can.
    package let problems: [String]
    /// Maximum columns and rows of a dispatch, in workgroups.
    let maximumWorkgroups: (columns: Int, rows: Int)
    /// Maximum columns and rows of an image.
    let maximumImageSize: Int
    /// Whether memory of file descriptors can be imported.
    let importsFiles: Bool
    /// Maximum size of an allocation in bytes.
    let maximumAllocation: Int
    /// The index of the queues that kernels run on.
    let queueFamily: UInt32?
    /// Valid as long as the instance.
    let handle: VkPhysicalDevice

    /// Describes a device. It doesn't fail: what is missing is among `problems`.
    ///
    /// - Parameter chosen: The family of the queue that an application has chosen.
    init(_ device: VkPhysicalDevice, _ functions: InstanceFunctions, queueFamily chosen: UInt32? = nil) {
        handle = device
        var basics = VkPhysicalDeviceProperties()
        functions.getProperties(device, &basics)
        name = String(characters: basics.deviceName)
        kind =
            switch basics.deviceType {
            case VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU: .discrete
            case VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU: .integrated
            case VK_PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU: .virtual
            case VK_PHYSICAL_DEVICE_TYPE_CPU: .software
            default: .other
            }
        let number = basics.apiVersion
        version = "\(number >> 22 & 0x7f).\(number >> 12 & 0x3ff).\(number & 0xfff)"
        let groups = basics.limits.maxComputeWorkGroupCount
        maximumWorkgroups = (Int(groups.0), Int(groups.1))
        maximumImageSize = Int(basics.limits.maxImageDimension2D)
        importsFiles = Self.importsFiles(device, functions)
        let families = Self.computeQueues(device, functions)
        queueFamily = chosen.map { families.contains($0) ? $0 : nil } ?? families.first
        var problems: [String] = []
        if queueFamily == nil {
            problems.append(
                chosen.map { "its queue family \($0) lacks VK_QUEUE_COMPUTE_BIT" } ?? "it has no queue for computing")
        }
        guard number >= coreimage_vulkan_1_2 else {
            problems.append("it has Vulkan \(version), and 1.2 is needed")
            (driver, floatControls, maximumAllocation) = ("unknown", SPIRVFloatControls(), 0)
            self.problems = problems
            return
        }
        let features = Self.features(device, functions)
        if !features.addresses { problems.append("its driver lacks bufferDeviceAddress") }
        if !features.longs { problems.append("it lacks shaderInt64") }
        if !features.doubles { problems.append("it lacks shaderFloat64") }
        self.problems = problems
        let properties = Self.properties(device, functions)
        (driver, floatControls, maximumAllocation) = (properties.driver, properties.controls, properties.allocation)
    }

    /// Whether kernels can run on the device.
    package var isUsable: Bool { problems.isEmpty }

    private static func computeQueues(_ device: VkPhysicalDevice, _ functions: InstanceFunctions) -> [UInt32] {
        var count: UInt32 = 0
        functions.getQueueFamilies(device, &count, nil)
        var families = Array(repeating: VkQueueFamilyProperties(), count: Int(count))
        functions.getQueueFamilies(device, &count, &families)
        return families.prefix(Int(count)).enumerated()
            .filter { $1.queueFlags & VK_QUEUE_COMPUTE_BIT.rawValue != 0 && $1.queueCount > 0 }
            .map { UInt32($0.offset) }
    }

    private static func importsFiles(_ device: VkPhysicalDevice, _ functions: InstanceFunctions) -> Bool {
        let extensions = try? listed("vkEnumerateDeviceExtensionProperties", of: VkExtensionProperties()) {
            functions.enumerateExtensions(device, nil, $0, $1)
        }
        return extensions?.contains { String(characters: $0.extensionName) == LogicalDevice.fileExtension } == true
    }

    private static func features(
        _ device: VkPhysicalDevice, _ functions: InstanceFunctions
    ) -> (addresses: Bool, longs: Bool, doubles: Bool) {
        var newer = VkPhysicalDeviceVulkan12Features()
        newer.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES
        return withUnsafeMutablePointer(to: &newer) { newer in
            var features = VkPhysicalDeviceFeatures2()
            features.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2
            features.pNext = UnsafeMutableRawPointer(newer)
            functions.getFeatures2(device, &features)
            return (
                newer.pointee.bufferDeviceAddress != 0, features.features.shaderInt64 != 0,
                features.features.shaderFloat64 != 0
            )
        }
    }

    private static func properties(
        _ device: VkPhysicalDevice, _ functions: InstanceFunctions
    ) -> (driver: String, controls: SPIRVFloatControls, allocation: Int) {
        var memory = VkPhysicalDeviceMaintenance3Properties()
        memory.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_3_PROPERTIES
        var newer = VkPhysicalDeviceVulkan12Properties()
        newer.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_PROPERTIES
        withUnsafeMutablePointer(to: &memory) { memory in
            newer.pNext = UnsafeMutableRawPointer(memory)
            withUnsafeMutablePointer(to: &newer) { newer in
                var properties = VkPhysicalDeviceProperties2()
                properties.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2
                properties.pNext = UnsafeMutableRawPointer(newer)
                functions.getProperties2(device, &properties)
            }
        }
        func promises(_ denormals: VkBool32, _ rounding: VkBool32, _ special: VkBool32) -> SPIRVFloatControls.Promises {
            var promises: SPIRVFloatControls.Promises = []
            if denormals != 0 { promises.insert(.denormals) }
            if rounding != 0 { promises.insert(.roundsToNearest) }
            if special != 0 { promises.insert(.specialValues) }
            return promises
        }
        let single = promises(
            newer.shaderDenormPreserveFloat32, newer.shaderRoundingModeRTEFloat32,
            newer.shaderSignedZeroInfNanPreserveFloat32)
        let double = promises(
            newer.shaderDenormPreserveFloat64, newer.shaderRoundingModeRTEFloat64,
            newer.shaderSignedZeroInfNanPreserveFloat64)
        var controls = SPIRVFloatControls(single: single, double: double)
        controls.hidesOperands = newer.driverID == VK_DRIVER_ID_MESA_LLVMPIPE
        let all = VK_SHADER_FLOAT_CONTROLS_INDEPENDENCE_ALL
        if newer.denormBehaviorIndependence != all { controls.demandTogether(.denormals) }
        if newer.roundingModeIndependence != all { controls.demandTogether(.roundsToNearest) }
        let driver = [String(characters: newer.driverName), String(characters: newer.driverInfo)]
            .filter { !$0.isEmpty }.joined(separator: ", ")
        return (driver, controls, Int(clamping: memory.maxMemoryAllocationSize))
    }
}
