extension Int32 {
    /// Converts a float as `Opcode.floatToInt` specifies: truncates it towards zero and clamps it to the range of
    /// Int32. NaN gives 0.
    package init(saturating value: Float) {
        self = value.isNaN ? 0 : value >= 2_147_483_648 ? .max : value <= -2_147_483_648 ? .min : Int32(value)
    }
}
