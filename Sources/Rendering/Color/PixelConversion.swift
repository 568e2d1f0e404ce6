import Pixels

/// A colour conversion of unpremultiplied pixels.
struct PixelConversion: Sendable {
    let isIdentity: Bool

    init(from: CGColorSpace, to: CGColorSpace) throws {
        isIdentity = true
    }

    func apply(_ pixels: UnsafeMutableBufferPointer<SIMD4<Float>>) {}

    func apply(_ pixel: SIMD4<Float>) -> SIMD4<Float> { pixel }
}
