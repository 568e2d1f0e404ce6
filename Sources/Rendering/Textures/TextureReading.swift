import DeviceKernels
import Pixels

/// The textures that a rendering reads.
///
/// For use by one thread.
final class TextureReading {
    private var accessed: [any SharedPixels] = []

    deinit { for pixels in accessed { pixels.endAccess(writing: false) } }

    /// Returns the pixels of a texture, on the device that computes passes if they are there, otherwise in memory.
    ///
    /// - Throws: `RenderingError.sourceFailed`, or the error of a rendering that was stopped.
    func pixels(
        of source: any PixelSource, device: (any KernelDevice)?, _ pool: PixelPool
    ) throws -> HeldPixels {
        guard let source = source as? TextureSource else {
            preconditionFailure("only a TextureSource has a textureFormat, and placeholders aren't rendered")
        }
        let bounds = PixelRect(x: 0, y: 0, width: source.width, height: source.height)
        do {
            switch source.pixels {
            case .device(let texture):
                var held = HeldPixels(try texture.beginReading(), format: texture.format)
                if device === texture.device { return held }
                return HeldPixels(try held.inMemory(from: texture.device, pool))
            case .shared(let shared):
                try shared.beginAccess(writing: false)
                accessed.append(shared)
                return HeldPixels(shared.view)
            }
        } catch let failure as DeviceFailure {
            throw RenderingError.sourceFailed(region: bounds, underlying: failure)
        }
    }
}
