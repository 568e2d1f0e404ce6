import Foundation
import ImageGraph
import Pixels

/// Samples an image between pixel centres.
struct PixelSampler {
    private let raster: Raster
    private let interpolation: Interpolation
    /// Tolerance in pixels against rounding errors. Linear: a point closer than this to a pixel's centre returns
    /// exactly that pixel. Nearest: a point less than this below a pixel's lower edge belongs to that pixel.
    private let snap: Double
    /// Rectangle whose edge pixels are repeated outwards; nil if the outside is transparent.
    private let clamped: PixelRect?

    init(_ raster: Raster, interpolation: Interpolation, snap: Double, clampedTo clamped: PixelRect? = nil) {
        (self.raster, self.interpolation, self.snap, self.clamped) = (raster, interpolation, snap, clamped)
    }

    /// Returns the value at (`x`, `y`) in working space. Points that are not finite, or beyond `coordinateLimit`, are
    /// transparent.
    @inline(__always)
    func callAsFunction(_ x: Double, _ y: Double) -> SIMD4<Float> {
        let limit = Double(PixelRect.coordinateLimit)
        guard abs(x) < limit, abs(y) < limit else { return .zero }
        if interpolation == .nearest { return pixel(floor(x + snap), floor(y + snap)) }
        let (left, fractionX) = split(x - 0.5)
        let (bottom, fractionY) = split(y - 0.5)
        let bounds = raster.bounds
        if left >= bounds.x, bottom >= bounds.y, left + 1 < bounds.maxX, bottom + 1 < bounds.maxY, fractionX != 0,
            fractionY != 0
        {
            let low = raster.row(bottom) + (left - bounds.x)
            let high = low + raster.stride
            return mix(mix(low[0], low[1], fractionX), mix(high[0], high[1], fractionX), fractionY)
        }
        // A pixel with weight zero must not be read, because zero times NaN is NaN.
        let low = fractionX == 0 ? pixel(left, bottom) : mix(pixel(left, bottom), pixel(left + 1, bottom), fractionX)
        if fractionY == 0 { return low }
        let high =
            fractionX == 0
            ? pixel(left, bottom + 1) : mix(pixel(left, bottom + 1), pixel(left + 1, bottom + 1), fractionX)
        return mix(low, high, fractionY)
    }

    @inline(__always)
    private func mix(_ a: SIMD4<Float>, _ b: SIMD4<Float>, _ fraction: Float) -> SIMD4<Float> {
        a * (1 - fraction) + b * fraction
    }

    @inline(__always)
    private func split(_ value: Double) -> (Int, Float) {
        let whole = floor(value)
        let fraction = value - Double(whole)
        if fraction < snap { return (whole, 0) }
        return fraction > 1 - snap ? (whole + 1, 0) : (whole, Float(fraction))
    }

    /// Truncation is one instruction on every CPU, while rounding down is a function call on older ones.
    @inline(__always)
    private func floor(_ value: Double) -> Int {
        let whole = Int(value)
        return Double(whole) > value ? whole - 1 : whole
    }

    @inline(__always)
    private func pixel(_ x: Int, _ y: Int) -> SIMD4<Float> {
        guard let clamped else { return raster[x, y] }
        return raster[min(max(x, clamped.x), clamped.maxX - 1), min(max(y, clamped.y), clamped.maxY - 1)]
    }
}

extension Raster {
    /// Fills this raster with `source`, sampled at points that `inverse` maps from this raster's coordinates to the
    /// source's.
    func sample(_ source: Raster, through inverse: CGAffineTransform, interpolation: Interpolation) {
        let sampler = PixelSampler(source, interpolation: interpolation, snap: 1.0 / 65536)
        for y in bounds.y..<bounds.maxY {
            let target = row(y)
            // Positions are computed from the pixel's own coordinates, not incrementally, because tiles must agree to
            // the last bit.
            let centerY = Double(y) + 0.5
            let startX = inverse.c * centerY + inverse.tx
            let startY = inverse.d * centerY + inverse.ty
            for column in 0..<bounds.width {
                let centerX = Double(bounds.x + column) + 0.5
                target[column] = sampler(inverse.a * centerX + startX, inverse.b * centerX + startY)
            }
        }
    }
}
