import ImageUnits

/// What runs the code of an executable unit: this process, or one of its own. One object for each generation of a unit; filters keep the one
/// that they were made from, so that a unit can be replaced while its filters live. Thread-safe.
protocol UnitCode: AnyObject {
    /// What makes filters of a description.
    ///
    /// - Throws: why there can be none, which refuses the filter and not the unit.
    func constructor(for filter: FilterDescription) throws -> () -> CIFilter?

    /// Called once, when the registry has forgotten the unit's filters; those alive go on working.
    func retire()
}

/// What the code of a unit is run from.
struct UnitCodeSource {
    let unit: ImageUnitDescription
    let executable: UnitExecutable
    /// The version of the unit that was checked.
    let fingerprint: UnitFingerprint
}
