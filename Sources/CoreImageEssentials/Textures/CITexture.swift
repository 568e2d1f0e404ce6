import DeviceKernels
import Foundation
import ImageGraph
import Pixels
import Rendering
import Synchronization

/// Pixels in a device's memory, which images are made of and rendered to without copying them to the memory of the
/// process.
///
/// A texture is memory that an application has, of Vulkan or CUDA, a file descriptor that processes share, or memory
/// that a device allocates. It stands for Metal's and OpenGL's textures, and for shared surfaces; only this library has
/// this type. Rows are stored from the top down, as in all bitmaps.
///
/// A rendering has ended when the method that renders returns, or its task has completed. Until then the application
/// must not write the pixels that are read, nor access those that are written. It keeps its handles valid, and the
/// memory, until the texture and all images of it are released.
///
/// Contexts on the same `device` compute where the pixels are. Other contexts can use the texture, too: pixels are
/// copied to the memory of the process and from there. Thread-safe.
public final class CITexture: Sendable {
    /// The number of pixels in a row.
    public let width: Int
    /// The number of rows.
    public let height: Int
    /// The format of the pixels.
    public let format: CIFormat
    /// The device that has the memory.
    public let device: CIDevice
    let pixels: TexturePixels
    private let alpha = Mutex(CIRenderDestinationAlphaMode.premultiplied)

    init(_ pixels: TexturePixels, format: CIFormat, device: CIDevice) {
        (self.pixels, self.format, self.device) = (pixels, format, device)
        (width, height) = (pixels.width, pixels.height)
    }

    /// How alpha is stored: premultiplied unless it is set. With `none`, alpha is ignored where the pixels are read,
    /// and 1 where they are written.
    ///
    /// Images and destinations that are made afterwards have the value.
    public var alphaMode: CIRenderDestinationAlphaMode {
        get { alpha.withLock { $0 } }
        set { alpha.withLock { $0 = newValue } }
    }

    /// Creates a texture in memory that a device allocates, for results that stay on the device. All its pixels are
    /// transparent. Only renderings can use it: it has no handle for the application's own kernels.
    ///
    /// - Parameters:
    ///   - width: The number of pixels in a row, at least 1.
    ///   - height: The number of rows, at least 1.
    ///   - format: `.RGBA8`, `.BGRA8`, `.RGBA16`, `.RGBAh` or `.RGBAf`.
    ///   - device: The device; not the CPU.
    /// - Throws: `CIError.unusableTexture` or `CIError.unsupportedFormat`.
    public convenience init(width: Int, height: Int, format: CIFormat, device: CIDevice) throws {
        let pixelFormat = try format.texturePixelFormat
        try Self.checkSize(width, height)
        let own = try device.kernelDevice(for: "textures of its own; use CIContext.render(_:toBitmap:…)")
        try self.init(format: format, device: device) {
            let texture = try AllocatedTexture(width: width, height: height, format: pixelFormat, on: own)
            try texture.clear()
            return texture
        }
    }

    /// Creates a texture of what `make` returns. Throws `CIError.unusableTexture` with the reason if it fails.
    convenience init(
        format: CIFormat, device: CIDevice, _ make: () throws -> any DeviceTexture
    ) throws {
        do { self.init(.device(try make()), format: format, device: device) } catch let failure as DeviceFailure
            where failure.kind == .outOfMemory
        {
            throw CIError.unusableTexture(
                reason: "\(device.name) has too little memory for it at present; make it smaller")
        } catch {
            throw CIError.unusableTexture(reason: "\(error)")
        }
    }

    /// Creates a texture of an application's memory.
    convenience init(
        _ memory: TextureMemory, width: Int, height: Int, format: CIFormat, device: CIDevice
    ) throws {
        let pixelFormat = try format.texturePixelFormat
        try Self.checkSize(width, height)
        let own = try device.kernelDevice(for: "memory of Vulkan or CUDA; use the device that has it")
        try self.init(format: format, device: device) {
            try own.texture(memory, width: width, height: height, format: pixelFormat)
        }
    }

    /// Maximum number of columns and rows, which kernels on devices can count.
    private static let sideLimit = ParameterBlockLayout.columnLimit - 1

    static func checkSize(_ width: Int, _ height: Int) throws(CIError) {
        let limit = sideLimit
        guard (1...limit).contains(width), (1...limit).contains(height) else {
            throw .unusableTexture(
                reason: "\(width) × \(height) pixels are none, or too many; use a width and a height of 1 to \(limit)")
        }
    }
}

extension CIFormat {
    /// The layout of pixels that kernels on all devices read and write.
    var texturePixelFormat: PixelFormat {
        get throws(CIError) {
            guard let pixelFormat, PixelFormat.forDevices.contains(pixelFormat) else {
                throw .unsupportedFormat(
                    self, operation: "a texture", usable: [.RGBA8, .BGRA8, .RGBA16, .RGBAh, .RGBAf])
            }
            return pixelFormat
        }
    }
}

extension CIDevice {
    /// The device; throws for the CPU, which has no `purpose`.
    func kernelDevice(for purpose: String) throws(CIError) -> any KernelDevice {
        guard let device = try rendering()?.device else {
            throw .unusableTexture(reason: "the CPU has no \(purpose)")
        }
        return device
    }
}
