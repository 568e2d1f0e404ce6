/// What a device promises about floats if a module demands it: its *float controls*.
///
/// Modules demand everything that the device can promise. What it can't is undefined: denormals may be flushed, results
/// may be rounded otherwise, and zeros may lose their sign.
package struct SPIRVFloatControls: Sendable, Hashable {
    /// The promises for floats of one size.
    package struct Promises: OptionSet, Sendable, Hashable {
        package let rawValue: Int
        package init(rawValue: Int) { self.rawValue = rawValue }

        /// Denormal operands and results are kept.
        package static let denormals = Promises(rawValue: 1)
        /// Results are rounded to nearest, halves to even.
        package static let roundsToNearest = Promises(rawValue: 2)
        /// Signs of zeros, infinities and NaNs are kept.
        package static let specialValues = Promises(rawValue: 4)
        /// All of them.
        package static let all: Promises = [.denormals, .roundsToNearest, .specialValues]
    }

    /// The promises for 32-bit floats.
    package var single: Promises
    /// The promises for 64-bit floats.
    package var double: Promises
    /// Whether the operands of arithmetic must be hidden from the driver's optimiser. Mesa's llvmpipe, whatever it
    /// promises, replaces 0 · x by 0 and x − x by 0 even where x may be infinite, leaves x / 0 undefined, and takes −0
    /// for 0, if it knows the numbers when it compiles. Hiding costs an instruction for each operand.
    package var hidesOperands: Bool

    /// Creates float controls.
    package init(single: Promises = [], double: Promises = [], hidesOperands: Bool = false) {
        (self.single, self.double, self.hidesOperands) = (single, double, hidesOperands)
    }

    /// Drops a promise that only one of the sizes has, for devices that can't treat the sizes differently.
    package mutating func demandTogether(_ promise: Promises) {
        guard !single.intersection(double).contains(promise) else { return }
        single.remove(promise)
        double.remove(promise)
    }

    /// Demands the promises of a module's entry point.
    func declare(in module: SPIRVModuleWriter, function: UInt32) {
        let kinds: [(Promises, SPIRVCapability, SPIRVExecutionMode)] = [
            (.denormals, .denormPreserve, .denormPreserve), (.roundsToNearest, .roundingModeRTE, .roundingModeRTE),
            (.specialValues, .signedZeroInfNanPreserve, .signedZeroInfNanPreserve),
        ]
        for (promise, capability, mode) in kinds where single.union(double).contains(promise) {
            module.add(capability)
            if single.contains(promise) { module.add(mode, of: function, [32]) }
            if double.contains(promise) { module.add(mode, of: function, [64]) }
        }
    }
}
