import TestSupport

/// Numbers for kernels, edge values among them.
extension SeededGenerator {
    /// Zeros, numbers at which roundings and conversions change, denormal numbers, infinities and NaN.
    package static let edgeFloats: [Float] = [
        0, -0.0, 0.5, -0.5, 1, -1, 1.5, -1.5, 2.5, -2.5, 3.5, 0.499_999_97, -0.499_999_97, 0.999_999_94, 1.000_000_1,
        3.7, -3.7, .pi, 10, 100.25, -100.75, 0.1, -0.1, 1e-7, -1e-7, 8_388_607.5, -8_388_607.5, 8_388_608, 8_388_609,
        16_777_216, 2_147_483_520, 2_147_483_648, -2_147_483_648, 4e9, -4e9, 1e20, -1e20, .greatestFiniteMagnitude,
        -.greatestFiniteMagnitude, .leastNormalMagnitude, -.leastNormalMagnitude, .leastNonzeroMagnitude,
        -.leastNonzeroMagnitude, 1e-38 / 64, .infinity, -.infinity, .nan,
    ]

    /// Returns a number from −2 to 14, or, in one of eight cases, an edge value.
    package mutating func float() -> Float {
        if below(8) == 0 { return Self.edgeFloats[below(Self.edgeFloats.count)] }
        return Float(below(1 << 16)) / 4096 - 2
    }

    /// Returns a number from −3 to 5, or, in one of eight cases, an edge value.
    package mutating func int() -> Int32 {
        switch below(8) {
        case 0: [Int32.min, .max, 31, 32, 65_535, -65_536, 1 << 30][below(7)]
        default: Int32(below(9)) - 3
        }
    }
}
