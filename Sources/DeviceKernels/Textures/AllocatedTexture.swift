import Pixels

/// A texture in memory that a device has allocated. Its pixels are undefined at first.
package final class AllocatedTexture: DeviceTexture {
    package let device: any KernelDevice
    private let image: DeviceImage

    /// Allocates memory for a texture.
    ///
    /// - Throws: `DeviceFailure`.
    package init(width: Int, height: Int, format: PixelFormat, on device: any KernelDevice) throws {
        guard device.supports(format) else {
            throw DeviceFailure(
                .unsupported, device: device.name, reason: "it has no pixels of the format \(format.name)")
        }
        let bounds = PixelRect(x: 0, y: 0, width: width, height: height)
        image = try DeviceImage(bounds: bounds, format: format, on: device)
        self.device = device
    }

    package var width: Int { image.pixels.bounds.width }
    package var height: Int { image.pixels.bounds.height }
    package var format: PixelFormat { image.pixels.format }

    package func beginReading() throws -> DeviceImage { image }
    package func beginWriting() throws -> DeviceImage { image }
    /// Does nothing: renderings have ended when they return.
    package func endWriting(_ image: DeviceImage, _ region: PixelRect) throws {}
    package func sharesMemory(with other: any DeviceTexture) -> Bool { other === self }
}
