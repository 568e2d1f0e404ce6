import Foundation

extension CIVector {
    /// Four numbers for a kernel's `vec4`: missing ones are 0, and those that aren't finite are `fallback`.
    func four(or fallback: CGFloat) -> CIVector {
        CIVector(
            x: x.finite(or: fallback), y: y.finite(or: fallback), z: z.finite(or: fallback), w: w.finite(or: fallback))
    }
}
