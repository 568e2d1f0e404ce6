import CoreImage
import Dispatch
import Foundation

/// A synthetic picture with the statistics of a photo: smooth at large scale, noisy at small scale, and identical on
/// every machine. Opaque 8-bit sRGB, rows from the top down.
final class BenchmarkPicture: @unchecked Sendable {
    let width: Int
    let height: Int
    /// RGBA; written once, before any other thread reads it.
    let pixels: Data

    var bytesPerRow: Int { width * 4 }
    var size: CGSize { CGSize(width: width, height: height) }
    var bounds: CGRect { CGRect(origin: .zero, size: size) }

    init(width: Int, height: Int) {
        (self.width, self.height) = (width, height)
        let memory = PictureMemory(byteCount: width * height * 4)
        let across = Self.waves(width)
        let along = Self.waves(height)
        DispatchQueue.concurrentPerform(iterations: height) { y in
            let row = memory.bytes + y * width * 4
            var noise = UInt32(truncatingIfNeeded: y) &* 2_654_435_761 &+ 1
            for x in 0..<width {
                let shape = across[x] &+ along[y]
                noise = noise &* 1_664_525 &+ 1_013_904_223
                // Noise for the three channels from different bits, in the range −4…3.
                let grain =
                    SIMD4<Int32>(
                        Int32(noise >> 29), Int32(noise >> 26 & 7), Int32(noise >> 23 & 7), 4) &- 4
                let color = (shape &+ grain).clamped(lowerBound: SIMD4(repeating: 0), upperBound: SIMD4(repeating: 255))
                for channel in 0..<3 {
                    row.storeBytes(of: UInt8(color[channel]), toByteOffset: x * 4 + channel, as: UInt8.self)
                }
                row.storeBytes(of: 255, toByteOffset: x * 4 + 3, as: UInt8.self)
            }
        }
        pixels = memory.data
    }

    /// Creates the picture at half opacity, with premultiplied colours.
    init(halfOf picture: BenchmarkPicture) {
        (width, height) = (picture.width, picture.height)
        let bytesPerRow = picture.bytesPerRow
        let rows = picture.height
        let memory = PictureMemory(byteCount: picture.pixels.count)
        picture.pixels.withUnsafeBytes { source in
            let bytes = UncheckedBytes(source)
            DispatchQueue.concurrentPerform(iterations: rows) { y in
                // Flipped vertically, so that it differs from the picture that it is composited over.
                let start = (rows - 1 - y) * bytesPerRow
                for index in 0..<bytesPerRow {
                    let value = (UInt32(bytes.bytes[start + index]) * 128 + 127) / 255
                    memory.bytes.storeBytes(of: UInt8(value), toByteOffset: y * bytesPerRow + index, as: UInt8.self)
                }
            }
        }
        pixels = memory.data
    }

    /// Returns a new image object each time, so that nothing cached for an earlier rendering is reused.
    func image() -> CIImage {
        CIImage(bitmapData: pixels, bytesPerRow: bytesPerRow, size: size, format: .RGBA8, colorSpace: .sRGBSpace)
    }

    /// Returns slow waves of colour along one side, with a mean of about 64.
    private static func waves(_ length: Int) -> [SIMD4<Int32>] {
        (0..<length).map { position in
            let t = Double(position)
            func wave(_ period: Double, _ phase: Double) -> Double { sin(2 * .pi * (t / period + phase)) }
            return SIMD4(
                Int32(64 + 34 * wave(1711, 0.1) + 16 * wave(97, 0.3) + 6 * wave(13, 0)),
                Int32(60 + 32 * wave(2203, 0.4) + 18 * wave(83, 0.6) + 5 * wave(11, 0)),
                Int32(56 + 36 * wave(1301, 0.7) + 14 * wave(61, 0.9) + 5 * wave(17, 0)), 0)
        }
    }

    private struct UncheckedBytes: @unchecked Sendable {
        let bytes: UnsafeRawBufferPointer
        init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }
    }
}

extension CGColorSpace {
    /// The sRGB colour space.
    static var sRGBSpace: CGColorSpace? { CGColorSpace(name: CGColorSpace.sRGB) }
}
