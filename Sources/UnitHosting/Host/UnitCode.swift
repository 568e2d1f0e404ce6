import CoreImageEssentials
import ImageUnits

/// The executable code of a unit, in this process or in a worker process. There is one object for each generation of a
/// unit; filters keep the object that they were made from, so that a unit can be replaced while its filters exist.
/// Thread-safe.
protocol UnitCode: AnyObject {
    /// Returns a constructor of filters with this description.
    ///
    /// - Throws: The reason, if there is none; this refuses the filter, not the unit.
    func constructor(for filter: FilterDescription) throws -> () -> CIFilter?

    /// Called once, after the unit's filters were removed from the registry. Existing filter objects keep working.
    func retire()
}

/// The unit and the library that code is loaded from.
struct UnitCodeSource {
    let unit: ImageUnitDescription
    let executable: UnitExecutable
    /// The fingerprint of the version that was checked.
    let fingerprint: UnitFingerprint
}
