extension Program {
    /// Returns a shorter program with the same results, bit for bit. For programs that were joined from compiled ones.
    /// Takes time proportional to the program's length.
    package func simplified() -> Program {
        var result = self
        for pass in Passes.cleanUpPasses { pass.run(&result) }
        return result
    }
}
