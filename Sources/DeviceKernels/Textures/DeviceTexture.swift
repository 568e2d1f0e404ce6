import Pixels

/// Pixels in a device's memory that belong to an application, which reads and writes them between renderings.
/// Thread-safe.
///
/// Coordinates of pixels begin at (0, 0) in the lower left corner. Textures are stored from the top down.
package protocol DeviceTexture: AnyObject, Sendable {
    /// The device whose memory it is.
    var device: any KernelDevice { get }
    /// Width in pixels.
    var width: Int { get }
    /// Height in pixels.
    var height: Int { get }
    /// The format of the pixels, which the device supports.
    var format: PixelFormat { get }

    /// Waits for the application's work on the pixels, and returns them. They stay as they are while the application
    /// keeps its promise not to write them during a rendering.
    ///
    /// - Throws: `DeviceFailure`, or the error of `WorkMeter` if the rendering is stopped.
    func beginReading() throws -> DeviceImage
    /// Waits for the application's work on the pixels, and returns memory for new ones with all bounds of the texture.
    /// Its present contents are undefined.
    ///
    /// - Throws: `DeviceFailure`, or the error of `WorkMeter` if the rendering is stopped.
    func beginWriting() throws -> DeviceImage
    /// Makes pixels of the image that `beginWriting` returned those of the texture, after they have been computed. All
    /// other pixels of the texture stay as they are.
    ///
    /// - Throws: `DeviceFailure`.
    func endWriting(_ image: DeviceImage, _ region: PixelRect) throws
    /// Whether both textures may have pixels in the same memory.
    func sharesMemory(with other: any DeviceTexture) -> Bool
}

extension DeviceTexture {
    /// The rectangle of all pixels.
    package var bounds: PixelRect { PixelRect(x: 0, y: 0, width: width, height: height) }
}
