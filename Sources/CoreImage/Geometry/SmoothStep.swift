import Foundation

/// `3x² − 2x³` for x within 0…1, which is what the kernel language's `smoothstep(0.0, 1.0, x)` is: how round distortions fade towards their rim.
func smoothStep(_ x: CGFloat) -> CGFloat {
    let x = min(max(x, 0), 1)
    return x * x * (3 - 2 * x)
}
