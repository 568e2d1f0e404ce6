import Foundation
import TestSupport
import Testing

/// Functions of whole vectors, matrices, colours and ints, against formulas in double precision.
@Suite struct VectorFunctionTests {
    private func check(
        _ expression: String, tolerance: Float = 0x1p-18, over rows: [FunctionProbe.Row] = FunctionProbe.plainRows,
        _ formula: ([Double], [Double], [Double]) -> [Double?]
    ) throws {
        let failures = try FunctionProbe.failures(expression, over: rows, tolerance: tolerance) { row in
            let operands = [row.a, row.b, row.c].map { vector in (0..<4).map { Double(vector[$0]) } }
            return formula(operands[0], operands[1], operands[2]).map { $0.map { Float($0) } }
        }
        #expect(failures.isEmpty, "\(failures.prefix(3))")
    }

    private func dot(_ a: [Double], _ b: [Double]) -> Double { zip(a, b).reduce(0) { $0 + $1.0 * $1.1 } }
    private func length(_ a: [Double]) -> Double { dot(a, a).squareRoot() }
    private func cross(_ a: [Double], _ b: [Double]) -> [Double] {
        [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
    }

    @Test func products() throws {
        try check("vec4(dot(a.x, b.x), dot(a.xy, b.xy), dot(a.xyz, b.xyz), dot(a, b))") { a, b, _ in
            (1...4).map { self.dot(Array(a.prefix($0)), Array(b.prefix($0))) }
        }
        try check("vec4(cross(a.xyz, b.xyz), 0.0)") { a, b, _ in self.cross(a, b) + [0] }
        try check("vec4(length(a.x), length(a.xy), length(a.xyz), length(a))") { a, _, _ in
            (1...4).map { self.length(Array(a.prefix($0))) }
        }
        try check("vec4(distance(a.x, b.x), distance(a.xy, b.xy), distance(a.xyz, b.xyz), distance(a, b))") { a, b, _ in
            let difference = (0..<4).map { a[$0] - b[$0] }
            return (1...4).map { self.length(Array(difference.prefix($0))) }
        }
    }

    @Test func directions() throws {
        try check("normalize(a)") { a, _, _ in a.map { $0 / self.length(a) } }
        try check("vec4(normalize(a.xyz), normalize(a.w))") { a, _, _ in
            let l = self.length(Array(a.prefix(3)))
            return a.prefix(3).map { $0 / l } + [a[3] == 0 ? 0 : a[3] < 0 ? -1 : 1]
        }
        try check("faceforward(a, b, c)") { a, b, c in a.map { self.dot(c, b) < 0 ? $0 : -$0 } }
        try check("reflect(a, b)", tolerance: 0x1p-14) { a, b, _ in (0..<4).map { a[$0] - 2 * self.dot(b, a) * b[$0] } }
        // refract expects vectors of about unit length. With longer ones, its formula loses precision by cancellation.
        let short = FunctionProbe.plainRows.map { row in
            FunctionProbe.Row(a: row.a * 0.1, b: row.b * 0.1, c: row.c)
        }.filter { $0.b.max() < 1.5 && $0.b.min() > -1.5 }
        for eta in [0.5, 1.0, 1.5] {
            try check("refract(a, b, \(eta))", tolerance: 0x1p-12, over: short) { i, n, _ in
                let d = self.dot(n, i)
                let k = 1 - eta * eta * (1 - d * d)
                // Where rounding decides about total reflection, either is right.
                if abs(k) < 1e-4 { return [nil, nil, nil, nil] }
                return (0..<4).map { k < 0 ? 0 : eta * i[$0] - (eta * d + k.squareRoot()) * n[$0] }
            }
        }
    }

    @Test func matrices() throws {
        // Columns: m = (a.xy, b.xy), n = (c.xy, c.zw).
        try check("vec4(mat2(a.xy, b.xy) * c.xy, c.xy * mat2(a.xy, b.xy))") { a, b, c in
            [
                a[0] * c[0] + b[0] * c[1], a[1] * c[0] + b[1] * c[1], c[0] * a[0] + c[1] * a[1],
                c[0] * b[0] + c[1] * b[1],
            ]
        }
        try check("vec4(matrixCompMult(mat2(a.xy, b.xy), mat2(c))[0], matrixCompMult(mat2(a.xy, b.xy), mat2(c))[1])") {
            a, b, c in
            [a[0] * c[0], a[1] * c[1], b[0] * c[2], b[1] * c[3]]
        }
        try check("vec4(outerProduct(a.xy, b.xy)[0], outerProduct(a.xy, b.xy)[1])") { a, b, _ in
            [a[0] * b[0], a[1] * b[0], a[0] * b[1], a[1] * b[1]]
        }
        try check("outerProduct(a, b)[2]") { a, b, _ in a.map { $0 * b[2] } }
        try check("vec4(outerProduct(a.xyz, b.xyz)[1], 1.0)") { a, b, _ in a.prefix(3).map { $0 * b[1] } + [1] }
        try check("vec4(transpose(mat2(a))[0], transpose(mat2(a))[1])") { a, _, _ in [a[0], a[2], a[1], a[3]] }
        try check("vec4(transpose(mat3(a.xyz, b.xyz, c.xyz))[1], 0.0)") { a, b, c in [a[1], b[1], c[1], 0] }
        try check("transpose(mat4(a, b, c, a))[2]") { a, b, c in [a[2], b[2], c[2], a[2]] }
    }

    /// Compares determinants with their expansion, and multiplies inverses by the original matrix.
    @Test func determinantsAndInverses() throws {
        try check("vec4(determinant(mat2(a)), determinant(mat3(a.xyz, b.xyz, c.xyz)), 0.0, 0.0)", tolerance: 0x1p-13) {
            a, b, c in
            [a[0] * a[3] - a[2] * a[1], self.dot(a, self.cross(b, c) + [0]), 0, 0]
        }
        // A permutation times a scale: det = −2 · 3 · 4 · 5 for one exchange of columns.
        try check(
            "vec4(determinant(mat4(0.0, 3.0, 0.0, 0.0, 2.0, 0.0, 0.0, 0.0, 0.0, 0.0, 4.0, 0.0, 0.0, 0.0, 0.0, 5.0)), "
                + "determinant(mat4(1.0)), determinant(mat4(2.0)), determinant(mat3(3.0)))"
        ) { _, _, _ in [-120, 1, 16, 27] }
        // Diagonally dominant matrices can be inverted without much loss.
        let numbers = FunctionProbe.plainRows.map { row in
            FunctionProbe.Row(a: row.a * 0.01, b: row.b * 0.01, c: row.c)
        }
        try check(
            "inverse(mat4(1.0) + mat4(a, b, b, a)) * ((mat4(1.0) + mat4(a, b, b, a)) * c)", tolerance: 0x1p-6,
            over: numbers
        ) { a, b, c in
            // Skip matrices near to singular ones.
            let m = [a, b, b, a].map { $0.map(abs).max() ?? 0 }.max() ?? 0
            return c.map { m < 0.2 ? $0 : nil }
        }
        try check(
            "vec4(inverse(mat3(1.0) + mat3(a.xyz, b.xyz, a.yzw)) * ((mat3(1.0) + mat3(a.xyz, b.xyz, a.yzw)) * c.xyz), 1.0)",
            tolerance: 0x1p-6, over: numbers
        ) { a, b, c in
            let m = (a + b).map(abs).max() ?? 0
            return c.prefix(3).map { m < 0.2 ? $0 : nil } + [1]
        }
        try check(
            "vec4(inverse(mat2(1.0) + mat2(a)) * ((mat2(1.0) + mat2(a)) * c.xy), 0.0, 0.0)", tolerance: 0x1p-6,
            over: numbers
        ) { a, _, c in
            let m = a.map(abs).max() ?? 0
            return [m < 0.2 ? c[0] : nil, m < 0.2 ? c[1] : nil, 0, 0]
        }
    }

    @Test func colours() throws {
        try check("premultiply(a)") { a, _, _ in [a[0] * a[3], a[1] * a[3], a[2] * a[3], a[3]] }
        try check("unpremultiply(a)") { a, _, _ in
            a[3] == 0 ? a : a[3] < 0 ? [nil, nil, nil, a[3]] : [a[0] / a[3], a[1] / a[3], a[2] / a[3], a[3]]
        }
        let (linear, encoded) = (SRGBFormula.decoded, SRGBFormula.encoded)
        try check("srgb_to_linear(a)") { a, _, _ in [linear(a[0]), linear(a[1]), linear(a[2]), a[3]] }
        try check("vec4(srgb_to_linear(a.xyz), srgb_to_linear(a.w))") { a, _, _ in a.map(linear) }
        try check("linear_to_srgb(a)", tolerance: 0x1p-16) { a, _, _ in
            [encoded(a[0]), encoded(a[1]), encoded(a[2]), a[3]]
        }
        try check("vec4(linear_to_srgb(a.xyz), linear_to_srgb(a.w))", tolerance: 0x1p-16) { a, _, _ in a.map(encoded) }
    }

    @Test func pairs() throws {
        try check("vec4(cossin(a.x), sincos(a.x))") { a, _, _ in [cos(a[0]), sin(a[0]), sin(a[0]), cos(a[0])] }
        try check("vec4(cossin_(a.x), sincos_(a.x))") { a, _, _ in [cos(a[0]), sin(a[0]), sin(a[0]), cos(a[0])] }
    }

    /// Tests functions of ints, which are the truncated operands.
    @Test func ints() throws {
        func int(_ x: Double) -> Int { Int(x) }
        try check("vec4(abs(ivec4(a)))") { a, _, _ in a.map { Double(abs(int($0))) } }
        try check("vec4(sign(ivec4(a)))") { a, _, _ in a.map { Double(int($0).signum()) } }
        try check("vec4(min(ivec4(a), ivec4(b)))") { a, b, _ in zip(a, b).map { Double(min(int($0), int($1))) } }
        try check("vec4(max(ivec4(a), 1))") { a, _, _ in a.map { Double(max(int($0), 1)) } }
        try check("vec4(clamp(ivec4(a), -2, 3))") { a, _, _ in a.map { Double(min(max(int($0), -2), 3)) } }
        try check("vec4(ivec4(a) * 7 / 3 - ivec4(b))") { a, b, _ in zip(a, b).map { Double(int($0) * 7 / 3 - int($1)) }
        }
        try check("vec4(lessThan(ivec4(a), ivec4(b)))") { a, b, _ in zip(a, b).map { int($0) < int($1) ? 1 : 0 } }
        try check("vec4(equal(ivec4(a), ivec4(b)))") { a, b, _ in zip(a, b).map { int($0) == int($1) ? 1 : 0 } }
        try check("vec4(mix(ivec4(a), ivec4(b), lessThan(a, b)))") { a, b, _ in
            zip(a, b).map { Double(int($0 < $1 ? $1 : $0)) }
        }
    }
}
