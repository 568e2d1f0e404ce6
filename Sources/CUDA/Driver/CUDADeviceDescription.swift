/// What the driver says about a device.
package struct CUDADeviceDescription: Sendable, Hashable {
    /// The device's name, such as "NVIDIA H100 80GB HBM3".
    package var name: String
    /// Size of the device's memory in bytes.
    package var byteCount: Int
    /// The compute capability: the version of the device's instructions.
    package var capability: (major: Int, minor: Int) {
        get { (major, minor) }
        set { (major, minor) = newValue }
    }
    private var major: Int
    private var minor: Int
    /// Whether memory can be allocated and freed in the order of a stream's work.
    package var hasMemoryPools: Bool

    /// Creates a description.
    package init(name: String, byteCount: Int, capability: (major: Int, minor: Int), hasMemoryPools: Bool) {
        (self.name, self.byteCount, self.hasMemoryPools) = (name, byteCount, hasMemoryPools)
        (major, minor) = capability
    }

    /// The compute capability of the oldest device that the code runs on, see `PTXCompiler.processor`.
    private static let minimumCapability = (major: 7, minor: 0)

    /// The reason why kernels can't run on the device; nil if they can.
    package var problem: CUDAError? {
        let needed = Self.minimumCapability
        if capability >= needed { return nil }
        return .deviceTooOld(
            name: name, capability: "\(capability.major).\(capability.minor)", needed: "\(needed.major).\(needed.minor)"
        )
    }
}
