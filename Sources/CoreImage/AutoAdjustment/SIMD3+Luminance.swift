extension SIMD3 where Scalar: BinaryFloatingPoint {
    /// The relative luminance of a linear colour (Rec. 709).
    var luminance: Scalar { 0.2126 * x + 0.7152 * y + 0.0722 * z }
}
