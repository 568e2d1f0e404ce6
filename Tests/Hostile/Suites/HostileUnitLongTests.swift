import HostileCases
import Testing

/// All units whose code attacks.
@Suite("Hostile units, at length", .serialized)
struct HostileUnitLongTests {
    @Test("every attack ends in a typed failure within its deadline, and an innocent unit goes on rendering")
    func everyCase() throws { try HostileTrial.run(HostileUnitCase.all, numberedFrom: 1000) }
}
