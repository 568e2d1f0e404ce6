import Foundation
import Pixels

/// Enlarges a small image with weights that depend on the distance and on the difference of lumas.
///
/// `out(p) = Σ s(q) · max(e^(−|q − p′|² · a) − end, 0) · max(e^(−(l(q) − L(p))² · b), 10⁻¹²) / Σ weights`, over the
/// pixels q of the small image s whose centres are within `reach` of p′ along each axis. p′ is p in the small image, l
/// its lumas, and L those of the large one, which are the first components of two further images. A pixel of weight 0
/// is ignored, whatever it contains. Without any weight, the result is transparent.
package struct JointBilateralUpsampling: NativeOperator {
    /// The numbers in the formula.
    package struct Settings: Sendable, Hashable {
        /// The factors and offsets from the large image's coordinates to the small image's.
        package var scale: SIMD2<Double>, offset: SIMD2<Double>
        /// The pixels of the small image.
        package var bounds: PixelRect
        /// The exponents' factors `a` for distances and `b` for lumas.
        package var distanceFalloff: Float, lumaFalloff: Float
        /// The distance along an axis, in pixels of the small image, up to which pixels count.
        package var reach: Double
        /// The spatial weight at the end of the reach.
        package var end: Float

        /// Creates settings.
        package init(
            scale: SIMD2<Double>, offset: SIMD2<Double>, bounds: PixelRect, distanceFalloff: Float, lumaFalloff: Float,
            reach: Double, end: Float
        ) {
            (self.scale, self.offset, self.bounds) = (scale, offset, bounds)
            (self.distanceFalloff, self.lumaFalloff, self.reach, self.end) = (distanceFalloff, lumaFalloff, reach, end)
        }
    }

    /// Name for descriptions and error messages.
    package let name = "joint bilateral upsampling"
    /// The small image, its lumas and the large image's lumas.
    package let inputs: [ImageNode]
    /// The numbers in the formula.
    package let settings: Settings

    /// Creates an operator that enlarges `small`.
    package init(small: ImageNode, lumas: ImageNode, guide: ImageNode, settings: Settings) {
        (inputs, self.settings) = ([small, lumas, guide], settings)
    }

    /// Returns the same operator on other images.
    package func replacingInputs(by images: [ImageNode]) -> any NativeOperator {
        JointBilateralUpsampling(small: images[0], lumas: images[1], guide: images[2], settings: settings)
    }
    /// One step for each pixel of the small image that is within reach of one of its corners.
    package var workPerPixel: Double {
        let (width, height) = (Double(settings.bounds.width), Double(settings.bounds.height))
        return max(1, min(settings.reach, width) * min(settings.reach, height))
    }
    /// The settings.
    package var identity: AnyHashable? { settings }

    /// Returns `output` in the large image, and the pixels within reach in the small ones.
    package func regionOfInterest(ofInput index: Int, for output: CGRect) -> CGRect {
        if index == 2 || output.isNull || output.isInfinite { return output }
        let part = PixelRect(enclosing: output)
        let read = part.isEmpty ? .empty : reach(of: part)
        return read.isEmpty ? .null : read.cgRect
    }

    /// Returns the place in the small image of an output column (`axis` 0) or row (1).
    func place(_ pixel: Int, _ axis: Int) -> Double {
        (Double(pixel) + 0.5) * settings.scale[axis] + settings.offset[axis]
    }
    /// Returns the first column or row of the small image within reach of an output column or row.
    func first(_ pixel: Int, _ axis: Int) -> Int { Self.whole(place(pixel, axis) - settings.reach + 0.5) }
    /// Returns the column or row after the last one within reach.
    func end(_ pixel: Int, _ axis: Int) -> Int { Self.whole(place(pixel, axis) + settings.reach + 0.5) }

    private static func whole(_ place: Double) -> Int {
        let limit = Double(PixelRect.coordinateLimit)
        return place.isNaN ? 0 : Int(min(max(place, -limit), limit).rounded(.down))
    }

    /// Returns the pixels of the small image within reach of a part of the result.
    package func reach(of part: PixelRect) -> PixelRect {
        let (left, bottom) = (first(part.x, 0), first(part.y, 1))
        let (right, top) = (end(part.maxX - 1, 0), end(part.maxY - 1, 1))
        return PixelRect(x: left, y: bottom, width: right - left, height: top - bottom)
            .intersection(settings.bounds)
    }

    /// Computes `region`. A pixel's products are always added in the same order, so it doesn't depend on the region.
    package func render(inputs: [Raster], region: PixelRect, into output: Raster) throws {
        var read = region.isEmpty ? .empty : reach(of: region)
        if read.isEmpty { return output.fill(region, with: .zero) }
        let (small, guide) = (inputs[0].covering(read), inputs[2].covering(region))
        // The last vector of a row may start at any column.
        read.width += 3
        let lumas = firstComponents(of: inputs[1], read)
        let columns = SpatialWeights(region.x..<region.maxX, 0, self)
        let rows = SpatialWeights(region.y..<region.maxY, 1, self)
        let capacity = columns.vectors * (rows.lines.map(\.count).max() ?? 0)
        let meter = WorkMeter.current
        try withUnsafeTemporaryAllocation(of: SIMD4<Float>.self, capacity: max(1, capacity)) { weights in
            try lumas.withUnsafeBufferPointer { lumas in
                guard let weights = weights.baseAddress, let lumas = lumas.baseAddress else { return }
                for (index, y) in (region.y..<region.maxY).enumerated() {
                    try meter?.check()
                    let line = rows.lines[index]
                    let start = (line.lowerBound - read.y) * read.width - read.x
                    let target = output.row(y) + (region.x - output.bounds.x)
                    if line.isEmpty {
                        target.update(repeating: .zero, count: region.width)
                        continue
                    }
                    mean(
                        Neighbours(
                            pixels: UnsafePointer(small.row(line.lowerBound)) - small.bounds.x, stride: small.stride,
                            lumas: lumas + start, lumaStride: read.width, rows: line.count),
                        columns, rows.values(index), guide.row(y) + (region.x - guide.bounds.x), weights, target)
                }
            }
        }
    }

    /// The rows of the small image within reach of an output row, from the lowest on. Column 0 is that of the image.
    private struct Neighbours {
        let pixels: UnsafePointer<SIMD4<Float>>
        let stride: Int
        let lumas: UnsafePointer<Float>
        let lumaStride: Int
        let rows: Int
    }

    /// Computes an output row.
    ///
    /// All weights of a pixel are computed first, in vectors of neighbours.
    private func mean(
        _ image: Neighbours, _ columns: SpatialWeights, _ upwards: [Float], _ levels: UnsafePointer<SIMD4<Float>>,
        _ weights: UnsafeMutablePointer<SIMD4<Float>>, _ target: UnsafeMutablePointer<SIMD4<Float>>
    ) {
        let vectors = columns.vectors
        columns.values.withUnsafeBufferPointer { values in
            for (x, part) in columns.lines.enumerated() {
                let level = levels[x].x
                var total = SIMD4<Float>.zero
                for row in 0..<image.rows {
                    let lumas = UnsafeRawPointer(image.lumas + (row * image.lumaStride + part.lowerBound))
                    let upwards = upwards[row]
                    for i in 0..<(part.count + 3) / 4 {
                        let luma = lumas.loadUnaligned(fromByteOffset: 16 * i, as: SIMD4<Float>.self)
                        let weight = weight(values[x * vectors + i] * upwards, luma - level)
                        total += weight
                        weights[row * vectors + i] = weight
                    }
                }
                var sum = SIMD4<Float>.zero
                for row in 0..<image.rows {
                    let pixels = image.pixels + (row * image.stride + part.lowerBound)
                    let weights = UnsafeRawPointer(weights + row * vectors)
                    for i in 0..<part.count {
                        let weight = weights.loadUnaligned(fromByteOffset: 4 * i, as: Float.self)
                        if weight > 0 { sum += pixels[i] * weight }
                    }
                }
                let whole = total.sum()
                target[x] = whole > 0 ? sum / whole : .zero
            }
        }
    }

    /// Returns the weights of four pixels from the products of their weights along both axes and the differences of
    /// their lumas.
    @inline(__always)
    private func weight(_ near: SIMD4<Float>, _ difference: SIMD4<Float>) -> SIMD4<Float> {
        let inside = near - settings.end
        // e^x = 2^(x · log₂ e)
        let alike = (difference * difference * (-settings.lumaFalloff * 1.442695)).powersOfTwo
        return inside.raised(to: 0) * alike.raised(to: 1e-12)
    }

    /// Returns the first components of the pixels in `part`, row by row, 0 outside of the image.
    package func firstComponents(of image: Raster, _ part: PixelRect) -> [Float] {
        var result = [Float](repeating: 0, count: part.area)
        let known = part.intersection(image.bounds)
        for y in known.y..<known.maxY {
            let row = image.row(y) + (known.x - image.bounds.x)
            let start = (y - part.y) * part.width + known.x - part.x
            for x in 0..<known.width { result[start + x] = row[x].x }
        }
        return result
    }
}
