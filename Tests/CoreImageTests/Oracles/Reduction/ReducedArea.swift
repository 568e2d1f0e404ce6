import CoreImage
import Foundation

/// The pixels of an area, row by row from the lower left; transparent where the picture has none.
struct ReducedArea: Sendable {
    let x: Int
    let y: Int
    let width: Int
    let height: Int
    let pixels: [SIMD4<Float>]
    /// For each pixel, whether the picture has it.
    let isInside: [Bool]

    init(_ rect: CGRect, of picture: PixelGrid) {
        let rect = rect.isInfinite ? picture.bounds : rect.integral
        let (left, bottom) = (Int(rect.minX), Int(rect.minY))
        (x, y, width, height) = (left, bottom, Int(rect.width), Int(rect.height))
        var (pixels, isInside): ([SIMD4<Float>], [Bool]) = ([], [])
        for row in bottom..<Int(rect.maxY) {
            for column in left..<Int(rect.maxX) {
                pixels.append(picture[column, row])
                isInside.append(picture.bounds.contains(pixelCenter(column, row)))
            }
        }
        (self.pixels, self.isInside) = (pixels, isInside)
    }

    var count: Double { Double(pixels.count) }

    /// The sum of all pixels, or of those of one row or column.
    func sum(row: Int? = nil, column: Int? = nil) -> SIMD4<Double> {
        var sum = SIMD4<Double>.zero
        for (index, pixel) in pixels.enumerated() {
            if let row, index / width != row { continue }
            if let column, index % width != column { continue }
            sum += SIMD4<Double>(pixel)
        }
        return sum
    }

    /// Returns the values of a component, without NaN.
    func values(_ component: Int) -> [Float] { pixels.map { $0[component] }.filter { !$0.isNaN } }

    /// A value for each component.
    func each(_ value: (_ component: Int) -> Double) -> SIMD4<Double> {
        SIMD4(value(0), value(1), value(2), value(3))
    }

    /// Returns a histogram of each component. Each pixel adds its weight to the bin of its value.
    func bins(
        _ count: Int, value: (_ pixel: SIMD4<Float>, _ component: Int) -> Float,
        weight: (SIMD4<Float>) -> Double = { _ in 1 }
    ) -> [SIMD4<Double>] {
        var bins = [SIMD4<Double>](repeating: .zero, count: count)
        for pixel in pixels {
            for component in 0..<4 {
                let place = value(pixel, component) * Float(count)
                bins[place.isNaN ? 0 : Int(min(max(place, 0), Float(count - 1)))][component] += weight(pixel)
            }
        }
        return bins
    }

    /// Numbers below 0 and above 1, and pixels of all alphas, neither at the origin nor a whole number of blocks in
    /// size.
    static let noise = PixelGrid(x: -75, y: -57, width: 140, height: 110) { x, y in
        let alpha: Float = [1, 0, 0.5, 1, 0.25, 0.75, 1][abs(x * 3 + y * 5) % 7]
        func number(_ seed: Int) -> Float {
            Float((abs(x + 200) * 7919 + abs(y + 300) * 104_729 + seed * 31_337) % 997) / 997 * 2 - 0.4
        }
        return SIMD4(number(1), number(2), number(3), alpha) * (alpha == 0 && number(4) > 0 ? 0 : 1)
    }

    /// A small picture in which something isn't a number.
    static let gaps = PixelGrid(x: -3, y: -2, width: 6, height: 5) { x, y in
        if x == 1, y == 0 { return SIMD4(.nan, 0.5, -0.25, 0.5) }
        if x == -2, y == 2 { return SIMD4(0.5, .nan, 0.25, 0.25) }
        return SIMD4(Float(x + 4) / 8, Float(y + 3) / 8, 0.25, 1)
    }

    /// Areas of `noise`: all of it, a part, one that reaches outside, one with fractions of pixels, one pixel, one that
    /// lies outside, and an infinite one.
    static let rects = [
        CGRect(x: -75, y: -57, width: 140, height: 110), CGRect(x: -70, y: -50, width: 101, height: 71),
        CGRect(x: 40, y: 30, width: 50, height: 60), CGRect(x: -1.4, y: -1.2, width: 2.1, height: 2.9),
        CGRect(x: -75, y: 52, width: 1, height: 1), CGRect(x: 200, y: 200, width: 3, height: 2), CGRect.infinite,
    ]
}
