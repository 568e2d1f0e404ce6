import DeviceKernels

/// The device that computes passes for a renderer, and when it does.
package struct DeviceRendering: Sendable {
    /// Which passes the device computes, of those that it can compute.
    package enum Use: Sendable, Hashable {
        /// All of them.
        case always
        /// Those that take less time on the device than on the processor, copies included.
        case whereFaster(DeviceSpeed)
    }

    /// The device.
    package let device: any KernelDevice
    /// Which passes it computes.
    package let use: Use
    /// Maximum number of loop iterations of a pixel, which should be that of the processor's back end.
    package let stepBudget: Int
    /// Whether an application has opened the device.
    package let isForeign: Bool
    /// What is known about the device; nil if nothing beside its name is.
    package let report: DeviceReport?
    let state = DeviceState()

    /// Creates a use of a device. Copies share what has become of it.
    package init(
        _ device: any KernelDevice, use: Use, stepBudget: Int, isForeign: Bool = false, report: DeviceReport? = nil
    ) {
        (self.device, self.use, self.stepBudget) = (device, use, stepBudget)
        (self.isForeign, self.report) = (isForeign, report)
    }
}
