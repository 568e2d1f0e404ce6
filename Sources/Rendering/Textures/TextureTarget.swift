import DeviceKernels
import Pixels

/// Pixels in a device's memory that a rendering writes.
struct TextureTarget {
    /// The pixels. Their bounds contain what is rendered.
    let image: DeviceImage
    /// The device of the memory.
    let device: any KernelDevice
}
