import DeviceKernels
import ImageGraph
import Pixels
import TestSupport

extension RandomKernel {
    /// The images for the kernel of a seed, in random formats that devices read, and with rows in either direction.
    package static func storedImages(seed: UInt64) -> [SamplerBinding] {
        var random = SeededGenerator(seed: seed &+ 111)
        return images(seed: seed).map { image in
            var image = image
            image.pixels = .stored(
                image.pixels.unpacked, as: format(of: PixelFormat.readByDevices, &random),
                isTopDown: random.below(2) == 0, padding: 16 * random.below(3))
            return image
        }
    }

    /// Memory for the result of the kernel of a seed, in a random format.
    package static func storage(seed: UInt64, bounds: PixelRect) -> (pixels: PixelView, memory: StoredPixels) {
        var random = SeededGenerator(seed: seed &+ 222)
        return StoredPixels.view(bounds, format(of: PixelFormat.forDevices, &random), isTopDown: random.below(2) == 0)
    }

    private static func format(of formats: [PixelFormat], _ random: inout SeededGenerator) -> PixelFormat {
        formats[random.below(formats.count)]
    }
}

extension SamplerBinding {
    /// The image with pixels of four floats.
    package var unpacked: SamplerBinding {
        var copy = self
        copy.pixels = pixels.unpacked.view
        return copy
    }
}
