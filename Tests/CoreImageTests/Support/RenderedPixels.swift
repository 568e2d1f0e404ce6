import CoreImage
import Foundation
import Testing

/// Pixels of a rendered rectangle, addressed in working space.
struct RenderedPixels {
    let x: Int
    let y: Int
    let width: Int
    let height: Int
    private let rows: [SIMD4<Float>]

    /// Renders `rect` as floats: in `space`, or in the working space's numbers when nil.
    init(
        _ image: CIImage, _ rect: CGRect, in context: CIContext = CIContext(), space: CGColorSpace? = nil,
        format: CIFormat = .RGBAf
    ) throws {
        (x, y) = (Int(rect.minX), Int(rect.minY))
        (width, height) = (Int(rect.width), Int(rect.height))
        var pixels = [SIMD4<Float>](repeating: SIMD4(repeating: -7), count: width * height)
        let rowBytes = width * 16
        try pixels.withUnsafeMutableBytes { bytes in
            let start = try #require(bytes.baseAddress)
            try context.renderBitmap(
                image, to: start, rowBytes: rowBytes, bounds: rect, format: format, colorSpace: space)
        }
        rows = pixels
    }

    /// The pixel at (x, y); the bitmap's first row is the highest.
    subscript(px: Int, py: Int) -> SIMD4<Float> { rows[(height - 1 - (py - y)) * width + (px - x)] }

    /// Every pixel, the lowest row first.
    var all: [SIMD4<Float>] {
        var pixels: [SIMD4<Float>] = []
        pixels.reserveCapacity(rows.count)
        for row in (0..<height).reversed() { pixels += rows[row * width..<(row + 1) * width] }
        return pixels
    }
}

/// The bits of a part of an image as rendered without colour management.
func pixelBits(_ image: CIImage, _ rect: CGRect) throws -> [UInt32] {
    try RenderedPixels(image, rect).all.withUnsafeBytes { Array($0.bindMemory(to: UInt32.self)) }
}

/// Whether two colours differ by no more than `tolerance` in any component.
func isClose(_ a: SIMD4<Float>, _ b: SIMD4<Float>, _ tolerance: Float = 1e-5) -> Bool {
    maximumDifference(a, b) <= tolerance
}

/// An image of float pixels without colour management: `value(x, y)` at each pixel of working space.
func makePicture(_ width: Int, _ height: Int, _ value: (_ x: Int, _ y: Int) -> SIMD4<Float>) -> CIImage {
    var pixels: [SIMD4<Float>] = []
    for y in (0..<height).reversed() {
        for x in 0..<width { pixels.append(value(x, y)) }
    }
    let data = pixels.withUnsafeBytes { Data($0) }
    return CIImage(
        bitmapData: data, bytesPerRow: 16 * width, size: CGSize(width: width, height: height), format: .RGBAf,
        colorSpace: nil)
}

/// The space with a built-in name.
func namedColorSpace(_ name: String) throws -> CGColorSpace { try #require(CGColorSpace(name: name)) }
