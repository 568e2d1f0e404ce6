/// Bitmaps may have alpha in memory that is to be ignored: their format has alpha, but their alpha state is opaque.
extension PixelFormat {
    /// Whether alpha is stored but ignored.
    package func ignoresAlpha(_ alphaState: AlphaState) -> Bool { alphaState == .opaque && hasAlpha }

    /// Returns this format, or one without alpha if alpha is stored but ignored.
    package func withoutIgnoredAlpha(_ alphaState: AlphaState) -> PixelFormat {
        ignoresAlpha(alphaState) ? PixelFormat(.rgb, component) : self
    }

    /// Reads pixels like `unpack(_:count:into:)`, and replaces alpha that is ignored by 1.
    package func unpack(
        _ row: UnsafeRawPointer, count: Int, into pixels: UnsafeMutablePointer<SIMD4<Float>>, _ alphaState: AlphaState
    ) {
        unpack(row, count: count, into: pixels)
        if ignoresAlpha(alphaState) { for i in 0..<count { pixels[i].w = 1 } }
    }
}
