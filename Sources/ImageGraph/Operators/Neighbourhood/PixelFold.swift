import Pixels

/// An operation that combines the pixels of a neighbourhood into one, component by component.
protocol PixelFold {
    /// Returns the combination of two pixels.
    static func combine(_ first: SIMD4<Float>, _ second: SIMD4<Float>) -> SIMD4<Float>
}

/// The sum of two pixels.
enum SumFold: PixelFold {
    @inline(__always)
    static func combine(_ first: SIMD4<Float>, _ second: SIMD4<Float>) -> SIMD4<Float> { first + second }
}

/// The larger value of each component.
enum LargestFold: PixelFold {
    @inline(__always)
    static func combine(_ first: SIMD4<Float>, _ second: SIMD4<Float>) -> SIMD4<Float> {
        first.replacing(with: second, where: second .> first)
    }
}

/// The smaller value of each component.
enum SmallestFold: PixelFold {
    @inline(__always)
    static func combine(_ first: SIMD4<Float>, _ second: SIMD4<Float>) -> SIMD4<Float> {
        first.replacing(with: second, where: second .< first)
    }
}
