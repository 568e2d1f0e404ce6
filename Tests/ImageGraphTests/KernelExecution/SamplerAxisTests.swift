import Foundation
import Pixels
import TestSupport
import Testing

@testable import ImageGraph

/// Compares the pixel index and the fraction for a coordinate with the definition in exact arithmetic.
@Suite struct SamplerAxisTests {
    private static func axis(_ first: Int, _ wrap: WrapMode, _ interpolation: Interpolation) -> SamplerAxis {
        let bounds = PixelRect(x: first, y: 0, width: 1000, height: 1)
        // The pixels are never read.
        let view = PixelView(
            bounds: bounds, format: .RGBA8, base: UnsafeMutableRawPointer.allocate(byteCount: 4, alignment: 4),
            bytesPerRow: 4000, keeping: nil)
        defer { view.pixel(first, 0).deallocate() }
        let binding = SamplerBinding(
            pixels: view, extent: bounds.cgRect, interpolation: interpolation, wrap: wrap)
        return SamplerGeometry(binding).horizontal
    }

    /// Pixel indices and fractions have an error of at most 2⁻²³ pixel, wherever the image lies, and none at centres.
    @Test(arguments: [0, -5, 1 << 20, -(1 << 29), 1 << 39]) func isAccurate(first: Int) {
        let axis = Self.axis(first, .transparent, .linear)
        var random = SeededGenerator(seed: UInt64(bitPattern: Int64(first)))
        for _ in 0..<20_000 {
            let coordinate = Double(first) + Double.random(in: 1..<999, using: &random)
            let (place, fraction) = axis.locate(coordinate)
            // Exact: the first pixel is a whole number and the coordinate near it.
            let position = coordinate - Double(first) - 0.5
            let distance = position - position.rounded()
            // At the very bound of 1/1024 either is right.
            if abs(distance) < 1.0 / 1024 - 0x1p-22 {
                #expect(Double(place) == position.rounded() && fraction == 0, "\(coordinate)")
            } else if abs(distance) > 1.0 / 1024 + 0x1p-22 {
                #expect(Double(place) == position.rounded(.down), "\(coordinate)")
                #expect(abs(Double(place) + Double(fraction) - position) <= 0x1p-23, "\(coordinate)")
            }
        }
        for pixel in 0..<1000 {
            let (place, fraction) = axis.locate(Double(first + pixel) + 0.5)
            #expect(place == pixel && fraction == 0)
        }
    }

    /// Fractions don't depend on the part of the image in memory, which differs from tile to tile.
    @Test func doesNotDependOnWhatIsReadable() {
        let (whole, part) = (Self.axis(0, .transparent, .linear), Self.axis(333, .transparent, .linear))
        var random = SeededGenerator(seed: 1)
        for _ in 0..<20_000 {
            let coordinate = Double.random(in: 334..<999, using: &random)
            let (a, b) = (whole.locate(coordinate), part.locate(coordinate))
            #expect(a.place == b.place + 333 && a.fraction == b.fraction, "\(coordinate)")
        }
    }

    /// With clamping, every finite coordinate is mapped to a pixel. Other coordinates aren't.
    @Test(arguments: [Interpolation.linear, .nearest]) func endsAtTheEdges(interpolation: Interpolation) {
        let clamped = Self.axis(7, .clamp, interpolation)
        for (coordinate, place) in [(-1e300, 0), (7.0, 0), (7.5, 0), (1006.5, 999), (1007, 999), (1e300, 999)] {
            let found = clamped.locate(coordinate)
            #expect(found.place == place && found.fraction == 0, "\(coordinate)")
        }
        let open = Self.axis(7, .transparent, interpolation)
        for odd in [Double.nan, .infinity, -.infinity] {
            for axis in [clamped, open] {
                let place = axis.locate(odd).place
                #expect(place < -1 || place > 1000, "\(odd)")
            }
        }
    }
}
