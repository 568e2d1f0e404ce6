import DeviceKernels
import ImageGraph
import KernelLanguage
import KernelTestSupport
import Pixels
import TestSupport

/// Copies between textures and bytes, and kernels that write coordinates.
enum TextureTrial {
    /// Returns random bytes.
    static func bytes(_ count: Int, seed: UInt64) -> [UInt8] {
        var random = SeededGenerator(seed: seed)
        return (0..<count).map { _ in UInt8(random.below(256)) }
    }

    /// Begins a reading, and returns the bytes of all pixels, from the top row down.
    static func read(_ texture: any DeviceTexture) throws -> [UInt8] {
        try copied(try texture.beginReading(), texture)
    }

    /// Returns the bytes of all pixels of an image, from the top row down.
    static func copied(_ image: DeviceImage, _ texture: any DeviceTexture) throws -> [UInt8] {
        let bytesPerRow = texture.width * texture.format.pixelStride
        let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: bytesPerRow * texture.height, alignment: 16)
        defer { bytes.deallocate() }
        bytes.initializeMemory(as: UInt8.self, repeating: 0xdd)
        var work = DeviceWork()
        let view = PixelView(
            topLeft: bytes.baseAddress!, bounds: texture.bounds, format: texture.format, bytesPerRow: bytesPerRow,
            keeping: nil)
        work.downloads = [DeviceWork.Copy(view, image, texture.bounds)]
        try texture.device.perform(work)
        return Array(bytes)
    }

    /// Writes the pixels of a region. `bytes` has those of all pixels, from the top row down.
    static func write(_ bytes: [UInt8], _ region: PixelRect, to texture: any DeviceTexture) throws {
        let image = try texture.beginWriting()
        var bytes = bytes
        try bytes.withUnsafeMutableBytes { bytes in
            var work = DeviceWork()
            let view = PixelView(
                topLeft: bytes.baseAddress!, bounds: texture.bounds, format: texture.format,
                bytesPerRow: texture.width * texture.format.pixelStride, keeping: nil)
            work.uploads = [DeviceWork.Copy(view, image, region)]
            try texture.device.perform(work)
        }
        try texture.endWriting(image, region)
    }

    /// Returns the bytes `old` of all pixels, from the top row down, where those of a region are replaced by `new`.
    static func replaced(
        _ old: [UInt8], _ new: [UInt8], _ region: PixelRect, in texture: any DeviceTexture
    ) -> [UInt8] {
        let (stride, row) = (texture.format.pixelStride, texture.width * texture.format.pixelStride)
        var result = old
        for y in region.y..<region.maxY {
            for byte in (region.x * stride)..<(region.maxX * stride) {
                let index = (texture.height - 1 - y) * row + byte
                result[index] = new[index]
            }
        }
        return result
    }

    /// Lets a kernel write its coordinates and half of what it reads to a region of a texture of floats.
    static func compute(reading source: any DeviceTexture, into target: any DeviceTexture, _ region: PixelRect) throws {
        let program = try kernel("kernel vec4 k(__sample s) { return vec4(destCoord(), s.r * 0.5, s.a); }")
        let (input, output) = (try source.beginReading(), try target.beginWriting())
        let blank = PixelView.stored(Raster(bounds: source.bounds), as: source.format, isTopDown: false)
        let images = [SamplerBinding(pixels: blank, extent: source.bounds.cgRect)]
        let layout = KernelLayout(describing: images, output: target.format)
        var work = DeviceWork()
        work.runs = [
            DeviceRun(
                try target.device.kernel(for: program, layout: layout), arguments: KernelArguments(components: [[]]),
                images: images, pixels: [input], region: region, output: output, stepBudget: 100)
        ]
        try target.device.perform(work)
        try target.endWriting(output, region)
    }

    /// Returns the floats of bytes.
    static func floats(_ bytes: [UInt8]) -> [Float] {
        bytes.withUnsafeBytes { bytes in
            (0..<bytes.count / 4).map { bytes.loadUnaligned(fromByteOffset: 4 * $0, as: Float.self) }
        }
    }
}
