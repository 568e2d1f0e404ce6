import CoreImageEssentials
import Foundation

/// Returns `3x² − 2x³` with x clamped to 0…1, like the kernel language's `smoothstep(0.0, 1.0, x)`. Round distortions
/// fade to their rim with it.
func smoothStep(_ x: CGFloat) -> CGFloat {
    let x = min(max(x, 0), 1)
    return x * x * (3 - 2 * x)
}
