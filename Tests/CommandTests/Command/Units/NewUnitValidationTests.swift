import Testing
import UnitAuthoring

/// Tests that units written by `coreimage units new` pass `coreimage units validate` unchanged.
/// `UnitValidationLongTests` has every kind at every level.
@Suite("The command: new units are valid")
struct NewUnitValidationTests {
    /// The kind that is built without a compiler runs every check. One that is compiled runs the default ones.
    @Test(
        "Every kind of new unit passes the checks of a level",
        arguments: [(.kernel, 10), (.c, 5)] as [(UnitKind, Int)])
    func kinds(kind: UnitKind, level: Int) throws { try NewUnit.expectValid(kind, level: level) }
}
