import ImageGraph
import KernelLanguage
import Pixels

/// A processor with memory of its own that runs kernels, such as a graphics card. Thread-safe.
///
/// Everything that fails because of the device throws `DeviceFailure`: the processor can do the same then.
package protocol KernelDevice: AnyObject, Sendable {
    /// Name for `explain` output and errors, such as `Vulkan on llvmpipe`.
    var name: String { get }
    /// How closely results of kernels follow the definitions of instructions.
    var exactness: KernelExactness { get }
    /// Whether the device copies pixels of one work while it computes another.
    var overlapsCopies: Bool { get }
    /// Whether kernels read images of this format. True for all formats that kernels write.
    func canRead(_ format: PixelFormat) -> Bool
    /// Whether kernels read and write images of this format. True for `RGBAf`.
    func supports(_ format: PixelFormat) -> Bool
    /// Compiles a validated program for images of formats that kernels read, and for a result that they write. Devices
    /// cache by program and layout.
    ///
    /// - Throws: `DeviceFailure` if there is no code for the program, among others.
    func kernel(for program: Program, layout: KernelLayout) throws -> any DeviceKernel
    /// Returns memory whose contents are unspecified.
    ///
    /// - Throws: `DeviceFailure`, with the kind `outOfMemory` if there isn't as much left.
    func memory(byteCount: Int) throws -> any DeviceMemory
    /// Returns pixels of an application as a texture.
    ///
    /// - Throws: `DeviceFailure`, with the kind `unsupported` and a remedy if the device can't access them.
    func texture(_ memory: TextureMemory, width: Int, height: Int, format: PixelFormat) throws -> any DeviceTexture
    /// Copies pixels to the device, runs kernels and copies results back, and returns when all of it is done.
    ///
    /// After an error the contents of all memory that the work writes are undefined.
    ///
    /// - Throws: `KernelRunError` like the interpreter, `DeviceKernelError` if the work is inconsistent, the error of
    ///   `WorkMeter` if the rendering is stopped, or `DeviceFailure`.
    func perform(_ work: DeviceWork) throws
}

/// A kernel that a device has compiled. Only for the device that compiled it. Thread-safe.
package protocol DeviceKernel: Sendable {
    /// The program.
    var program: Program { get }
    /// The formats, interpolations and wrap modes for which code was generated.
    var layout: KernelLayout { get }
}

/// Memory of a device, which is free again when the last reference is gone. Thread-safe.
package protocol DeviceMemory: AnyObject, Sendable {
    /// The device's address of the first byte. A multiple of 256, unless the memory is an application's.
    var address: UInt64 { get }
    /// Size in bytes, at least as large as requested.
    var byteCount: Int { get }
}

extension KernelDevice {
    /// Same as `supports(_:)`.
    package func canRead(_ format: PixelFormat) -> Bool { supports(format) }

    /// Refuses every texture.
    package func texture(
        _ memory: TextureMemory, width: Int, height: Int, format: PixelFormat
    ) throws -> any DeviceTexture {
        throw DeviceFailure(.unsupported, device: name, reason: "it has no textures of applications")
    }
}
