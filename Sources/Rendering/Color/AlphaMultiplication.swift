extension SIMD4<Float> {
    /// The pixel with its colour multiplied by alpha.
    @inline(__always) var premultiplied: SIMD4<Float> {
        var result = self * w
        result.w = w
        return result
    }

    /// The pixel with its colour divided by alpha; zero if alpha is 0.
    @inline(__always) var unpremultiplied: SIMD4<Float> {
        if w == 1 { return self }
        if w == 0 { return .zero }
        var result = self / w
        result.w = w
        return result
    }
}
