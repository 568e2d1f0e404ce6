import DeviceKernels

extension ChannelCode {
    /// Computes the results for one pixel as the operations are defined. Returns nil if one of them isn't defined for
    /// its operands.
    package func results(given: SIMD4<UInt32>) -> SIMD4<UInt32>? {
        var isDefined = true
        let results = results { (operation, o: [SIMD4<UInt32>]) -> SIMD4<UInt32> in
            func signed(_ index: Int) -> SIMD4<Int32> { SIMD4(truncatingIfNeeded: o[index]) }
            switch operation {
            case .given: return given
            case .constant(let values): return values
            case .and: return o[0] & o[1]
            case .or: return o[0] | o[1]
            case .sum: return o[0] &+ o[1]
            case .difference: return o[0] &- o[1]
            case .product: return o[0] &* o[1]
            case .leftShift:
                isDefined = isDefined && o[1].max() < 32
                return o[0] &<< o[1]
            case .rightShift:
                isDefined = isDefined && o[1].max() < 32
                return o[0] &>> o[1]
            case .smaller: return o[0].replacing(with: o[1], where: signed(1) .< signed(0))
            case .larger: return o[0].replacing(with: o[1], where: signed(1) .> signed(0))
            case .choice: return o[3].replacing(with: o[2], where: signed(0) .< signed(1))
            case .floatBits:
                isDefined = isDefined && o[0].max() < 1 << 24
                return SIMD4((0..<4).map { Float(o[0][$0]).bitPattern })
            }
        }
        return isDefined ? results : nil
    }
}
