/// What can be an operand of a `ChannelCode`: another one, or an integer that is the same for all channels.
protocol ChannelOperand {
    /// The computation of the operand.
    var code: ChannelCode { get }
}

extension ChannelCode: ChannelOperand {
    var code: ChannelCode { self }
}

extension Int: ChannelOperand {
    var code: ChannelCode { ChannelCode(.constant(SIMD4(repeating: UInt32(self)))) }
}

extension ChannelCode {
    static func & (a: ChannelCode, b: some ChannelOperand) -> ChannelCode { ChannelCode(.and, [a, b.code]) }
    static func | (a: ChannelCode, b: some ChannelOperand) -> ChannelCode { ChannelCode(.or, [a, b.code]) }
    static func + (a: ChannelCode, b: some ChannelOperand) -> ChannelCode { ChannelCode(.sum, [a, b.code]) }
    static func - (a: ChannelCode, b: some ChannelOperand) -> ChannelCode { ChannelCode(.difference, [a, b.code]) }
    static func - (a: Int, b: ChannelCode) -> ChannelCode { a.code - b }
    static func * (a: ChannelCode, b: some ChannelOperand) -> ChannelCode { ChannelCode(.product, [a, b.code]) }
    static func << (a: ChannelCode, b: some ChannelOperand) -> ChannelCode { ChannelCode(.leftShift, [a, b.code]) }
    static func << (a: Int, b: ChannelCode) -> ChannelCode { a.code << b }
    static func >> (a: ChannelCode, b: some ChannelOperand) -> ChannelCode { ChannelCode(.rightShift, [a, b.code]) }

    /// Returns the smaller signed integer.
    func atMost(_ limit: some ChannelOperand) -> ChannelCode { ChannelCode(.smaller, [self, limit.code]) }

    /// Returns the larger signed integer.
    func atLeast(_ limit: some ChannelOperand) -> ChannelCode { ChannelCode(.larger, [self, limit.code]) }

    /// Returns `result` where this signed integer is less than a limit, and else `other`.
    func ifLess(than limit: Int, _ result: some ChannelOperand, else other: some ChannelOperand) -> ChannelCode {
        ChannelCode(.choice, [self, limit.code, result.code, other.code])
    }

    /// The bits of the float that equals this integer, which is less than 2²⁴.
    var floatBits: ChannelCode { ChannelCode(.floatBits, [self]) }
}
