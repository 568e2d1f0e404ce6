import Pixels

/// How pixels of a neighbourhood become one, component by component.
protocol PixelFold {
    /// Two pixels as one.
    static func combine(_ first: SIMD4<Float>, _ second: SIMD4<Float>) -> SIMD4<Float>
}

/// The sum.
enum SumFold: PixelFold {
    @inline(__always)
    static func combine(_ first: SIMD4<Float>, _ second: SIMD4<Float>) -> SIMD4<Float> { first + second }
}

/// The larger of two.
enum LargestFold: PixelFold {
    @inline(__always)
    static func combine(_ first: SIMD4<Float>, _ second: SIMD4<Float>) -> SIMD4<Float> {
        first.replacing(with: second, where: second .> first)
    }
}

/// The smaller of two.
enum SmallestFold: PixelFold {
    @inline(__always)
    static func combine(_ first: SIMD4<Float>, _ second: SIMD4<Float>) -> SIMD4<Float> {
        first.replacing(with: second, where: second .< first)
    }
}

/// Which of a neighbourhood's values a pixel gets, for each component by itself.
public enum Extremum: String, Sendable, Hashable {
    /// The largest.
    case maximum
    /// The smallest.
    case minimum
}
