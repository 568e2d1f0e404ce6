/// A 3 × 3 matrix in double precision, stored by columns. Colour-space arithmetic uses it, and rounds to float only at
/// the end.
package struct Matrix3: Hashable, Sendable {
    package var c0: SIMD3<Double>
    package var c1: SIMD3<Double>
    package var c2: SIMD3<Double>

    static let identity = Matrix3(columns: [1, 0, 0], [0, 1, 0], [0, 0, 1])

    init(columns c0: SIMD3<Double>, _ c1: SIMD3<Double>, _ c2: SIMD3<Double>) {
        (self.c0, self.c1, self.c2) = (c0, c1, c2)
    }

    init(rows r0: SIMD3<Double>, _ r1: SIMD3<Double>, _ r2: SIMD3<Double>) {
        self.init(columns: [r0.x, r1.x, r2.x], [r0.y, r1.y, r2.y], [r0.z, r1.z, r2.z])
    }

    init(diagonal d: SIMD3<Double>) { self.init(columns: [d.x, 0, 0], [0, d.y, 0], [0, 0, d.z]) }

    static func * (m: Matrix3, v: SIMD3<Double>) -> SIMD3<Double> {
        m.c0 * v.x + m.c1 * v.y + m.c2 * v.z
    }

    static func * (a: Matrix3, b: Matrix3) -> Matrix3 {
        Matrix3(columns: a * b.c0, a * b.c1, a * b.c2)
    }

    /// The inverse, computed from cofactors; nil if the determinant is zero or not finite.
    var inverse: Matrix3? {
        let r0 = cross(c1, c2)
        let r1 = cross(c2, c0)
        let r2 = cross(c0, c1)
        let determinant = (c0 * r0).sum()
        guard determinant != 0, determinant.isFinite else { return nil }
        return Matrix3(rows: r0 / determinant, r1 / determinant, r2 / determinant)
    }

    /// Returns the largest difference between entries of the two matrices.
    func distance(to other: Matrix3) -> Double {
        [c0 - other.c0, c1 - other.c1, c2 - other.c2]
            .map { max(abs($0.x), abs($0.y), abs($0.z)) }.max() ?? 0
    }
}

private func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
    [a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x]
}
