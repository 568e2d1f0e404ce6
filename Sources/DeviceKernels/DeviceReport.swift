/// What there is to know about a device before it is opened.
package struct DeviceReport: Sendable, Hashable {
    /// The device's name, such as `NVIDIA H100`.
    package var name: String
    /// What the device is, such as `graphics processor`.
    package var kind: String
    /// The driver and its versions.
    package var driver: String
    /// The text by which `COREIMAGE_DEVICE` selects the device.
    package var selection: DeviceSelection
    /// Whether the device is software on the main processor, which is no faster than rendering without it.
    package var isSoftware: Bool
    /// How closely results follow the definitions of instructions.
    package var exactness: KernelExactness
    /// The reason why the device can't be used; nil if it can.
    package var problem: String?

    /// Creates a report.
    package init(
        name: String, kind: String, driver: String, selection: DeviceSelection, isSoftware: Bool,
        exactness: KernelExactness, problem: String?
    ) {
        (self.name, self.kind, self.driver, self.selection) = (name, kind, driver, selection)
        (self.isSoftware, self.exactness, self.problem) = (isSoftware, exactness, problem)
    }
}

/// The devices of an interface to devices.
package struct DeviceInterfaceReport: Sendable, Hashable {
    /// The interface: `CUDA` or `Vulkan`.
    package var interface: String
    /// The devices, also those that can't be used.
    package var devices: [DeviceReport]
    /// The reason why there are none, with the remedy; nil if there are some.
    package var problem: String?

    /// Creates a report.
    package init(interface: String, devices: [DeviceReport], problem: String?) {
        (self.interface, self.devices, self.problem) = (interface, devices, problem)
    }
}
