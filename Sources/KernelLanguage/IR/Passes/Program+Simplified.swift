extension Program {
    /// The same program, bit for bit, shortened: for programs that were put together from compiled ones. Time grows with the length.
    public func simplified() -> Program {
        var result = self
        for pass in Passes.afterJoining { pass.run(&result) }
        return result
    }
}
