extension SIMD4<Float> {
    /// Colour multiplied by alpha.
    @inline(__always) var premultiplied: SIMD4<Float> {
        var result = self * w
        result.w = w
        return result
    }

    /// Colour divided by alpha; alpha 0 gives 0.
    @inline(__always) var unpremultiplied: SIMD4<Float> {
        if w == 1 { return self }
        if w == 0 { return .zero }
        var result = self / w
        result.w = w
        return result
    }
}
