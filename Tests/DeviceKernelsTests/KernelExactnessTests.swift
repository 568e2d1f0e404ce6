import DeviceKernels
import Testing

@Suite struct KernelExactnessTests {
    /// A result, the defined one, and whether the result is allowed.
    private typealias Case = (result: Float, defined: Float, isAllowed: Bool)

    @Test("Equal bits are required, except those of a NaN")
    func equalBits() {
        let cases: [Case] = [
            (0, 0, true), (0, -0.0, false), (1, Float(1).nextUp, false), (.infinity, .infinity, true),
            (.infinity, -.infinity, false), (.nan, -.nan, true), (.nan, 1, false), (1, .nan, false),
            (.leastNonzeroMagnitude, 0, false),
        ]
        expect(cases, .equalBits)
    }

    @Test("A bound is absolute up to 1, and relative above")
    func bounded() {
        let finite: [Case] = [
            (0x1p-20, 0, true), (0x1.000002p-20, 0, false), (-0x1p-20, 0, true), (0, -0.0, true),
            (0x1.00001p0, 1, true), (0x1.000012p0, 1, false), (0x1.00001p10, 0x1p10, true),
            (0x1.000012p10, 0x1p10, false), (-0x1.00001p10, -0x1p10, true), (0, .leastNonzeroMagnitude, true),
            (-.greatestFiniteMagnitude, .greatestFiniteMagnitude, false),
        ]
        expect(finite, .bounded(by: 0x1p-20))
        let other: [Case] = [
            (.infinity, .infinity, true), (-.infinity, .infinity, false),
            (.infinity, .greatestFiniteMagnitude, false), (.greatestFiniteMagnitude, .infinity, false),
            (.nan, .nan, true), (.nan, 0, false), (0, .nan, false),
        ]
        expect(other, .bounded(by: 0x1p-20))
    }

    private func expect(_ cases: [Case], _ exactness: KernelExactness) {
        for (result, defined, isAllowed) in cases {
            #expect(exactness.allows(result, for: defined) == isAllowed, "\(result) for \(defined)")
        }
    }
}
