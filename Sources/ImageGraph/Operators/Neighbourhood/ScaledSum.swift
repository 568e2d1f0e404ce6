import Foundation
import Pixels

/// A weighted sum of copies of an image, each scaled about the same point.
///
/// `out(p) = Σ weight · in(c + (p − c) · scale)` over a list of taps. Pixels are interpolated bilinearly. As for
/// samplers of kernels, a position less than 2⁻¹⁰ pixels from a pixel's centre is that centre. All four components are
/// treated alike. The input is transparent outside of its extent.
package struct ScaledSum: NativeOperator {
    /// One copy of the image.
    package struct Tap: Sendable, Hashable {
        /// The factor from a pixel's distance from the centre to the distance at which the input is read; above 0.
        package var scale: Double
        /// The copy's weight.
        package var weight: Float

        /// Creates a tap.
        package init(scale: Double, weight: Float) { (self.scale, self.weight) = (scale, weight) }
    }

    /// Name for descriptions and error messages.
    package let name: String
    /// The image to add up.
    package let input: ImageNode
    /// The point that all copies have in common, in working space.
    package let center: CGPoint
    /// The copies, in the order in which they are added.
    package let taps: [Tap]

    /// Creates a sum of at least one tap. All scales must be positive and finite.
    package init(name: String, input: ImageNode, center: CGPoint, taps: [Tap]) {
        precondition(
            !taps.isEmpty && taps.allSatisfy { $0.scale > 0 && $0.scale.isFinite }, "scales must be positive and finite"
        )
        (self.name, self.input, self.center, self.taps) = (name, input, center, taps)
    }

    /// The image to add up.
    package var inputs: [ImageNode] { [input] }
    /// Returns the same sum of another image.
    package func replacingInputs(by images: [ImageNode]) -> any NativeOperator {
        ScaledSum(name: name, input: images[0], center: center, taps: taps)
    }
    /// One step for each tap.
    package var workPerPixel: Double { Double(taps.count) }
    /// The centre and the taps.
    package var identity: AnyHashable? { Identity(x: center.x, y: center.y, taps: taps) }
    private struct Identity: Hashable {
        let x: CGFloat
        let y: CGFloat
        let taps: [Tap]
    }

    // Up to this distance in pixels, the margins of tiles are small.
    private static let nearby = 16.0

    /// Whether pixels at the image's edge are read from farther away than a few pixels.
    package var storesInputs: Bool {
        let extent = input.extent
        if extent.isInfinite || extent.isNull { return extent.isInfinite }
        let far = max(
            abs(extent.minX - center.x), abs(extent.maxX - center.x), abs(extent.minY - center.y),
            abs(extent.maxY - center.y))
        return taps.contains { abs(1 - $0.scale) * far > Self.nearby }
    }

    /// Returns the pixels between which `output`'s are interpolated.
    package func regionOfInterest(ofInput index: Int, for output: CGRect) -> CGRect {
        if output.isNull || output.isInfinite { return output }
        let part = PixelRect(enclosing: output)
        if part.isEmpty { return .null }
        var result = CGRect.null
        for tap in taps {
            let (left, right) = (position(part.x, center.x, tap), position(part.maxX - 1, center.x, tap))
            let (bottom, top) = (position(part.y, center.y, tap), position(part.maxY - 1, center.y, tap))
            let (x, y) = (left.rounded(.down), bottom.rounded(.down))
            result = result.union(
                CGRect(x: x, y: y, width: right.rounded(.down) + 2 - x, height: top.rounded(.down) + 2 - y))
        }
        return result
    }

    // Half the width of the range around a pixel's centre that counts as the centre.
    private static let slack = 0x1p-10

    /// Returns the place in the input of an output column or row, in pixels from the centre of pixel 0, plus `slack`.
    @inline(__always)
    private func position(_ place: Int, _ middle: CGFloat, _ tap: Tap) -> Double {
        middle + (Double(place) + 0.5 - middle) * tap.scale - 0.5 + Self.slack
    }

    /// Computes `region`. Copies are added in the order of the taps, so that a pixel doesn't depend on the region.
    package func render(inputs: [Raster], region: PixelRect, into output: Raster) throws {
        guard let image = inputs.first, !image.bounds.isEmpty else { return output.fill(region, with: .zero) }
        let read = PixelRect(enclosing: regionOfInterest(ofInput: 0, for: region.cgRect))
        // Positions outside of this rectangle are moved to its edge, where everything is transparent.
        let limits = image.bounds.outset(by: 2)
        let whole = image.covering(read.intersection(limits))
        guard !whole.bounds.intersection(image.bounds).isEmpty else { return output.fill(region, with: .zero) }
        let meter = WorkMeter.current
        let width = region.width
        let columns = taps.flatMap { tap in
            (region.x..<region.maxX).map { place($0, center.x, tap, limits.x..<limits.maxX, whole.bounds.x) }
        }
        try columns.withUnsafeBufferPointer { columns in
            try withUnsafeTemporaryAllocation(of: SIMD4<Float>.self, capacity: whole.bounds.width) { line in
                guard let places = columns.baseAddress, let line = line.baseAddress else { return }
                for y in region.y..<region.maxY {
                    try meter?.check()
                    let target = output.row(y) + (region.x - output.bounds.x)
                    target.update(repeating: .zero, count: width)
                    for (index, tap) in taps.enumerated() {
                        let row = place(y, center.y, tap, limits.y..<limits.maxY, whole.bounds.y)
                        let places = places + index * width
                        let first = places[0].first
                        Self.mix(
                            UnsafePointer(whole.pixels) + (row.first * whole.stride + first), whole.stride, row.share,
                            weight: tap.weight, into: line, count: places[width - 1].first + 2 - first)
                        Self.add(line - first, places, to: target, count: width)
                    }
                }
            }
        }
    }

    /// A column or row of the input, and the share of the next one.
    struct Place {
        let first: Int
        let share: Float
    }

    /// Returns the place in the input of an output column or row, moved into `limits` and counted from `origin`.
    func place(
        _ place: Int, _ middle: CGFloat, _ tap: Tap, _ limits: Range<Int>, _ origin: Int
    ) -> Place {
        let position = position(place, middle, tap)
        let held = min(max(position, Double(limits.lowerBound)), Double(limits.upperBound - 2))
        let first = held.rounded(.down)
        let share = held - first - Self.slack
        return Place(first: Int(first) - origin, share: share <= Self.slack ? 0 : Float(share))
    }

    /// Interpolates between two rows, and multiplies by a weight.
    @inline(__always)
    private static func mix(
        _ row: UnsafePointer<SIMD4<Float>>, _ stride: Int, _ share: Float, weight: Float,
        into line: UnsafeMutablePointer<SIMD4<Float>>, count: Int
    ) {
        if share == 0 {
            for x in 0..<count { line[x] = row[x] * weight }
        } else {
            let next = row + stride
            for x in 0..<count {
                let pixel = row[x]
                line[x] = (pixel + (next[x] - pixel) * share) * weight
            }
        }
    }

    /// Interpolates between the pixels of a row, and adds the results to `target`.
    @inline(__always)
    private static func add(
        _ line: UnsafeMutablePointer<SIMD4<Float>>, _ places: UnsafePointer<Place>,
        to target: UnsafeMutablePointer<SIMD4<Float>>, count: Int
    ) {
        for x in 0..<count {
            let place = places[x]
            let pixel = line[place.first]
            target[x] += pixel + (line[place.first + 1] - pixel) * place.share
        }
    }
}
