/// A bool in a program that is being built.
package struct BoolValue {
    let register: Register
    let builder: ProgramBuilder

    init(_ register: Register, _ builder: ProgramBuilder) { (self.register, self.builder) = (register, builder) }

    /// Returns a and b.
    package func and(_ b: BoolValue) -> BoolValue {
        BoolValue(builder.emit(.andBool, [register, b.register], .bool), builder)
    }
    /// Returns a or b.
    package func or(_ b: BoolValue) -> BoolValue {
        BoolValue(builder.emit(.orBool, [register, b.register], .bool), builder)
    }
    /// Not a.
    package var negated: BoolValue { BoolValue(builder.emit(.notBool, [register], .bool), builder) }

    /// Returns `yes` where this is true, else `no`.
    package func select(_ yes: FloatValue, _ no: FloatValue) -> FloatValue {
        FloatValue(builder.emit(.select, [register, yes.register, no.register], .float), builder)
    }
    /// Returns `yes` where this is true, else `no`.
    package func select(_ yes: Float, _ no: FloatValue) -> FloatValue { select(builder.constant(yes), no) }
    /// Returns `yes` where this is true, else `no`.
    package func select(_ yes: FloatValue, _ no: Float) -> FloatValue { select(yes, builder.constant(no)) }
    /// Returns `yes` where this is true, else `no`.
    package func select(_ yes: Float, _ no: Float) -> FloatValue {
        select(builder.constant(yes), builder.constant(no))
    }
}
