import Foundation
import ImageGraph
import KernelLanguage
import Pixels

/// Loads and stores of pixels in a format by kernels of a back end, against formulas.
package struct FormatTrial {
    /// Returns a kernel for images and a result of a layout.
    package typealias Prepare = (Program, KernelLayout) throws -> any PreparedKernel

    let format: PixelFormat
    let prepare: Prepare
    /// The place of red, green, blue and alpha among the channels in memory.
    private let places: [Int]

    private static let copy = "kernel vec4 k(__sample s) { return s; }"
    private static let width = 256

    /// Creates a trial of a format with four channels, or with red, or red and green.
    package init(_ format: PixelFormat, prepare: @escaping Prepare) {
        (self.format, self.prepare) = (format, prepare)
        places = format.layout == .bgra ? [2, 1, 0, 3] : Array(0..<format.layout.channelCount)
    }

    private var channelBits: Int { 8 * format.component.byteCount }

    private func bounds(pixelCount: Int) -> PixelRect {
        PixelRect(
            x: -11, y: -300, width: Self.width, height: (pixelCount + Self.width - 1) / Self.width)
    }

    private func run(_ image: PixelView, _ output: PixelView, _ region: PixelRect) throws {
        let binding = SamplerBinding(pixels: image, extent: image.bounds.cgRect)
        let layout = KernelLayout(describing: [binding], output: output.format)
        try prepare(kernel(Self.copy), layout).run(
            arguments: KernelArguments(components: [[]]), images: [binding], region: region, output: output)
    }

    /// Loads every value of a channel of at most 16 bits, in every channel, or many of 32 bits. If pixels share words,
    /// each value is in all places of a word. Returns how the results differ from the formulas.
    package func loads(isTopDown: Bool) throws -> [String] {
        let count = 1 << min(16, channelBits)
        let bounds = bounds(pixelCount: count * max(1, 4 / format.pixelStride))
        let image = StoredPixels.view(bounds, format, isTopDown: isTopDown).pixels
        func value(_ pixel: Int, _ channel: Int) -> UInt32 {
            let index = pixel + pixel / count
            let number = UInt32(truncatingIfNeeded: index * (2 * channel + 1) + 77 * channel)
            if channelBits == 32 { return number &* 0x9e37_79b1 }
            return number & UInt32(count - 1)
        }
        for pixel in 0..<bounds.area {
            let place = image.pixel(bounds.x + pixel % Self.width, bounds.y + pixel / Self.width)
            for channel in places.indices { set(value(pixel, channel), places[channel], of: place) }
        }
        let output = Raster(bounds: bounds)
        try run(image, output.view, bounds)
        var differences: [String] = []
        for pixel in 0..<bounds.area {
            let result = output[bounds.x + pixel % Self.width, bounds.y + pixel / Self.width]
            for channel in 0..<4 {
                let stored = value(pixel, channel)
                // What isn't stored is an opaque pixel's, without that colour.
                let missing: Float = channel == 3 ? 1 : 0
                let expected =
                    channel < places.count
                    ? ChannelFormulas.loaded(stored, format.component) : missing.bitPattern
                if result[channel].bitPattern == expected { continue }
                differences.append("\(stored) in channel \(channel): \(result[channel].bitPattern), not \(expected)")
            }
        }
        return Array(differences.prefix(5))
    }

    /// Stores many numbers in every channel. Returns how the bytes differ from the formulas, and from what they were
    /// where nothing is stored.
    package func stores(isTopDown: Bool) throws -> [String] {
        let numbers = ChannelFormulas.numbers(format.component)
        let region = bounds(pixelCount: numbers.count)
        let image = Raster(bounds: region)
        let (output, memory) = StoredPixels.view(region.outset(by: 2), format, isTopDown: isTopDown)
        let (expected, expectedMemory) = StoredPixels.view(region.outset(by: 2), format, isTopDown: isTopDown)
        for pixel in 0..<region.area {
            let (x, y) = (region.x + pixel % Self.width, region.y + pixel / Self.width)
            for channel in 0..<4 {
                let number = numbers[(pixel + 1009 * channel) % numbers.count]
                image[x, y][channel] = number
                set(
                    ChannelFormulas.stored(number, format.component), places[channel], of: expected.pixel(x, y))
            }
        }
        try run(image.view, output, region)
        let (bytes, expectedBytes) = (memory.bytes, expectedMemory.bytes)
        if bytes == expectedBytes { return [] }
        var differences: [String] = []
        for pixel in 0..<region.area where differences.count < 5 {
            let (x, y) = (region.x + pixel % Self.width, region.y + pixel / Self.width)
            for channel in 0..<4 {
                let (a, b) = (
                    value(places[channel], of: output.pixel(x, y)), value(places[channel], of: expected.pixel(x, y))
                )
                if a != b { differences.append("\(image[x, y][channel]) in channel \(channel): \(a), not \(b)") }
            }
        }
        return differences.isEmpty ? ["bytes beside the region"] : differences
    }

    // MARK: Channels in memory

    private func set(_ value: UInt32, _ place: Int, of pixel: UnsafeMutableRawPointer) {
        withUnsafeBytes(of: value.littleEndian) { bytes in
            let size = channelBits / 8
            (pixel + size * place).copyMemory(from: bytes.baseAddress!, byteCount: size)
        }
    }

    private func value(_ place: Int, of pixel: UnsafeMutableRawPointer) -> UInt32 {
        let size = channelBits / 8
        return (0..<size).reduce(0) { sum, byte in
            sum | UInt32(pixel.load(fromByteOffset: size * place + byte, as: UInt8.self)) << UInt32(8 * byte)
        }
    }
}
