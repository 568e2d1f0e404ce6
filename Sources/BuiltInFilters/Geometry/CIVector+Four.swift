import CoreImageEssentials
import Foundation

extension CIVector {
    /// Returns four numbers for a kernel's `vec4`. Missing ones are 0, and those that aren't finite are `fallback`.
    func four(or fallback: CGFloat) -> CIVector {
        CIVector(
            x: x.finite(or: fallback), y: y.finite(or: fallback), z: z.finite(or: fallback), w: w.finite(or: fallback))
    }
}
